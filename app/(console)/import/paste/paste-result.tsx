import { ChevronRight, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { focusAround } from '@/components/ui/focus-main';
import { FormAlert } from '@/components/ui/form-alert';
import type { FoundAddress } from '@/lib/import/found-addresses';
import type { FoundContact, LookedUp } from './look-up';

export interface Missing extends FoundAddress {
  /** The reason why the contact could not be created. */
  problem?: string;
}

export interface Pasted extends Omit<LookedUp, 'missing'> {
  missing: Missing[];
  complete: boolean;
}

interface PasteResultProps {
  pasted: Pasted;
  /** Number of contacts just created. */
  created: number | null;
  isCreating: boolean;
  onSelect(contacts: FoundContact[]): void;
  /** Absent if the person or the service cannot create contacts. */
  onCreate: (() => void) | undefined;
}

/** Pasted addresses by result: found, ambiguous, not found, not read. */
export function PasteResult({ pasted, created, isCreating, onSelect, onCreate }: PasteResultProps) {
  const { found, ambiguous, missing, unread, complete } = pasted;
  const [chosen, setChosen] = useState<FoundContact[]>([]);
  const contacts = [...new Map([...found, ...chosen].map((one) => [one.contactId, one])).values()];
  const failed = missing.filter(({ problem }) => problem).length;
  const isChosen = ({ contactId }: FoundContact) => chosen.some((one) => one.contactId === contactId);
  const choose = (contact: FoundContact, isChecked: boolean) =>
    setChosen((now) => [
      ...now.filter(({ contactId }) => contactId !== contact.contactId),
      ...(isChecked ? [contact] : []),
    ]);
  const counts = [
    `${formatCount(found.length)} found`,
    `${formatCount(missing.length)} not found`,
    ...(ambiguous.length > 0 ? [`${formatCount(ambiguous.length)} ambiguous`] : []),
    ...(unread.length > 0 ? [`${formatCount(unread.length)} not read`] : []),
  ] as const;
  return (
    <section aria-label="Result" tabIndex={-1} className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {counts.join(', ')}
      </p>
      {complete ? null : (
        <FormAlert
          tone="warning"
          title="Only the first 10,000 addresses were read. Paste the rest separately."
        />
      )}
      <CreatedCount count={created} failed={failed} />
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        <ResultList
          title={counts[0]}
          items={found}
          action={
            contacts.length > 0 ? (
              <Button variant="primary" onClick={() => onSelect(contacts)}>
                Select {formatCountOf(contacts.length, 'contact')}
              </Button>
            ) : null
          }
        >
          {({ name, written }) => <AddressLine parts={[name, written]} />}
        </ResultList>
        {ambiguous.length > 0 ? (
          <ResultList title={`${formatCount(ambiguous.length)} ambiguous`} items={ambiguous} open>
            {({ written, contacts }) => (
              <fieldset className="flex flex-wrap items-center gap-x-4">
                <legend className="contents">
                  <bdi className="min-w-0 wrap-anywhere">{written}</bdi>
                </legend>
                {contacts.map((contact) => (
                  <label key={contact.contactId} className="flex min-h-6 min-w-0 items-center gap-2">
                    <Checkbox
                      checked={isChosen(contact)}
                      onChange={({ target }) => choose(contact, target.checked)}
                    />
                    <AddressLine parts={[contact.name, contact.written]} />
                  </label>
                ))}
              </fieldset>
            )}
          </ResultList>
        ) : null}
        <ResultList
          title={counts[1]}
          items={missing}
          action={
            missing.length > 0 && onCreate ? (
              <Button pending={isCreating} onClick={onCreate}>
                Create {formatCountOf(missing.length, 'contact')}
              </Button>
            ) : null
          }
        >
          {({ name, written, problem }) => (
            <AddressLine parts={[name, written]}>
              {problem ? <span className="text-danger">{problem}</span> : null}
            </AddressLine>
          )}
        </ResultList>
        {unread.length > 0 ? (
          <ResultList title={`${formatCount(unread.length)} not read`} items={unread}>
            {(part) => <bdi className="wrap-anywhere">{part}</bdi>}
          </ResultList>
        ) : null}
      </div>
    </section>
  );
}

/** Says how many contacts were created, and how many were not. */
function CreatedCount({ count, failed }: { count: number | null; failed: number }) {
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-sm empty:hidden">
        {count ? (
          <>
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
            {formatCountOf(count, 'contact')} created
          </>
        ) : null}
      </p>
      {failed > 0 ? (
        <FormAlert title={`${formatCountOf(failed, 'contact was', 'contacts were')} not created.`}>
          <p className="text-sm">The reasons are listed under “not found”.</p>
        </FormAlert>
      ) : null}
    </>
  );
}

/** A name and an email or phone, or one of them. */
function AddressLine({ parts, children }: { parts: (string | null | undefined)[]; children?: ReactNode }) {
  const [first, second] = parts.filter(Boolean);
  return (
    <span className="flex flex-wrap gap-x-2">
      <bdi className="min-w-0 wrap-anywhere">{first}</bdi>
      {second ? <bdi className="min-w-0 text-muted wrap-anywhere">{second}</bdi> : null}
      {children}
    </span>
  );
}

const SHOWN = 100;

interface ResultListProps<T> {
  /** "12 found" */
  title: string;
  items: readonly T[];
  action?: ReactNode;
  /** Whether the list is open at first, because it needs an action. */
  open?: boolean;
  children(item: T): ReactNode;
}

/** A count that opens a list of the first hundred items. */
function ResultList<T>({ title, items, action, open = false, children }: ResultListProps<T>) {
  const more = items.length - SHOWN;
  return (
    <div className="relative">
      {items.length === 0 ? (
        <p className="flex h-12 items-center pl-10 text-muted">{title}</p>
      ) : (
        <details open={open} className="group">
          <summary className="flex h-12 cursor-pointer list-none items-center gap-2 pl-4 font-medium -outline-offset-2! hover:bg-hover [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
            {title}
          </summary>
          <ul className="border-t border-line py-2 pr-4 pl-10 text-sm leading-6">
            {items.slice(0, SHOWN).map((item, index) => (
              <li key={index}>{children(item)}</li>
            ))}
            {more > 0 ? <li className="text-muted">and {formatCount(more)} more</li> : null}
          </ul>
        </details>
      )}
      {action ? (
        <div ref={focusAround} className="absolute top-2 right-2">
          {action}
        </div>
      ) : null}
    </div>
  );
}
