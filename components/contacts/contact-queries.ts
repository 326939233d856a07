import type { QueryClient } from '@tanstack/react-query';
import type { inferParserType } from 'nuqs/server';
import type { listParameters } from '@/components/data-table/list-state';
import type { Answer } from '@/components/hooks/console-operations';
import { pagesOptions, readOptions } from '@/components/hooks/use-read';
import type { Contact, ContactInclude } from '@/lib/contract/contact';
import type { Duplicate } from '@/lib/contract/duplicate';
import type { PageMeta } from '@/lib/contract/page';
import { type ContactListState, toListQuery } from './contact-list-state';

/** A contact and its version. */
export interface VersionedContact {
  contact: Contact;
  /** `null` if the service returns no version. */
  etag: string | null;
  /** Whether this page made the change, so that the form adopts the version even while the person types. */
  own?: true;
}

export interface Page<T> {
  data: T[];
  meta: PageMeta;
}

/** A page of contacts, with what the shown columns include. */
export const contactListOptions = (state: ContactListState, include?: ContactInclude[]) =>
  readOptions('listContacts', { query: toListQuery(state, include) });

/** Query options whose `meta` counts all contacts. */
export const allContactsOptions = {
  ...readOptions('listContacts', { query: { pageSize: '1' } }),
  staleTime: 60_000,
};

/** Query options of the seven contacts that match the typed words and were updated last; disabled for blank words. */
export const contactSuggestionsOptions = (words: string) => ({
  ...readOptions('listContacts', { query: { search: words, pageSize: '7', sort: '-updatedAt' } }),
  enabled: words !== '',
});

/** Query options of the five companies that contain the words, those with the most contacts first. */
export const companyCountsOptions = (words: string) =>
  readOptions('countContactValues', { body: { filter: { companyContains: words }, field: 'company' } });

/** Query options of a page of the trash that matches a search. */
export function trashListOptions({ search: words, page, size }: inferParserType<typeof listParameters>) {
  const query = { search: words.trim() || undefined, page: String(page), pageSize: String(size) };
  return readOptions('listTrash', { query });
}

/** Query options of one contact and its version, read again on each mount and window focus. */
export const contactOptions = (id: string) => ({
  ...readOptions('getContact', { id }),
  select: toVersioned,
  refetchOnMount: 'always' as const,
  refetchOnWindowFocus: 'always' as const,
});

/** Separates a contact from its version. */
const toVersioned = ({ data: contact, ...version }: Answer<'getContact'>): VersionedContact => ({
  contact,
  ...version,
});

/** Notes about a contact, latest first. */
export const notesOptions = (id: string) =>
  pagesOptions('listNotes', (cursor) => ({ id, query: { cursor: cursor || undefined } }));

/** Pairs of contacts that are likely the same person, best first. */
export const duplicatesOptions = pagesOptions('listDuplicates', (cursor) => ({
  query: { pageSize: '50', cursor: cursor || undefined },
}));

/** Removes the pairs that match from the cached list of likely duplicates until it is refetched. */
export function dropDuplicates(queryClient: QueryClient, matches: (pair: Duplicate) => boolean): void {
  const { queryKey } = duplicatesOptions;
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (read) =>
      read && {
        ...read,
        pages: read.pages.map((page) => ({ ...page, data: page.data.filter((pair) => !matches(pair)) })),
      },
  );
}

/** Puts a contact into the cache of `contactOptions`. Writes do not answer segments by rule: the last known stay until it is read. */
export function cacheContact(
  queryClient: QueryClient,
  { contact: data, ...version }: VersionedContact,
): void {
  const { queryKey } = readOptions('getContact', { id: data.id });
  queryClient.setQueryData(queryKey, (read) => ({
    data: { ruleSegments: read?.data.ruleSegments, ...data },
    ...version,
  }));
}

/** Removes a deleted or merged contact from cached lists and their totals until they are refetched. */
export function dropFromLists(queryClient: QueryClient, id: string): void {
  queryClient.setQueriesData<Page<Contact>>({ queryKey: ['contacts', 'listContacts'] }, (page) => {
    const data = page?.data.filter((contact) => contact.id !== id) ?? [];
    if (!page || data.length === page.data.length) return page;
    return { data, meta: { ...page.meta, total: page.meta.total - 1 } };
  });
}
