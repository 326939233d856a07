import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOperations } from '@/components/hooks/use-operation';
import { toast } from '@/components/ui/toast';
import type { ContactImport } from '@/lib/contract/import';
import { importOptions } from '../import-queries';

/** A mutation that runs, cancels or undoes an import, or resumes a run or undo. A failure shows a toast. */
export function useImportSteps({ id }: ContactImport) {
  const queryClient = useQueryClient();
  const { queryKey } = importOptions(id);
  const run = useOperations('runImport').act;
  const cancel = useOperations('cancelImport').act;
  const undo = useOperations('undoImport').act;
  const steps = { run, cancel, undo };
  return useMutation({
    mutationFn: (step: keyof typeof steps) => steps[step]({ id }),
    onSuccess: async (changed) => {
      // Reads that began before this step are out of date.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, changed);
    },
    onError: (error) => {
      toast.failed('The import has not changed', error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
