import { formatCountOf } from '@/components/text/format-count';
import { ActorName } from '@/components/ui/actor-name';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Segment } from '@/lib/contract/segment';
import { undoableCount } from '../bulk-changes/bulk-change-state';
import { formatSegmentChange } from '../bulk-changes/bulk-messages';
import { useBulkChangeSteps, useUndoableChanges } from '../bulk-changes/use-bulk-change-steps';

const SHOWN = 3;

/** The latest `SHOWN` bulk changes of segments that can be undone, each with Undo. */
export function SegmentChanges({ segments }: { segments: readonly Segment[] }) {
  const changes = useUndoableChanges('segments').slice(0, SHOWN);
  const { undo } = useBulkChangeSteps();
  if (changes.length === 0) return null;
  return (
    <section
      ref={focusAround}
      tabIndex={-1}
      aria-labelledby="segment-changes"
      className="px-4 pb-8 outline-none md:px-6"
    >
      <h2 id="segment-changes" className="pb-1 font-semibold">
        Recent bulk changes
      </h2>
      <ul>
        {changes.map((change) => (
          <li
            key={change.id}
            ref={focusAround}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b py-2"
          >
            <p className="min-w-0 flex-1 text-sm">
              {formatSegmentChange(change, segments)}{' '}
              <span className="text-muted">
                {formatCountOf(undoableCount(change), 'contact')}, by{' '}
                <ActorName actor={change.actor} name={change.createdBy} />,{' '}
                <RelativeTime at={change.createdAt} />
              </span>
            </p>
            <Button
              size="sm"
              aria-label={`Undo: ${formatSegmentChange(change, segments)}`}
              onClick={() => undo(change)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
