import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAction } from '@/components/form/call-action';
import { toast } from '@/components/ui/toast';
import type { ContactImport } from '@/lib/contract/import';
import { cancelImport, runImport, undoImport } from '../import-actions';
import { importOptions } from '../import-queries';

const steps = { run: runImport, cancel: cancelImport, undo: undoImport };

/** Runs, cancels and undoes an import. */
export function useImportSteps({ id }: ContactImport) {
  const queryClient = useQueryClient();
  const { queryKey } = importOptions(id);
  return useMutation({
    mutationFn: (step: keyof typeof steps) => callAction(steps[step], { id }),
    onSuccess: async (changed) => {
      // Reads that began before this step are out of date.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, changed);
    },
    onError: ({ message }) => {
      toast.error('The import has not changed', { description: message });
      void queryClient.invalidateQueries({ queryKey });
    },
  });
}
