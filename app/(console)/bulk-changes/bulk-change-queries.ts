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

/** Whether it, or its undoing, is not at its end, and nobody has left it there. */
export function isInterrupted({ state }: BulkChange): boolean {
  return state === 'running' || state === 'undoing';
}
