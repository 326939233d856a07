import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { ActionError, callAction } from '@/components/form/call-action';
import { toast } from '@/components/ui/toast';
import { freeTitle } from './free-title';
import { restoreSegment } from './segment-actions';
import { contactsAndSegments, segmentListOptions } from './segment-queries';

interface Restoring {
  id: string;
  title: string;
  /** New title, if another segment has taken the old one. */
  otherTitle?: string;
}

/** Restores a deleted segment; if its title is taken, offers another one. */
export function useRestoreSegment(): UseMutationResult<unknown, Error, Restoring> {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ id, otherTitle }: Restoring) =>
      callAction(restoreSegment, { id, body: { title: otherTitle } }),
    onSuccess: ({ title }) => void toast.success(`Restored the segment ${title}`),
    onError: (error, restoring) => {
      const { id, title } = restoring;
      const again = (label: string, otherTitle?: string) => ({
        label,
        onClick: () => mutation.mutate({ id, title, otherTitle }),
      });
      const code = error instanceof ActionError ? error.refused.code : undefined;
      if (code !== 'CONFLICT')
        return void toast.error(`Could not restore the segment ${title}`, {
          description: error.message,
          action: code === 'NOT_FOUND' ? undefined : again('Try again', restoring.otherTitle),
        });
      const free = freeTitle(title, queryClient.getQueryData(segmentListOptions().queryKey) ?? []);
      toast.error(`Another segment is now called ${title}`, { action: again(`Restore as ${free}`, free) });
    },
    onSettled: () =>
      Promise.all(contactsAndSegments.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return mutation;
}
