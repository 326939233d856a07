import { ConfirmAction } from '@/components/form/confirm-action';
import { useCan } from '@/components/hooks/use-can';
import { useOperation } from '@/components/hooks/use-operation';
import { useRestoreSegment } from '@/components/segments/use-restore-segment';
import { formatCountOf } from '@/components/text/format-count';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';

interface DeleteSegmentDialogProps {
  segment: Segment;
  onDeleted?(): void;
  onClose(): void;
}

/** Confirms the deletion of a segment, then offers Undo if the service can restore it. */
export function DeleteSegmentDialog({ segment, onDeleted, onClose }: DeleteSegmentDialogProps) {
  const { id, title, contactCount = 0 } = segment;
  const restorable = useCan('restoreSegment');
  const { mutateAsync: deleteSegment } = useOperation('deleteSegment');
  const { restore } = useRestoreSegment();
  const contacts =
    contactCount === 0
      ? 'This segment has no contacts.'
      : `${formatCountOf(contactCount, 'contact keeps its data but leaves', 'contacts keep their data but leave')} this segment.`;
  return (
    <ConfirmAction
      title={`Delete segment ${title}?`}
      description={`${contacts} ${restorable ? 'You can restore it within 30 days.' : 'This cannot be undone.'}`}
      action="Delete"
      run={() => deleteSegment({ id })}
      onDone={() => {
        onDeleted?.();
        toast.success(`Deleted segment ${title}`, {
          action: restorable ? { label: 'Undo', onClick: () => void restore({ id, title }) } : undefined,
        });
      }}
      onClose={onClose}
    />
  );
}
