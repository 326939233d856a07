import { oneOf, pageNumber, type StateOf, text } from '@/components/data-table/url-state';
import { pageSizes } from '../list/contact-list-state';

/** Everything about the trash that stands in the URL. */
export const trashListParameters = {
  search: text,
  page: pageNumber,
  cursor: text,
  size: oneOf(pageSizes, 50),
};

export type TrashListState = StateOf<typeof trashListParameters>;

/** The query of GET /trash that answers this state. */
export function trashListSearch(state: TrashListState): URLSearchParams {
  const search = new URLSearchParams();
  const words = state.search.trim();
  if (words) search.set('search', words);
  search.set('page', String(state.page));
  search.set('pageSize', String(state.size));
  if (state.cursor) search.set('cursor', state.cursor);
  return search;
}
