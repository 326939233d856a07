import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import { BULK_CHANGES_LISTED, type BulkChange } from '@/lib/contract/bulk-change';

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

/** Fewer stand on a page of the trash, where they can be selected. */
const LARGE = 100;

/** The query of GET /bulk-changes that finds deletions of many contacts, by whomever, made before that one; a blank: the latest. */
export function largeDeletionsQuery(before: string): URLSearchParams {
  const query = new URLSearchParams({ type: 'delete', undoable: String(LARGE + 1) });
  if (before) query.set('before', before);
  return query;
}

/** The deletions of many contacts that can be put back, by whomever, latest first. */
export function largeDeletionsOptions() {
  return infiniteQueryOptions({
    queryKey: [...bulkChangeListOptions().queryKey, 'large deletions'],
    queryFn: async ({ signal, pageParam }) => {
      const path = `/data/bulk-changes/by-everybody?${largeDeletionsQuery(pageParam)}`;
      return (await readData<{ data: BulkChange[] }>(path, signal)).data;
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < BULK_CHANGES_LISTED ? undefined : last.at(-1)?.id),
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
