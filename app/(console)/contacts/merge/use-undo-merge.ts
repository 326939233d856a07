import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { CallError } from '@/components/hooks/call-error';
import { useOperations } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';

/** Id of a merge's toast, which its undo dismisses: it must not offer Undo again. */
export const mergeToast = (mergeId: string): string => `merge ${mergeId}`;

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
