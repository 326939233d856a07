import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input } from '@/components/hooks/console-operations';
import { useOperations } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import { importOptions } from '../import-queries';

/**
 * Corrects rows of a planned import, which plans only these again. Runs in sequence, because each builds on the last plan.
 * A failure shows a toast.
 */
export function useCorrections(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = importOptions(id);
  const correct = useOperations('correctImport').act;
  return useMutation({
    scope: { id: `import-${id}` },
    mutationFn: (body: Input<'correctImport'>['body']) => correct({ id, body }),
    onSuccess: async (changed) => {
      // Reads that began before this correction are out of date.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, changed);
    },
    onError: (error) => {
      toast.failed('The row has not changed', error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
