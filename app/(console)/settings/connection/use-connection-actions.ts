'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { failureText, NO_ANSWER } from '../../contacts/action-failure';
import { serviceKeys } from '../../service-queries';
import { checkConnection, synchronize } from './connection-actions';

const actions = { check: checkConnection, synchronize };

/** Checks the connection or synchronizes the replica, and refreshes the view. */
export function useConnectionActions() {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: (name: keyof typeof actions) => actions[name](undefined).catch(() => NO_ANSWER),
    onSuccess(result, name) {
      if (!result.ok) return void toast.error(failureText(result.error));
      queryClient.setQueryData(serviceKeys.service, result.data);
      const { can, connection } = result.data;
      if (name !== 'check') return;
      if (can.change) toast.success('The contacts service is reachable.');
      else toast.error(connection?.lastError?.message ?? 'Waiting for the contacts service.');
    },
  });
  return {
    check: () => mutate('check'),
    synchronize: () => mutate('synchronize'),
    pending: isPending ? variables : null,
  };
}
