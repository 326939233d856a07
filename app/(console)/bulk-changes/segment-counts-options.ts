import { queryOptions } from '@tanstack/react-query';
import { ReadError } from '@/app/data/read-data';
import { NO_ANSWER } from '../contacts/action-failure';
import { countContactSegments } from './bulk-change-actions';
import { type Picked, whichOf } from './picked';

/**
 * How many of what was picked are in each segment. Ids are too many for an address, so an action is asked.
 *
 * @param key Of the component that asks: it asks anew each time.
 */
export function segmentCountsOptions(key: string, picked: Picked) {
  return queryOptions({
    queryKey: ['segment-counts', key],
    queryFn: async () => {
      const result = await countContactSegments(whichOf(picked)).catch(() => NO_ANSWER);
      if (result.ok) return result.data;
      const { message, requestId } = result.error;
      throw new ReadError(message, 'status' in result.error ? result.error.status : 0, requestId);
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
