import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { Button } from '@/components/ui/button';
import { focusAround } from '@/components/ui/focus-main';
import { WorkLine, WorkLines } from '@/components/ui/work-lines';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { getStepKey, isReversible, isStopped, isUnderWay } from './bulk-change-state';
import { formatLine, formatSpokenLine } from './bulk-messages';
import { useBulkChangeSteps, type useOptimisticBulkChange } from './use-bulk-change-steps';

interface BulkChangeLineListProps {
  lines: readonly OptimisticChange[];
  onDismiss(step: string): void;
}

/** A line for each bulk change, with buttons to cancel, resume, undo or dismiss it. */
export default function BulkChangeLineList({ lines, onDismiss }: BulkChangeLineListProps) {
  return (
    <WorkLines label="Bulk changes" className="bulk-changes h-(--foot) overflow-y-auto">
      {lines.map((change) => (
        <WorkLine key={change.id} words={<LineWords change={change} of={formatLine} />}>
          <BulkChangeButtons
            key={change.state}
            change={change}
            onDismiss={() => onDismiss(getStepKey(change))}
          />
        </WorkLine>
      ))}
    </WorkLines>
  );
}

export function SpokenBulkChange({ change }: { change: BulkChange }) {
  return <LineWords change={change} of={formatSpokenLine} />;
}

/** Reads segments only for changes of segments, because an early query would shadow the page's prefetched data. */
function LineWords({ change, of }: { change: BulkChange; of: typeof formatLine }) {
  const enabled = change.change.type === 'segments';
  const { data: segments = [] } = useSegments({ enabled });
  return <>{of(change, segments)} </>;
}

type OptimisticChange = ReturnType<ReturnType<typeof useOptimisticBulkChange>>;

/** Cancel while a change runs; then Resume and Undo as far as possible, and a button that dismisses the line. */
function BulkChangeButtons({ change, onDismiss }: { change: OptimisticChange; onDismiss(): void }) {
  const { cancel, resume, undo } = useBulkChangeSteps();
  const may = useCan('undoBulkChange');
  const step = (label: string, onClick: () => void, pending = false): ReactNode => (
    <Button variant="ghost" size="sm" className="text-accent!" pending={pending} onClick={onClick}>
      {label}
    </Button>
  );
  const resumable = may && isStopped(change) && isReversible(change);
  const undoable = may && !change.undo && change.changed > 0 && isReversible(change);
  return (
    <div ref={focusAround} className="contents">
      {isUnderWay(change) ? (
        may ? (
          step('Cancel', () => cancel(change), change.isCancelling)
        ) : null
      ) : (
        <>
          {resumable ? step('Resume', () => resume(change)) : null}
          {undoable ? step('Undo', () => undo(change)) : null}
          {resumable ? (
            step('Keep as is', onDismiss)
          ) : (
            <Button variant="ghost" size="icon-sm" aria-label="Dismiss" onClick={onDismiss}>
              <X aria-hidden className="text-muted" />
            </Button>
          )}
        </>
      )}
    </div>
  );
}
