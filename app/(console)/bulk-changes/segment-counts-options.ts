import { queryOptions } from '@tanstack/react-query';
import { ReadError } from '@/app/data/read-data';
import { NO_ANSWER } from '../contacts/action-failure';
import { countContactSegments } from './bulk-change-actions';
import { type SelectedContacts, selectorOf } from './selected-contacts';

/**
 * Counts the selected contacts by segment, with an action: the ids do not fit into a URL.
 *
 * @param key Identifies the component, so that each one counts anew.
 */
export function segmentCountsOptions(key: string, contacts: SelectedContacts) {
  return queryOptions({
    queryKey: ['segment-counts', key],
    queryFn: async () => {
      const result = await countContactSegments(selectorOf(contacts)).catch(() => NO_ANSWER);
      if (result.ok) return result.data;
      const { message, requestId } = result.error;
      throw new ReadError(message, 'status' in result.error ? result.error.status : 0, requestId);
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
