import { useFieldsByName } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { FormAlert } from '@/components/ui/form-alert';
import { PageHeader } from '@/components/ui/page-header';
import { Progress } from '@/components/ui/progress';
import { SegmentChip } from '@/components/ui/segment-chip';
import type { ContactImport } from '@/lib/contract/import';
import { hasNothingToDo, summarizeImport, writtenRows } from '../import-state';
import { ImportColumns, LeftOutColumns } from './import-columns';
import { ImportNotices } from './import-notices';
import { ImportOptions } from './import-options';
import type { ImportResultProps } from './import-result';
import { RejectedRowsLink } from './rejected-rows-link';
import { type ImportChange, useImportChange } from './use-import-change';
import { useImportSteps } from './use-import-steps';

interface ImportPlanProps extends Omit<ImportResultProps, 'onChanged'> {
  countries: Record<string, string>;
}

/** An import before it runs: columns, options and preview. */
export function ImportPlan({ one, header, rows, countries }: ImportPlanProps) {
  const change = useImportChange(one);
  const isOffered = useCan('runImport');
  const { mutate, isPending } = useImportSteps(one);
  const count = writtenRows(one);
  const isReady = one.state === 'planned' && !change.isPending;
  return (
    <div>
      <PageHeader
        {...header}
        actions={
          isOffered ? (
            // On phones, a bar at the foot.
            <div
              ref={focusAround}
              className="md:contents max-md:fixed max-md:inset-x-0 max-md:bottom-[var(--foot,0px)] max-md:z-10 max-md:flex max-md:items-center max-md:justify-end max-md:gap-2 max-md:border-t max-md:border-line max-md:bg-canvas max-md:px-4 max-md:py-2"
            >
              <p className="min-w-0 flex-1 text-sm text-muted md:hidden">
                {isReady ? summarizeImport(one) : null}
              </p>
              <Button
                variant="primary"
                disabled={!isReady || hasNothingToDo(one)}
                aria-describedby="plan-state"
                pending={isPending}
                onClick={() => mutate('run')}
              >
                {isReady && count > 0
                  ? `Import ${formatCountOf(count, one.plan?.repeated ? 'row' : 'contact')}`
                  : 'Import'}
              </Button>
            </div>
          ) : null
        }
      />
      <div className="grid gap-x-8 gap-y-6 px-4 pb-24 md:px-6 md:pb-8 xl:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          {change.error && !change.isPending ? (
            <FormAlert title={change.error.details[0]?.message ?? change.error.message}>
              <Button size="sm" className="self-start" onClick={change.retry}>
                Try again
              </Button>
            </FormAlert>
          ) : null}
          <ImportColumns columns={one.columns} change={change} />
          {isOffered ? <LeftOutColumns columns={one.columns} change={change} /> : null}
          <ImportOptions one={one} change={change} countries={countries} />
        </div>
        <section aria-labelledby="plan" className="flex min-w-0 flex-col gap-3">
          <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h2 id="plan" className="font-semibold">
              Preview
            </h2>
            <PlanState one={one} change={change} onCancel={isOffered ? () => mutate('cancel') : undefined} />
          </div>
          {one.plan?.newSegments.length ? (
            <div className="flex flex-wrap items-center gap-1.5 text-sm">
              Creates {formatCountOf(one.plan.newSegments.length, 'segment')}:
              {one.plan.newSegments.slice(0, 20).map((title) => (
                <SegmentChip key={title} title={title} color={null} />
              ))}
              {one.plan.newSegments.length > 20
                ? `and ${formatCount(one.plan.newSegments.length - 20)} more`
                : null}
            </div>
          ) : null}
          {one.plan?.doNotContact ? (
            <p className="text-sm">
              {formatCountOf(one.plan.doNotContact, 'row is', 'rows are')} marked “Do not contact”
            </p>
          ) : null}
          {one.plan?.newFields?.length ? (
            <p className="text-sm">
              Creates {formatCountOf(one.plan.newFields.length, 'field')}:{' '}
              {one.plan.newFields.map(({ key, label }, index) => (
                <span key={key}>
                  {index > 0 ? ', ' : null}
                  <bdi>{label}</bdi>
                </span>
              ))}
            </p>
          ) : null}
          <ImportNotices one={one} change={change} countries={countries} />
          {rows}
        </section>
      </div>
    </div>
  );
}

/** Progress or result of the plan, with Cancel or Check again, or the reason why it cannot start. */
function PlanState({
  one,
  change,
  onCancel,
}: {
  one: ContactImport;
  change: ImportChange;
  onCancel: (() => void) | undefined;
}) {
  const { state, plan, error } = one;
  const { targets } = change.settings;
  const fields = useFieldsByName();
  const findsContacts = (target: (typeof targets)[number]) =>
    target === 'email' || target === 'phone' || target === 'id' || fields.get(target ?? '')?.type === 'id';
  if (!targets.some(findsContacts))
    return (
      <p id="plan-state" role="status" className="text-sm font-medium text-warning">
        Which column holds the email or phone?
      </p>
    );
  if (state === 'planning' || change.isPending)
    return (
      <div className="flex items-center gap-3 text-sm text-muted">
        <Progress value={state === 'planning' ? plan?.share : 0} aria-label="Preview" className="w-24" />
        <span id="plan-state">Checking {formatCount(plan?.rows ?? 0)} rows</span>
        {onCancel && !change.isPending ? (
          <Button size="sm" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    );
  if (state === 'planned')
    return (
      <div className="flex items-center gap-3 text-sm text-muted">
        <p id="plan-state" role="status">
          {formatCountOf(plan?.rows ?? 0, 'row')}
          {hasNothingToDo(one) ? ', nothing to import' : null}
        </p>
        <RejectedRowsLink one={one} />
      </div>
    );
  return (
    <div className="flex items-center gap-3 text-sm">
      <p id="plan-state" role="status" className="text-danger">
        {error ?? 'The file is not checked yet.'}
      </p>
      <Button size="sm" onClick={change.retry}>
        Check again
      </Button>
    </div>
  );
}
