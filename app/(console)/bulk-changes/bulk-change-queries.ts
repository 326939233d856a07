import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ReadError, readData } from '@/app/data/read-data';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { BULK_CHANGES_LISTED } from '@/lib/contract/bulk-changes-listed';
import { isUnderWay } from './bulk-change-state';

/** `all` is the prefix of the others; invalidate it after any step of a bulk change. */
export const bulkChangeKeys = {
  all: ['bulk-changes'] as const,
  latest: ['bulk-changes', 'latest'] as const,
  segments: ['bulk-changes', 'segments'] as const,
  deletions: ['bulk-changes', 'deletions'] as const,
};

/** Polling intervals in milliseconds, while a change is running and otherwise. */
const WHILE_UNDER_WAY = 500;
const OTHERWISE = 10_000;

/** The latest bulk changes, and all that are running. */
export function latestBulkChangesOptions() {
  return queryOptions({
    queryKey: bulkChangeKeys.latest,
    queryFn: (context) => readData<BulkChange[]>('/data/bulk-changes/latest', context),
    staleTime: 0,
  });
}

/** Polling interval; none after an error that retrying would not fix. */
export function refetchInterval(changes: readonly BulkChange[] = [], error: Error | null = null) {
  if (error) return error instanceof ReadError && !error.temporary ? false : OTHERWISE;
  return changes.some(isUnderWay) ? WHILE_UNDER_WAY : OTHERWISE;
}

/** Segment changes that can be undone, latest first. */
export function segmentChangesOptions() {
  return queryOptions({
    queryKey: bulkChangeKeys.segments,
    queryFn: (context) => readData<BulkChange[]>('/data/bulk-changes?type=segments&undoable=1', context),
    staleTime: 0,
  });
}

/** Smaller deletions fit on one page of the trash, where they can be selected. */
const LARGE = 100;

/** Large deletions that can be undone, latest first. */
export function largeDeletionsOptions() {
  return infiniteQueryOptions({
    queryKey: bulkChangeKeys.deletions,
    queryFn: (context) => {
      const query = new URLSearchParams({ type: 'delete', undoable: String(LARGE + 1) });
      if (context.pageParam) query.set('before', context.pageParam);
      return readData<BulkChange[]>(`/data/bulk-changes?${query}`, context);
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < BULK_CHANGES_LISTED ? undefined : last.at(-1)?.id),
    staleTime: 0,
  });
}
