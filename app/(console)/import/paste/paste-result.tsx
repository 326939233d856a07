import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { FormAlert } from '@/components/form/form-alert';
import { Button } from '@/components/ui/button';
import { ResultList } from './result-list';
import type { Pasted } from './use-paste';

interface PasteResultProps {
  pasted: Pasted;
  /** How many contacts were just created. */
  created: number | null;
  isCreating: boolean;
  onSelect(): void;
  /** Absent if this person or service cannot create contacts. */
  onCreate: (() => void) | undefined;
}

/** Pasted addresses by result: found, not found, not read. */
export function PasteResult({ pasted, created, isCreating, onSelect, onCreate }: PasteResultProps) {
  const { found, missing, unread, complete } = pasted;
  const contacts = new Set(found.map(({ contactId }) => contactId)).size;
  const failed = missing.filter(({ problem }) => problem).length;
  const counts = [
    `${formatCount(found.length)} found`,
    `${formatCount(missing.length)} not found`,
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
      <Created count={created} failed={failed} />
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line">
        <ResultList
          title={counts[0]}
          items={found}
          action={
            contacts > 0 ? (
              <Button variant="primary" onClick={onSelect}>
                Select {countOf(contacts, 'contact')}
              </Button>
            ) : null
          }
        >
          {({ name, written }) => <Line parts={[name, written]} />}
        </ResultList>
        <ResultList
          title={counts[1]}
          items={missing}
          action={
            missing.length > 0 && onCreate ? (
              <Button pending={isCreating} onClick={onCreate}>
                Create {countOf(missing.length, 'contact')}
              </Button>
            ) : null
          }
        >
          {({ name, written, problem }) => (
            <Line parts={[name, written]}>
              {problem ? <span className="text-danger">{problem}</span> : null}
            </Line>
          )}
        </ResultList>
        {unread.length > 0 ? (
          <ResultList title={counts[2] ?? ''} items={unread}>
            {(part) => <bdi className="wrap-anywhere">{part}</bdi>}
          </ResultList>
        ) : null}
      </div>
    </section>
  );
}

function Created({ count, failed }: { count: number | null; failed: number }) {
  return (
    <>
      <p role="status" className="flex items-center gap-2 text-sm empty:hidden">
        {count ? (
          <>
            <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
            {countOf(count, 'contact')} created
          </>
        ) : null}
      </p>
      {failed > 0 ? (
        <FormAlert title={`${countOf(failed, 'contact was', 'contacts were')} not created.`}>
          <p className="text-sm">The reasons are in the list of those not found.</p>
        </FormAlert>
      ) : null}
    </>
  );
}

/** A name and an address, or one of them. */
function Line({ parts, children }: { parts: (string | null | undefined)[]; children?: ReactNode }) {
  const [first, second] = parts.filter(Boolean);
  return (
    <span className="flex flex-wrap gap-x-2">
      <bdi className="min-w-0 wrap-anywhere">{first}</bdi>
      {second ? <bdi className="min-w-0 text-muted wrap-anywhere">{second}</bdi> : null}
      {children}
    </span>
  );
}
