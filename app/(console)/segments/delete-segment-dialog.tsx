import { countOf } from '@/components/data-table/format-count';
import { ConfirmAction } from '@/components/form/confirm-action';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { useOffered } from '../console-providers';
import { deleteSegment } from './segment-actions';
import { contactsAndSegments } from './segment-queries';
import { useRestoreSegment } from './use-restore-segment';

export function DeleteSegmentDialog({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const { id, title, contactCount = 0 } = segment;
  const restorable = useOffered('segments:write', 'restoreSegment');
  const { mutate: restore } = useRestoreSegment();
  const contacts =
    contactCount === 0
      ? 'This segment has no contacts.'
      : `${countOf(contactCount, 'contact keeps its data but leaves', 'contacts keep their data but leave')} this segment.`;
  return (
    <ConfirmAction
      title={`Delete the segment ${title}?`}
      description={`${contacts} ${restorable ? 'You can restore it for 30 days.' : 'This cannot be undone.'}`}
      action="Delete"
      call={(organization) => deleteSegment({ id }, organization)}
      invalidates={contactsAndSegments}
      onDone={() =>
        toast(`Deleted the segment ${title}`, {
          action: restorable ? { label: 'Undo', onClick: () => restore({ id, title }) } : undefined,
        })
      }
      onClose={onClose}
    />
  );
}
