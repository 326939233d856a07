import { queryOptions } from '@tanstack/react-query';
import { callAction, UNREACHABLE } from '@/components/form/call-action';
import { countContactSegments } from './bulk-change-actions';
import { type SelectedContacts, selectorOf } from './selected-contacts';

/**
 * Counts the selected contacts by segment, with an action: the ids do not fit into a URL.
 *
 * @param key Identifies the component; each one counts again.
 */
export function segmentCountsOptions(key: string, contacts: SelectedContacts) {
  return queryOptions({
    queryKey: ['segment-counts', key],
    queryFn: () => callAction(countContactSegments, selectorOf(contacts), UNREACHABLE),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
