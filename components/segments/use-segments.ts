import type { UseQueryOptions } from '@tanstack/react-query';
import { readOptions, useRead } from '@/components/hooks/use-read';
import type { Segment } from '@/lib/contract/segment';

const withCounts = { query: { include: 'contactCount' } } as const;

/** All segments by title, with contact counts. */
export const allSegments = readOptions('listSegments', withCounts);

/** All segments with their growth. */
export const growingSegments = readOptions('listSegments', { query: { include: 'growth' } });

export const useSegments = (options?: Pick<UseQueryOptions<Segment[]>, 'enabled' | 'refetchOnMount'>) =>
  useRead('listSegments', withCounts, options);
