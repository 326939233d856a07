import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { ApiToken } from '@/lib/contract/token';

export const tokenListOptions = queryOptions({
  queryKey: ['tokens'],
  queryFn: (context) => readData<ApiToken[]>('/data/tokens', context),
});
