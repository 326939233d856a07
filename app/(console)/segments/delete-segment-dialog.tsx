'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NO_ANSWER } from '@/components/form/use-contract-form';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { useOffered } from '../console-providers';
import { deleteSegment } from './segment-actions';
import { segmentKeys } from './segment-queries';
import { restoringOffer, useRestoreSegment } from './use-restore-segment';

/** Asks before a segment is deleted, and says what that does to its contacts. */
export function DeleteSegmentDialog({ segment, onClose }: { segment: Segment; onClose(): void }) {
  const queryClient = useQueryClient();
  const restorable = useOffered('segments:write', 'restoreSegment');
  const restore = useRestoreSegment();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const after = useRef<HTMLElement>(null);

  async function remove() {
    setPending(true);
    const result = await deleteSegment({ id: segment.id }).catch(() => ({
      ok: false as const,
      error: NO_ANSWER,
    }));
    setPending(false);
    // Somebody else deleted it a moment ago: what was asked for is so.
    if (!result.ok && result.error.code !== 'NOT_FOUND') return setRefusal(result.error.message);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: segmentKeys.segments }),
      queryClient.invalidateQueries({ queryKey: ['contacts'] }),
    ]);
    // Its row is gone, and the button in it.
    after.current = document.getElementById('main');
    const undoable = restorable && result.ok;
    toast(`Deleted the segment ${segment.title}`, {
      id: restoringOffer(segment.id),
      action: undoable ? { label: 'Undo', onClick: () => void restore(segment) } : undefined,
    });
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Delete the segment ${segment.title}?`}
      description={`${consequence(segment.contactCount ?? 0)} ${restorable ? 'It can be restored from below the list.' : 'This cannot be undone.'}`}
      action="Delete"
      pending={pending}
      problem={refusal}
      onConfirm={remove}
      onClose={onClose}
      finalFocus={after}
    />
  );
}

function consequence(count: number): string {
  if (count === 0) return 'No contact is assigned to it.';
  const lose =
    count === 1 ? '1 contact is kept and loses' : `${count.toLocaleString('en')} contacts are kept and lose`;
  return `${lose} this assignment.`;
}
