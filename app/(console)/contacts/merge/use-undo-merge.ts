import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { CallError } from '@/components/hooks/call-error';
import { useCan } from '@/components/hooks/use-can';
import { useOperations } from '@/components/hooks/use-operation';
import { useRead } from '@/components/hooks/use-read';
import { toast } from '@/components/ui/toast';

/** Id of a merge's toast, which its undo dismisses: it must not offer Undo again. */
export const mergeToast = (mergeId: string): string => `merge ${mergeId}`;

/** Whether a contact is still merged into another, so that this can be undone. */
export function useIsMerged(from: string | undefined, into: string): boolean {
  const mayUndo = useCan('undoMerge');
  // After an undo, the id of the merged contact no longer leads to the other.
  const { data } = useRead('getContact', { id: String(from) }, { enabled: mayUndo && from !== undefined });
  return data?.data.id === into;
}

/** Undoes merges, given by their ids, latest first, and shows the outcome as a toast. */
export function useUndoMerge(): UseMutationResult<void, Error, readonly string[]> {
  const { act, settle } = useOperations('undoMerge');
  const undo = useMutation({
    async mutationFn(ids: readonly string[]) {
      for (const id of ids) await act({ id });
    },
    onSuccess(_, [id = '']) {
      toast.dismiss(mergeToast(id));
      toast.success('Merge undone');
    },
    onError(error, ids) {
      const isFinal = error instanceof CallError && ['CONFLICT', 'NOT_FOUND'].includes(error.code);
      toast.failed('Could not undo the merge', error, isFinal ? undefined : () => undo.mutate(ids));
    },
    onSettled: settle,
  });
  return undo;
}
