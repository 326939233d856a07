import type { ReactNode } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { formatPhone } from '@/components/text/phone';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusAround } from '@/components/ui/focus-main';
import { FormAlert } from '@/components/ui/form-alert';
import { Choice } from '@/components/ui/select';
import type { ContactImport, ImportSettings } from '@/lib/contract/import';
import { useCorrections } from './use-corrections';
import type { ImportChange } from './use-import-change';

const sharedChoices: Record<ImportSettings['sharedAddresses'], string> = {
  hold: 'Leave them out',
  leaveOut: 'Import without the shared email or phone',
  update: 'Update the contact that has it',
};
const unusualChoices: Record<ImportSettings['unusualPhones'], string> = {
  leaveOut: 'Leave them out',
  import: 'Import them',
};

interface ImportNoticesProps {
  one: ContactImport;
  change: ImportChange;
  /** Country names by code. */
  countries: Record<string, string>;
}

/**
 * Notices of a plan: other tables, phones without a country, numbers that were cut off, unusual phones, and people who
 * share a phone or email.
 */
export function ImportNotices({ one: { id, plan, otherTables }, change, countries }: ImportNoticesProps) {
  const { settings } = change;
  const corrections = useCorrections(id);
  const mayCorrect = useCan('correctImport');
  if (!plan) return null;
  const set = (values: Partial<ImportSettings>) => change.change({ settings: values });
  /** Sets the country of these phones. Plans only their rows again, if the service can. */
  const readAs = (country: string) =>
    country && mayCorrect ? corrections.mutate({ country }) : set({ country: country || null });
  const { leftOutReasons, suggestedCountry, unusualPhones } = plan;
  const { noCountry = 0, damaged = 0 } = leftOutReasons;
  const shared = plan.shared + (leftOutReasons.shared ?? 0);
  const suggested = suggestedCountry ? countries[suggestedCountry] : null;
  return (
    <>
      {otherTables.length > 0 ? (
        <FormAlert
          tone="warning"
          title={`The file has ${otherTables.length === 1 ? 'another table' : 'other tables'} with contacts (line ${otherTables.map(formatCount).join(', ')}). Only the one below “Header in line” is read.`}
        />
      ) : null}
      {noCountry > 0 ? (
        <Notice
          title={`${formatCountOf(noCountry, 'phone has', 'phones have')} no country code`}
          choice={<CountryField change={change} countries={countries} />}
        >
          {suggested && suggestedCountry ? (
            <Button pending={corrections.isPending} onClick={() => readAs(suggestedCountry)}>
              Read as {suggested}
            </Button>
          ) : null}
        </Notice>
      ) : null}
      {shared > 0 || settings.sharedAddresses !== 'hold' ? (
        <Notice
          title={
            shared > 0
              ? `${formatCountOf(shared, 'row has', 'rows have')} an email or phone that belongs to someone else`
              : 'Rows with an email or phone that belongs to someone else'
          }
          choice={
            <Field label="These rows" className="min-w-0 grow">
              <Choice
                value={settings.sharedAddresses}
                labels={sharedChoices}
                onChange={(sharedAddresses) => set({ sharedAddresses })}
              />
            </Field>
          }
        />
      ) : null}
      {unusualPhones.count > 0 ? (
        <Notice
          title={`${formatCountOf(unusualPhones.count, 'unusual number')}: unknown, or readable in two ways`}
          choice={
            <Field label="These numbers" className="min-w-0 grow">
              <Choice
                value={settings.unusualPhones}
                labels={unusualChoices}
                onChange={(chosen) => set({ unusualPhones: chosen })}
              />
            </Field>
          }
        >
          <p className="w-full wrap-anywhere">
            {unusualPhones.first
              .map(({ line, phone }) => `${formatPhone(phone)} (line ${formatCount(line)})`)
              .join(', ')}
            {unusualPhones.count > unusualPhones.first.length
              ? ` and ${formatCount(unusualPhones.count - unusualPhones.first.length)} more`
              : null}
          </p>
        </Notice>
      ) : null}
      {damaged > 0 ? (
        <FormAlert
          tone="warning"
          title={`A spreadsheet has cut off ${formatCountOf(damaged, 'number')}. Format the column as text and export it again.`}
        />
      ) : null}
    </>
  );
}

/** Whether the plan asks for the country of phones, so that the options do not. */
export const asksForCountry = ({ plan }: ContactImport) => Boolean(plan?.leftOutReasons.noCountry);

/** The country of phone numbers that have no country code. */
export function CountryField({
  change: { settings, change },
  countries,
}: Pick<ImportNoticesProps, 'change' | 'countries'>) {
  return (
    <Field label="Country of phone numbers" className="min-w-0 grow">
      <Choice
        value={settings.country ?? ''}
        labels={{ '': 'No default (numbers need a country code)', ...countries }}
        onChange={(country) => change({ settings: { country: country || null } })}
      />
    </Field>
  );
}

/** A warning with the choice that resolves it. */
function Notice({ title, choice, children }: { title: string; choice: ReactNode; children?: ReactNode }) {
  return (
    <FormAlert ref={focusAround} tone="warning" title={title}>
      <div className="flex flex-wrap items-end gap-2">
        {choice}
        {children}
      </div>
    </FormAlert>
  );
}
