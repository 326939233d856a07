import { queryOptions } from '@tanstack/react-query';
import { ReadError, readData } from '@/app/data/read-data';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isUnderWay } from './bulk-change-state';

/** Prefix of all queries of bulk changes; invalidate it after any step of one. */
export const bulkChangeKeys = { all: ['bulk-changes'] as const };

/** Polling intervals in milliseconds, while a change is running and otherwise. */
const WHILE_UNDER_WAY = 500;
const OTHERWISE = 10_000;

/** The latest bulk changes, and all that are running. */
export const latestBulkChangesOptions = queryOptions({
  queryKey: [...bulkChangeKeys.all, 'latest'],
  queryFn: (context) => readData<BulkChange[]>('/data/bulk-changes/latest', context),
  staleTime: 0,
});

/** Polling interval; none after an error that retrying would not fix. */
export function refetchInterval(changes: readonly BulkChange[] = [], error: Error | null = null) {
  if (error) return error instanceof ReadError && !error.temporary ? false : OTHERWISE;
  return changes.some(isUnderWay) ? WHILE_UNDER_WAY : OTHERWISE;
}

/** Smaller deletions fit on one page of the trash, where they can be selected. */
const LARGE = 100;

/** Changes that can still be undone, latest first; of deletions only large ones. */
export function undoableChangesOptions(type: 'segments' | 'delete') {
  const fewest = type === 'delete' ? LARGE + 1 : 1;
  return queryOptions({
    queryKey: [...bulkChangeKeys.all, 'undoable', type],
    queryFn: (context) =>
      readData<BulkChange[]>(`/data/bulk-changes?type=${type}&undoable=${fewest}`, context),
    staleTime: 0,
  });
}
