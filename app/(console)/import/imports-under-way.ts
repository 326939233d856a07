import { queryOptions } from '@tanstack/react-query';
import { CallError, isTemporary } from '@/components/hooks/call-error';
import { readOptions } from '@/components/hooks/use-read';

/** Polling intervals in milliseconds, while an import is in progress and otherwise. */
export const WHILE_UNDER_WAY = 500;
const OTHERWISE = 10_000;

/** Imports in progress, started by anyone. Apart from other reads of imports, because every page polls it. */
export const importsUnderWayOptions = queryOptions({
  ...readOptions('listImports', { query: { underWay: 'true' } }),
  refetchInterval: ({ state: { data, error } }) =>
    isRefused(error) ? false : data?.data.length ? WHILE_UNDER_WAY * 2 : OTHERWISE,
});

export const isRefused = (error: Error | null) => error instanceof CallError && !isTemporary(error);
