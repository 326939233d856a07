import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { saveByKey } from '@/components/form/use-contract-form';
import { formatCountOf } from '@/components/text/format-count';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { FormAlert } from '@/components/ui/form-alert';
import { ReviewMatching } from './review-matching';
import {
  type Counted,
  countSelected,
  formatSelected,
  isUnchanged,
  MOST_IDS,
  TOO_MANY_IDS,
} from './selected-contacts';
import type { useStartBulkChange } from './use-start-bulk-change';

interface BulkChangeDialogProps {
  bulkChange: ReturnType<typeof useStartBulkChange>;
  title: string;
  /** The service's latest count. If it differs from the selection, the dialog says so and asks for a new confirmation. */
  counts: Counted | undefined;
  /** The number of contacts that it changes, if known. */
  changing?: number | undefined;
  /** Effect of the change in words. */
  preview: ReactNode;
  ready: boolean;
  /** Whether the preview is being counted. A confirmation by key then waits for it. */
  counting: boolean;
  /** Whether the dialog ignores clicks outside, to keep entered values. */
  holds: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  onApply(): void;
  onClose(): void;
  children: ReactNode;
}

/**
 * Dialog of a previewed bulk change: the selected contacts, changes since the selection, and a button to apply it. Refuses more than
 * `MOST_IDS` contacts selected one by one.
 */
export function BulkChangeDialog({
  bulkChange: { contacts, problem, problemRef, recounted, recount, pending },
  title,
  counts,
  changing,
  preview,
  ready,
  counting,
  holds,
  initialFocus,
  onApply,
  onClose,
  children,
}: BulkChangeDialogProps) {
  const formId = useId();
  const seen = useRef(counts);
  useEffect(() => {
    if (!counts || counts === seen.current) return;
    seen.current = counts;
    if (contacts.all && !isUnchanged(contacts.all, counts)) recount(counts);
  }, [counts, contacts.all, recount]);
  const isTooMany = contacts.selected.size > MOST_IDS;
  const isChanged = contacts.all !== null && counts !== undefined && !isUnchanged(contacts.all, counts);
  const isReady = ready && !isTooMany && !isChanged;
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    if (!confirmed || (counting && !isChanged)) return;
    setConfirmed(false);
    if (isReady) onApply();
  }, [confirmed, counting, isChanged, isReady, onApply]);

  /** Saves by key, unless the focus is on the recount message, which must be read first. */
  function applyByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.target !== problemRef.current) saveByKey(event);
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (isReady) onApply();
    else setConfirmed(counting);
  }

  return (
    <Dialog
      holds={holds}
      onClose={() => {
        if (!pending) onClose();
      }}
      title={title}
      description={`${formatCountOf(countSelected(contacts), 'contact')} · ${formatSelected(contacts)}`}
      initialFocus={initialFocus}
      actions={
        <>
          <p role="status" className="basis-full text-sm">
            {preview}
          </p>
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            pending={pending || confirmed}
            disabled={!isReady && !counting}
            type="submit"
            form={formId}
          >
            Update {formatCountOf(changing ?? (counts?.total || countSelected(contacts)), 'contact')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={apply}
        onKeyDown={applyByKey}
        onChange={() => setConfirmed(false)}
        className="flex flex-col gap-4"
      >
        {isTooMany ? <FormAlert title={TOO_MANY_IDS} /> : null}
        {problem ? <FormAlert ref={problemRef} title={problem} /> : null}
        {recounted && contacts.all ? <ReviewMatching all={contacts.all} onReview={onClose} /> : null}
        {counts && !contacts.all && counts.total > 0 && counts.total < countSelected(contacts) ? (
          <p className="text-sm text-muted">{formatCountOf(counts.total, 'contact')} of them still exist.</p>
        ) : null}
        {children}
      </form>
    </Dialog>
  );
}
