import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ReadError, readData } from '@/app/data/read-data';
import type { ContactImport, ImportRow, ImportRowFilter, ImportUndoPlan } from '@/lib/contract/import';
import { isUnderWay } from './import-state';

/** `list` and `one` are prefixes of nothing else; rows and undo plan are below `one`. */
export const importKeys = {
  list: ['imports', 'list'] as const,
  underWay: ['imports', 'under-way'] as const,
  one: (id: string) => ['imports', 'one', id] as const,
};

/** Milliseconds between two looks at an import under way. */
const WHILE_UNDER_WAY = 500;

/** The latest imports. */
export function importListOptions() {
  return queryOptions({
    queryKey: importKeys.list,
    queryFn: async ({ signal }) => (await readData<{ data: ContactImport[] }>('/data/imports', signal)).data,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      !isRefused(error) && data?.some(isUnderWay) ? WHILE_UNDER_WAY * 4 : false,
  });
}

const OTHERWISE = 10_000;

/** Imports that the server works on, whoever started them. */
export function importsUnderWayOptions() {
  return queryOptions({
    queryKey: importKeys.underWay,
    queryFn: async ({ signal }) =>
      (await readData<{ data: ContactImport[] }>('/data/imports?underWay=true', signal)).data,
    refetchInterval: ({ state: { data, error } }) =>
      isRefused(error) ? false : data?.length ? WHILE_UNDER_WAY * 2 : OTHERWISE,
  });
}

/** One import, again and again while it is under way. */
export function importOptions(id: string) {
  return queryOptions({
    queryKey: importKeys.one(id),
    queryFn: async ({ signal }) =>
      (await readData<{ data: ContactImport }>(`/data/imports/${id}`, signal)).data,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      !isRefused(error) && data && isUnderWay(data) ? WHILE_UNDER_WAY : false,
  });
}

const isRefused = (error: Error | null) => error instanceof ReadError && !error.temporary;

export interface ImportRows {
  data: ImportRow[];
  meta: { next: number | null };
}

/** Which rows of an import are listed. */
export interface RowsShown {
  outcome: ImportRowFilter | 'all';
  search: string;
}

export function importRowsQuery({ outcome, search }: RowsShown, after: number): URLSearchParams {
  const query = new URLSearchParams({ after: String(after) });
  if (outcome !== 'all') query.set('outcome', outcome);
  if (search) query.set('search', search);
  return query;
}

/** Rows of an import as they were in that version of it, page after page. Those before stay until the new ones are here. */
export function importRowsOptions(one: ContactImport, shown: RowsShown) {
  const version = isUnderWay(one) ? one.state : one.updatedAt;
  return infiniteQueryOptions({
    queryKey: ['imports', 'rows', one.id, version, shown.outcome, shown.search],
    queryFn: ({ signal, pageParam }) =>
      readData<ImportRows>(`/data/imports/${one.id}/rows?${importRowsQuery(shown, pageParam)}`, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.meta.next,
    placeholderData: keepPreviousData,
  });
}

/** What undoing an import would do now, or has done. */
export function importUndoOptions({ id, updatedAt }: ContactImport) {
  return queryOptions({
    queryKey: ['imports', 'undo', id, updatedAt],
    queryFn: async ({ signal }) =>
      (await readData<{ data: ImportUndoPlan }>(`/data/imports/${id}/undo`, signal)).data,
    staleTime: 0,
    gcTime: 0,
  });
}
