import { useState } from 'react';
import { formatCount, formatCountOf } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { focusAround } from '@/components/ui/focus-main';
import { RelativeTime } from '@/components/ui/relative-time';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { useBulkChangeSteps, useUndoableChanges } from '../../bulk-changes/use-bulk-change-steps';

const SHOWN = 3;

/** Deletions of many contacts at once that can still be undone, the latest first, each with a button to restore them. */
export function LargeDeletions() {
  const deletions = useUndoableChanges('delete');
  const [isOpen, setOpen] = useState(false);
  const { undo } = useBulkChangeSteps();
  if (deletions.length === 0) return null;
  const line = (change: BulkChange) => (
    <li key={change.id} ref={focusAround} className="flex flex-wrap items-center gap-x-3">
      <p>
        <ActorName actor={change.actor} name={change.createdBy} /> deleted{' '}
        {formatCountOf(change.changed, 'contact')} together, <RelativeTime at={change.createdAt} />.
        {change.undone > 0 ? ` ${formatCount(change.undone)} restored.` : null}
      </p>
      <Button size="sm" onClick={() => undo(change)}>
        {change.undone > 0 ? 'Restore the rest' : 'Restore all'}
      </Button>
    </li>
  );
  return (
    <div
      ref={focusAround}
      tabIndex={-1}
      className={cn(
        'flex flex-col gap-1 px-4 pb-3 text-sm outline-none md:px-6',
        isOpen && 'max-h-[40dvh] shrink-0 overflow-y-auto',
      )}
    >
      <ul aria-label="Large deletions" className="flex flex-col gap-1">
        {(isOpen ? deletions : deletions.slice(0, SHOWN)).map(line)}
      </ul>
      {!isOpen && deletions.length > SHOWN ? (
        <div ref={focusAround}>
          <Button size="sm" onClick={() => setOpen(true)}>
            Show earlier deletions
          </Button>
        </div>
      ) : null}
    </div>
  );
}
