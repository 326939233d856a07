import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callAction } from '@/components/form/call-action';
import { toast } from '@/components/ui/toast';
import { serviceKeys } from '../../service-provider';
import { checkConnection, synchronize } from './connection-actions';

const actions = { check: checkConnection, synchronize };

/** Checks the connection or synchronizes the replica, and refreshes the view. */
export function useConnectionActions() {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (name: keyof typeof actions) => callAction(actions[name], undefined),
    async onSuccess(view, name) {
      // A poll that is under way knows less.
      await queryClient.cancelQueries({ queryKey: serviceKeys.service });
      queryClient.setQueryData(serviceKeys.service, view);
      const { can, connection } = view;
      if (name !== 'check') return;
      if (can.change) toast.success('The contacts service is reachable.');
      else toast.error(connection?.lastError?.message ?? 'Waiting for the contacts service.');
    },
    onError: ({ message }) => toast.error(message),
  });
  return {
    check: () => mutate('check'),
    synchronize: () => mutate('synchronize'),
    pending: isPending ? variables : null,
  };
}
