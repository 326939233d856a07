import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { DeletedSegment, Segment } from '@/lib/contract/segment';

/** Prefix of every query of segments; invalidate it when segments or their assignments change. */
export const segmentKeys = { segments: ['segments'] as const };

/** All segments by title, each with its number of contacts. */
export function segmentListOptions() {
  return queryOptions({
    queryKey: segmentKeys.segments,
    queryFn: async ({ signal }) => (await readData<{ data: Segment[] }>('/data/segments', signal)).data,
  });
}

/** Segments that can be restored, latest deletion first. */
export function deletedSegmentListOptions() {
  return queryOptions({
    queryKey: [...segmentKeys.segments, 'deleted'],
    queryFn: async ({ signal }) =>
      (await readData<{ data: DeletedSegment[] }>('/data/deleted-segments', signal)).data,
  });
}

/** Reads again what a change of segments changes: them, and the contacts that are in them. */
export async function refreshSegments(queryClient: QueryClient): Promise<void> {
  await Promise.all(
    [segmentKeys.segments, ['contacts']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
