import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { ApiToken } from '@/lib/contract/token';

/** All API tokens, without their secrets. */
export function tokenListOptions() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => (await readData<{ data: ApiToken[] }>('/data/tokens', signal)).data,
  });
}
