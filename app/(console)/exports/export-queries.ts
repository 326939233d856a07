import { queryOptions } from '@tanstack/react-query';
import { ReadError, readData } from '@/app/data/read-data';
import type { ContactExport } from '@/lib/contract/export';

export const exportsKey = ['exports'] as const;

/** Polling intervals in milliseconds, while a file is being written and otherwise. */
const WHILE_RUNNING = 1_000;
const OTHERWISE = 60_000;

/** Files written in the background, and those that can be downloaded. */
export function exportsOptions() {
  return queryOptions({
    queryKey: exportsKey,
    queryFn: (context) => readData<ContactExport[]>('/data/exports', context),
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof ReadError && !error.temporary) return false;
      return data?.some(({ state }) => state === 'running') ? WHILE_RUNNING : OTHERWISE;
    },
  });
}
