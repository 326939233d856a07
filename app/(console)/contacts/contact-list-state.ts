import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import type { ContactSort } from '@/lib/contract/contact';

/** Columns that the table can be sorted by. */
export const sortableColumns = ['name', 'email', 'company', 'updatedAt'] as const satisfies ContactSort[];
type SortableColumn = (typeof sortableColumns)[number];

const sorts = sortableColumns.flatMap<SortableColumn | `-${SortableColumn}`>((name) => [name, `-${name}`]);

export const pageSizes = [25, 50, 100] as const;

/** Everything about the contact table that stands in the URL. */
export const contactListParsers = {
  search: parseAsString.withDefault(''),
  /** Ids, and `none` for contacts without a segment; any of them. */
  segment: parseAsNativeArrayOf(parseAsString),
  sort: parseAsStringLiteral(sorts).withDefault('-updatedAt'),
  page: parseAsInteger.withDefault(1),
  cursor: parseAsString.withDefault(''),
  size: parseAsNumberLiteral(pageSizes).withDefault(50),
};

export type ContactListState = inferParserType<typeof contactListParsers>;

/** Reads the state from a page's `searchParams`, on the server. */
export const loadContactListState = createLoader(contactListParsers);

/** The query of GET /contacts that answers this state. */
export function contactListSearch(state: ContactListState): URLSearchParams {
  const search = new URLSearchParams();
  const words = state.search.trim();
  if (words) search.set('search', words);
  for (const id of state.segment) search.append('segmentId', id);
  search.set('sort', state.sort);
  search.set('page', String(Math.max(1, state.page)));
  search.set('pageSize', String(state.size));
  if (state.cursor) search.set('cursor', state.cursor);
  return search;
}

/** Whether anything narrows the list. */
export function isFiltered(state: ContactListState): boolean {
  return state.search.trim() !== '' || state.segment.length > 0;
}
