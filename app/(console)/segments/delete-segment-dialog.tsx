'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { countOf } from '@/components/data-table/format-count';
import { ActionError, callAction } from '@/components/form/call-action';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { useOffered } from '../console-providers';
import { deleteSegment } from './segment-actions';
import { refreshSegments } from './segment-queries';
import { useRestoreSegment } from './use-restore-segment';

/** Confirms the deletion of a segment. */
export function DeleteSegmentDialog({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const { id, title, contactCount = 0 } = segment;
  const queryClient = useQueryClient();
  const restorable = useOffered('segments:write', 'restoreSegment');
  const { mutate: restore } = useRestoreSegment();
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      callAction(deleteSegment({ id })).catch((cause: unknown) => {
        // Someone else has already deleted it.
        if (!(cause instanceof ActionError) || cause.refused.code !== 'NOT_FOUND') throw cause;
      }),
    onSuccess: async () => {
      await refreshSegments(queryClient);
      toast(`Deleted the segment ${title}`, {
        action: restorable ? { label: 'Undo', onClick: () => restore({ id, title }) } : undefined,
      });
      onClose();
    },
  });
  const contacts =
    contactCount === 0
      ? 'This segment has no contacts.'
      : `${countOf(contactCount, 'contact keeps its data but leaves', 'contacts keep their data but leave')} this segment.`;
  return (
    <ConfirmDialog
      title={`Delete the segment ${title}?`}
      description={`${contacts} ${restorable ? 'You can restore it for 30 days.' : 'This cannot be undone.'}`}
      action="Delete"
      pending={isPending}
      problem={error?.message}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}
