import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { inferParserType } from 'nuqs/server';
import { readPage } from '@/app/data/read-data';
import type { listParameters } from '@/components/data-table/list-state';
import type { Contact } from '@/lib/contract/contact';
import type { PageMeta } from '@/lib/contract/page';
import type { TrashedContact } from '@/lib/contract/trash';
import { contactsAndSegments } from '../segments/segment-queries';
import { type ContactListState, contactListSearch } from './list/contact-list-state';

export interface Page<T> {
  data: T[];
  meta: PageMeta;
}

/** Prefix of all queries of contacts; invalidate it after any change of them. */
export const contactKeys = { contacts: ['contacts'] as const };

/** Refetches what a change of contacts affects. */
export function invalidateContacts(queryClient: QueryClient): void {
  for (const queryKey of contactsAndSegments) void queryClient.invalidateQueries({ queryKey });
}

/** A page of contacts. Previous rows stay until the new ones arrive. */
export function contactListOptions(state: ContactListState) {
  const search = contactListSearch(state).toString();
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'list', search],
    queryFn: (context) => readPage<Page<Contact>>(`/data/contacts?${search}`, context),
    placeholderData: keepPreviousData,
  });
}

/** A few contacts that match the typed words. */
export function contactSuggestionsOptions(words: string) {
  const search = new URLSearchParams({ search: words, pageSize: '7', sort: '-updatedAt' });
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'suggestions', words],
    queryFn: (context) => readPage<Page<Contact>>(`/data/contacts?${search}`, context),
    enabled: words !== '',
  });
}

export function trashListOptions({ search: words, page, size }: inferParserType<typeof listParameters>) {
  const query = { ...(words.trim() && { search: words.trim() }), page: String(page), pageSize: String(size) };
  const search = new URLSearchParams(query).toString();
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'trash', search],
    queryFn: (context) => readPage<Page<TrashedContact>>(`/data/trash?${search}`, context),
    placeholderData: keepPreviousData,
  });
}

/** Removes a deleted contact from cached lists until they are refetched. */
export function dropFromLists(queryClient: QueryClient, id: string): void {
  for (const kind of ['list', 'suggestions'])
    queryClient.setQueriesData<Page<Contact>>({ queryKey: [...contactKeys.contacts, kind] }, (page) => {
      const data = page?.data.filter((contact) => contact.id !== id) ?? [];
      if (!page || data.length === page.data.length) return page;
      return { data, meta: { ...page.meta, total: page.meta.total - 1 } };
    });
}
