import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchRead, readOptions } from '@/components/hooks/use-read';
import type { ContactImport, ImportRowFilter } from '@/lib/contract/import';
import { isUnderWay } from './import-state';
import { isRefused, WHILE_UNDER_WAY } from './imports-under-way';

/** Polling interval of the first reads, in milliseconds, because a small file is planned in a moment. */
const AT_FIRST = 100;
const FIRST_READS = 5;

export const importListOptions = queryOptions({
  ...readOptions('listImports', {}),
  staleTime: 0,
  refetchInterval: ({ state: { data, error } }) =>
    !isRefused(error) && data?.data.some(isUnderWay) ? WHILE_UNDER_WAY * 4 : false,
});

/** Query options of one import, polled while it is in progress unless a read is refused. */
export function importOptions(id: string) {
  return queryOptions({
    ...readOptions('getImport', { id }),
    staleTime: 0,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (isRefused(error) || !data || !isUnderWay(data)) return false;
      return dataUpdateCount <= FIRST_READS ? AT_FIRST : WHILE_UNDER_WAY;
    },
  });
}

/**
 * Query options of the rows of this version of an import, page after page. Rows of the previous version stay until the new
 * ones arrive.
 */
export function importRowsOptions(one: ContactImport, outcome: ImportRowFilter | 'all', search: string) {
  const { id } = one;
  const version = isUnderWay(one) ? one.state : one.updatedAt;
  const query = { outcome: outcome === 'all' ? undefined : outcome, search: search || undefined };
  const { queryKey } = readOptions('listImportRows', { id, query });
  return infiniteQueryOptions({
    queryKey: [...queryKey, version],
    queryFn: ({ pageParam, signal }) =>
      fetchRead('listImportRows', { id, query: { ...query, after: String(pageParam) } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last.meta.next,
    placeholderData: keepPreviousData,
  });
}

/** Query options of the effect of an undo, before or after it runs; read anew for each use. */
export const importUndoOptions = ({ id, updatedAt }: ContactImport) =>
  queryOptions({
    ...readOptions('getImportUndoPlan', { id }),
    queryKey: [...readOptions('getImportUndoPlan', { id }).queryKey, updatedAt],
    staleTime: 0,
    gcTime: 0,
  });
