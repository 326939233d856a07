'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { NO_ANSWER } from '@/components/form/use-contract-form';
import { toast } from '@/components/ui/toast';
import type { Segment } from '@/lib/contract/segment';
import { freeTitle } from './free-title';
import { restoreSegment } from './segment-actions';
import { segmentKeys, segmentListOptions } from './segment-queries';

/** Restores a deleted segment and says so; where its title has been taken, offers another one. */
export function useRestoreSegment(): (segment: Pick<Segment, 'id' | 'title'>) => Promise<void> {
  const queryClient = useQueryClient();
  return (segment) => restore(queryClient, segment);
}

/** Id of the message that offers to restore a segment; it goes as soon as somebody does, there or elsewhere. */
export const restoringOffer = (id: string) => `deleted-segment-${id}`;

async function restore(
  queryClient: QueryClient,
  { id, title }: Pick<Segment, 'id' | 'title'>,
  otherTitle?: string,
): Promise<void> {
  toast.dismiss(restoringOffer(id));
  const result = await restoreSegment({ id, body: { title: otherTitle } }).catch(() => ({
    ok: false as const,
    error: NO_ANSWER,
  }));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: segmentKeys.segments }),
    queryClient.invalidateQueries({ queryKey: ['contacts'] }),
  ]);
  const told = (restored: string) => void toast.success(`Restored the segment ${restored}`);
  if (result.ok) return told(result.data.title);
  // It may be back already: by somebody else, or by this very wish, whose answer was lost.
  if (result.error.code === 'NOT_FOUND') {
    const segments = await queryClient.fetchQuery({ ...segmentListOptions(), staleTime: 0 }).catch(() => []);
    const back = segments.find((segment) => segment.id === id);
    if (back) return told(back.title);
  }
  if (result.error.code !== 'CONFLICT')
    return void toast.error(
      result.error === NO_ANSWER
        ? `Whether the segment ${title} was restored is not known`
        : `The segment ${title} was not restored`,
      {
        description: result.error.message,
        action: { label: 'Try again', onClick: () => void restore(queryClient, { id, title }, otherTitle) },
      },
    );
  const segments = await queryClient.ensureQueryData(segmentListOptions()).catch(() => []);
  const free = freeTitle(title, segments);
  toast.error(`There is another segment ${title} by now`, {
    description: 'Two segments cannot have one title. Nothing was restored.',
    // It is the way back, so it stays until it is closed.
    duration: Number.POSITIVE_INFINITY,
    action: {
      label: `Restore as ${free}`,
      onClick: () => void restore(queryClient, { id, title }, free),
    },
  });
}
