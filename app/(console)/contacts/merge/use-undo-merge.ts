import { useOperation } from '@/components/hooks/use-operation';
import { contactName } from '@/components/text/contact-name';
import { toast } from '@/components/ui/toast';

/** Returns a function that undoes a merge by its id and shows the outcome as a toast. */
export function useUndoMerge() {
  const { mutate, isPending } = useOperation('undoMerge', {
    onSuccess: ({ restored }) => toast.success(`${contactName(restored)} is back`),
    onError(error, input) {
      const isFinal = error.code === 'CONFLICT' || error.code === 'NOT_FOUND';
      toast.failed('Could not undo the merge', error, isFinal ? undefined : () => mutate(input));
    },
  });
  return { undoMerge: (id: string) => mutate({ id }), isPending };
}
