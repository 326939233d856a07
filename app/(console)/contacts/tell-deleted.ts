import type { QueryClient } from '@tanstack/react-query';
import { countOf, formatCount } from '@/components/data-table/format-count';
import { toast } from '@/components/ui/toast';
import { segmentKeys } from '../segments/segment-queries';
import { failureText, NO_ANSWER } from './action-failure';
import { contactKeys } from './contact-queries';
import { restoreDeletion } from './delete-actions';
import type { BulkDeletion } from './delete-in-chunks';

/** Says in a toast what was deleted, with Undo. */
export function tellDeleted({ removed, done, deletionIds }: BulkDeletion, queryClient: QueryClient): void {
  const gone = done.length - removed;
  const title = removed === 0 ? 'Nothing was deleted' : `${countOf(removed, 'contact')} deleted`;
  const description =
    gone === 0 ? 'In the trash.' : `${countOf(gone, 'contact was', 'contacts were')} already gone.`;
  if (deletionIds.length === 0) {
    toast(title, { description });
    return;
  }
  toast(title, {
    description,
    action: { label: 'Undo', onClick: () => void undo(deletionIds, queryClient) },
  });
}

/** Restores one deletion after the other, and says plainly what is back and what is not. */
async function undo(deletionIds: readonly string[], queryClient: QueryClient): Promise<void> {
  const progress = toast.loading('Restoring …');
  let restored = 0;
  let conflicts = 0;
  let failure: string | null = null;
  const left = [...deletionIds];
  for (const deletionId of deletionIds) {
    const result = await restoreDeletion({ deletionId }).catch(() => NO_ANSWER);
    if (!result.ok) {
      failure = failureText(result.error);
      break;
    }
    restored += result.data.count;
    conflicts += result.data.conflicts.length;
    left.shift();
  }
  void queryClient.invalidateQueries({ queryKey: contactKeys.contacts });
  void queryClient.invalidateQueries({ queryKey: segmentKeys.segments });
  if (failure) {
    toast.error(restored > 0 ? `${countOf(restored, 'contact')} restored, then it stopped` : 'Not restored', {
      id: progress,
      description: failure,
      action: { label: 'Try again', onClick: () => void undo(left, queryClient) },
    });
  } else if (conflicts > 0) {
    toast.warning(`${countOf(restored, 'contact')} restored`, {
      id: progress,
      description: `${formatCount(conflicts)} stay${conflicts === 1 ? 's' : ''} in the trash: another contact has taken the email or phone.`,
    });
  } else {
    toast.success(`${countOf(restored, 'contact')} restored`, { id: progress });
  }
}
