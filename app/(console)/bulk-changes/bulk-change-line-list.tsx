import { useFieldsByName } from '@/components/contacts/own-fields';
import { useCan } from '@/components/hooks/use-can';
import { useSegments } from '@/components/segments/use-segments';
import { JobLine, JobLines } from '@/components/ui/job-lines';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { getStepKey, isReversible, isStopped, isUnderWay, permissionOf } from './bulk-change-state';
import { formatLine, formatSpokenLine } from './bulk-messages';
import { useBulkChangeSteps, type useOptimisticBulkChange } from './use-bulk-change-steps';

type OptimisticChange = ReturnType<ReturnType<typeof useOptimisticBulkChange>>;

interface BulkChangeLineListProps {
  lines: readonly OptimisticChange[];
  onDismiss(step: string): void;
}

/** A line for each bulk change, with buttons to cancel, resume, undo or dismiss it. */
export default function BulkChangeLineList({ lines, onDismiss }: BulkChangeLineListProps) {
  return (
    <JobLines label="Bulk changes" className="bulk-changes h-(--foot) overflow-y-auto">
      {lines.map((change) => (
        <BulkChangeLine key={change.id} change={change} onDismiss={() => onDismiss(getStepKey(change))} />
      ))}
    </JobLines>
  );
}

/** Cancel while a change runs; then Resume and Undo as far as possible, and a button that dismisses the line. */
function BulkChangeLine({ change, onDismiss }: { change: OptimisticChange; onDismiss(): void }) {
  const { cancel, resume, undo } = useBulkChangeSteps();
  const may = useCan(permissionOf(change));
  const ended = !isUnderWay(change);
  const resumable = ended && may && isStopped(change) && isReversible(change);
  const undoable = ended && may && !change.undo && change.changed > 0 && isReversible(change);
  return (
    <JobLine
      words={<LineWords change={change} of={formatLine} />}
      steps={[
        !ended &&
          may &&
          change.change.type !== 'fieldType' && {
            label: 'Cancel',
            onClick: () => cancel(change),
            pending: change.isCancelling,
          },
        resumable && { label: 'Resume', onClick: () => resume(change) },
        undoable && { label: 'Undo', onClick: () => undo(change) },
        resumable && { label: 'Keep as is', onClick: onDismiss },
      ]}
      dismiss={ended && !resumable && { label: 'Dismiss', onClick: onDismiss }}
    />
  );
}

export function SpokenBulkChange({ change }: { change: BulkChange }) {
  return <LineWords change={change} of={formatSpokenLine} />;
}

/** Reads segments only for changes of segments, because an early query would shadow the page's prefetched data. */
function LineWords({ change, of }: { change: BulkChange; of: typeof formatLine }) {
  const enabled = change.change.type === 'segments';
  const { data: segments = [] } = useSegments({ enabled });
  return <>{of(change, segments, useFieldsByName())} </>;
}
