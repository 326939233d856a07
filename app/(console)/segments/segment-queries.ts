import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { DeletedSegment, Segment } from '@/lib/contract/segment';

/** Key prefix of all segment queries; invalidate it when segments or assignments change. */
export const segmentKeys = { segments: ['segments'] as const };

/** All segments by title, with contact counts. */
export function segmentListOptions() {
  return queryOptions({
    queryKey: segmentKeys.segments,
    queryFn: (context) => readData<Segment[]>('/data/segments?include=contactCount', context),
  });
}

/** Deleted segments, latest first. */
export const deletedSegmentListOptions = queryOptions({
  queryKey: [...segmentKeys.segments, 'deleted'],
  queryFn: (context) => readData<DeletedSegment[]>('/data/deleted-segments', context),
});

/** Query keys that a change of segments, or of who is in them, affects. */
export const contactsAndSegments = [segmentKeys.segments, ['contacts']];
