import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAction } from '@/components/hooks/call-action';
import { readOptions } from '@/components/hooks/use-read';
import { toast } from '@/components/ui/toast';
import { checkConnection, synchronize } from './connection-actions';

const actions = { check: checkConnection, synchronize };

/**
 * Functions that check the connection or synchronize the replica, and refresh the view. Failures, and the result of a
 * check, show as a toast.
 */
export function useConnectionActions() {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (name: keyof typeof actions) => callAction(actions[name], undefined),
    async onSuccess(view, name) {
      const { queryKey } = readOptions('getService', {});
      // Cancel a poll under way, whose result is older.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, view);
      if (name !== 'check') return;
      if (view.can.includes('change')) toast.success('The contacts service is reachable.');
      else toast.error(view.connection?.lastError?.message ?? 'Waiting for the contacts service.');
    },
    onError: (error) => toast.failed(null, error),
  });
  return {
    check: () => mutate('check'),
    synchronize: () => mutate('synchronize'),
    pending: isPending ? variables : null,
  };
}
