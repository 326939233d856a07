import { oneOf, pageNumber, type StateOf, text, texts } from '@/components/data-table/url-state';
import type { ContactSort } from '@/lib/contract/contact';

/** Columns that the table can be sorted by. */
export const sortableColumns = ['name', 'email', 'company', 'updatedAt'] as const satisfies ContactSort[];
type SortableColumn = (typeof sortableColumns)[number];

const sorts = sortableColumns.flatMap<SortableColumn | `-${SortableColumn}`>((name) => [name, `-${name}`]);

export const DEFAULT_SORT = '-updatedAt';

export const pageSizes = [25, 50, 100] as const;

/** Everything about the contact table that stands in the URL. */
export const contactListParameters = {
  search: text,
  /** Ids, and `none` for contacts without a segment. */
  segment: texts,
  /** Whether contacts in any of them are listed, or those in none. */
  segmentMatch: oneOf(['any', 'none'], 'any'),
  sort: oneOf(sorts, DEFAULT_SORT),
  page: pageNumber,
  cursor: text,
  size: oneOf(pageSizes, 50),
};

export type ContactListState = StateOf<typeof contactListParameters>;

/** More matches are counted once their rows are shown. */
const COUNTED_AT_ONCE = 1_000;

/** The query of GET /contacts that answers this state. */
export function contactListSearch(state: ContactListState): URLSearchParams {
  const search = narrowingSearch(state);
  search.set('sort', state.sort);
  search.set('page', String(state.page));
  search.set('pageSize', String(state.size));
  if (state.cursor) search.set('cursor', state.cursor);
  if (isFiltered(state)) search.set('countLimit', String(COUNTED_AT_ONCE));
  return search;
}

/** The one that tells how many there are. */
export function contactTotalSearch(state: ContactListState): URLSearchParams {
  const search = narrowingSearch(state);
  search.set('pageSize', '1');
  return search;
}

function narrowingSearch(state: ContactListState): URLSearchParams {
  const search = new URLSearchParams();
  const words = state.search.trim();
  if (words) search.set('search', words);
  for (const id of state.segment) search.append('segmentId', id);
  // Of no segments it says nothing; without it the answer is one that is known.
  if (state.segment.length > 0 && state.segmentMatch === 'none') search.set('segmentMatch', 'none');
  return search;
}

/** Whether anything narrows the list. */
export function isFiltered(state: ContactListState): boolean {
  return state.search.trim() !== '' || state.segment.length > 0;
}
