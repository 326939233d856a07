import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { readData, readPage } from '@/app/data/read-data';
import type { Redemption } from '@/lib/contract/contact';
import type { ActivityPage } from '../../activity/activity-queries';
import { contactKeys } from '../contact-queries';
import type { VersionedContact } from '../form/contact-save';

/** One contact and its version, always refetched. */
export function contactOptions(id: string) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'one', id],
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    queryFn: (context) => readData<VersionedContact>(`/data/contacts/${id}`, context),
  });
}

export function redemptionsOptions(id: string) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'one', id, 'redemptions'],
    queryFn: (context) => readData<Redemption[]>(`/data/contacts/${id}/redemptions`, context),
  });
}

/** Query for a page of a contact's history: a short first page (blank cursor), then full ones. */
function historyQuery(id: string, cursor: string): URLSearchParams {
  const query = new URLSearchParams({ subjectId: id, pageSize: cursor ? '100' : '20' });
  if (cursor) query.set('cursor', cursor);
  return query;
}

export function historyOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: [...contactKeys.contacts, 'one', id, 'history'],
    queryFn: (context) =>
      readPage<ActivityPage>(`/data/activity?${historyQuery(id, context.pageParam)}`, context),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.nextCursor,
  });
}
