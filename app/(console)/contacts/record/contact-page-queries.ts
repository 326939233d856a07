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

/** When the service last returned the contact, by its id. */
export function lastSeenOptions(id: string) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'one', id, 'last-seen'],
    queryFn: (context) => readData<Record<string, string>>(`/data/last-seen?id=${id}`, context),
  });
}

/** A contact's history: a short first page, then full ones. */
export function historyOptions(id: string) {
  return infiniteQueryOptions({
    queryKey: [...contactKeys.contacts, 'one', id, 'history'],
    queryFn: (context) => {
      const { pageParam: cursor } = context;
      const page = { subjectId: id, pageSize: cursor ? '100' : '20', ...(cursor && { cursor }) };
      const query = new URLSearchParams(page);
      return readPage<ActivityPage>(`/data/activity?${query}`, context);
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.nextCursor,
  });
}
