import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { teamOptions } from './team-queries';

/** Changes the team by `callAction` and reports failures in a toast. */
export function useTeamChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamOptions.queryKey }),
  });
}
