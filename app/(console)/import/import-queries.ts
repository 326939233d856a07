import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ReadError, readData, readPage } from '@/app/data/read-data';
import type {
  ContactImport,
  ImportListMeta,
  ImportRow,
  ImportRowFilter,
  ImportUndoPlan,
} from '@/lib/contract/import';
import { isUnderWay } from './import-state';

/** Polling interval of an import in progress, in milliseconds. */
const WHILE_UNDER_WAY = 500;

export const importListOptions = queryOptions({
  queryKey: ['imports', 'list'],
  queryFn: (context) => readPage<{ data: ContactImport[]; meta: ImportListMeta }>('/data/imports', context),
  staleTime: 0,
  refetchInterval: ({ state: { data, error } }) =>
    !isRefused(error) && data?.data.some(isUnderWay) ? WHILE_UNDER_WAY * 4 : false,
});

const OTHERWISE = 10_000;

/** Imports in progress, started by anyone. */
export const importsUnderWayOptions = queryOptions({
  queryKey: ['imports', 'under-way'],
  queryFn: (context) => readData<ContactImport[]>('/data/imports?underWay=true', context),
  refetchInterval: ({ state: { data, error } }) =>
    isRefused(error) ? false : data?.length ? WHILE_UNDER_WAY * 2 : OTHERWISE,
});

/** One import, polled while it is in progress. */
export function importOptions(id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: (context) => readData<ContactImport>(`/data/imports/${id}`, context),
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      !isRefused(error) && data && isUnderWay(data) ? WHILE_UNDER_WAY : false,
  });
}

const isRefused = (error: Error | null) => error instanceof ReadError && !error.temporary;

/** Rows of an import as they were in that version of it, page after page. Those before stay until the new ones are here. */
export function importRowsOptions(one: ContactImport, outcome: ImportRowFilter | 'all', search: string) {
  const version = isUnderWay(one) ? one.state : one.updatedAt;
  return infiniteQueryOptions({
    queryKey: ['imports', 'rows', one.id, version, outcome, search],
    queryFn: (context) => {
      const query = new URLSearchParams({ after: String(context.pageParam) });
      if (outcome !== 'all') query.set('outcome', outcome);
      if (search) query.set('search', search);
      return readPage<{ data: ImportRow[]; meta: { next: number | null } }>(
        `/data/imports/${one.id}/rows?${query}`,
        context,
      );
    },
    initialPageParam: 0,
    getNextPageParam: (last) => last.meta.next,
    placeholderData: keepPreviousData,
  });
}

/** Effect of an undo, before or after it. */
export function importUndoOptions({ id, updatedAt }: ContactImport) {
  return queryOptions({
    queryKey: ['imports', 'undo', id, updatedAt],
    queryFn: (context) => readData<ImportUndoPlan>(`/data/imports/${id}/undo`, context),
    staleTime: 0,
    gcTime: 0,
  });
}
