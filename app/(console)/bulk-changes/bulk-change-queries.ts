import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { BulkChange } from '@/lib/contract/bulk-change';

/** The latest bulk changes of who is signed in, latest first. Throws a `ReadError`. */
export async function readBulkChanges(signal = new AbortController().signal): Promise<BulkChange[]> {
  return (await readData<{ data: BulkChange[] }>('/data/bulk-changes', signal)).data;
}

export function bulkChangeListOptions() {
  return queryOptions({
    queryKey: ['bulk-changes'],
    queryFn: ({ signal }) => readBulkChanges(signal),
    staleTime: 0,
  });
}

/** The latest bulk changes of everybody, latest first. */
export function everybodysBulkChangeListOptions() {
  return queryOptions({
    queryKey: [...bulkChangeListOptions().queryKey, 'everybody'],
    queryFn: async ({ signal }) =>
      (await readData<{ data: BulkChange[] }>('/data/bulk-changes?by=everybody', signal)).data,
    staleTime: 0,
  });
}

/** Who has not gone on with it in a day does not want to be asked again, in milliseconds. */
const OFFERED_FOR = 24 * 60 * 60_000;

/** What has not moved for so long is carried on by nobody, as far as others can tell, in milliseconds. */
const GIVEN_UP_AFTER = 60_000;

/** Whether somebody seems to be carrying it, or its undoing, on just now. */
export function isMoving({ state, updatedAt }: BulkChange): boolean {
  return (state === 'running' || state === 'undoing') && Date.now() - Date.parse(updatedAt) < GIVEN_UP_AFTER;
}

/** Whether it, or its undoing, is not at its end, and nobody has left it there. */
export function isInterrupted({ state, updatedAt }: BulkChange): boolean {
  return (state === 'running' || state === 'undoing') && Date.now() - Date.parse(updatedAt) < OFFERED_FOR;
}
