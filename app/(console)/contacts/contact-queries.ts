import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { Contact } from '@/lib/contract/contact';
import type { PageMeta } from '@/lib/contract/page';
import type { TrashedContact } from '@/lib/contract/trash';
import { type ContactListState, contactListSearch } from './contact-list-state';
import { type TrashListState, trashListSearch } from './trash/trash-list-state';

export interface Page<T> {
  data: T[];
  meta: PageMeta;
}

/** Invalidate `contacts` after any change of contacts: it is the prefix of all of them. */
export const contactKeys = {
  contacts: ['contacts'] as const,
  list: (search: string) => ['contacts', 'list', search] as const,
  suggestions: (words: string) => ['contacts', 'suggestions', words] as const,
  trash: (search: string) => ['contacts', 'trash', search] as const,
};

/** A page of contacts. The rows before stay until the new ones are here. */
export function contactListOptions(state: ContactListState) {
  const search = contactListSearch(state).toString();
  return queryOptions({
    queryKey: contactKeys.list(search),
    queryFn: ({ signal }) => readData<Page<Contact>>(`/data/contacts?${search}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** The few contacts to offer while somebody types; none for no words. */
export function contactSuggestionsOptions(words: string) {
  const search = new URLSearchParams({ search: words, pageSize: '7' });
  return queryOptions({
    queryKey: contactKeys.suggestions(words),
    queryFn: ({ signal }) => readData<Page<Contact>>(`/data/contacts?${search}`, signal),
    enabled: words !== '',
  });
}

/** A page of the trash. */
export function trashListOptions(state: TrashListState) {
  const search = trashListSearch(state).toString();
  return queryOptions({
    queryKey: contactKeys.trash(search),
    queryFn: ({ signal }) => readData<Page<TrashedContact>>(`/data/trash?${search}`, signal),
    placeholderData: keepPreviousData,
  });
}
