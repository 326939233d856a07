import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ActionResult } from '@/app/action';
import { type ActionError, callAction } from '@/components/form/call-action';
import { toast } from '@/components/ui/toast';
import { teamOptions } from './team-queries';

export type TeamChange<T> = (organization: string) => Promise<ActionResult<T>>;

/** Changes the team and reports failures in a toast. */
export function useTeamChange() {
  const queryClient = useQueryClient();
  return useMutation<unknown, ActionError, TeamChange<unknown>>({
    mutationFn: (call) => callAction((_, organization) => call(organization), undefined),
    onError: ({ refused }) => toast.error(refused.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamOptions().queryKey }),
  });
}
