import {
  createLoader,
  type inferParserType,
  parseAsInteger,
  parseAsNumberLiteral,
  parseAsString,
} from 'nuqs/server';
import { pageSizes } from '../contact-list-state';

/** Everything about the trash that stands in the URL. */
export const trashListParsers = {
  search: parseAsString.withDefault(''),
  page: parseAsInteger.withDefault(1),
  cursor: parseAsString.withDefault(''),
  size: parseAsNumberLiteral(pageSizes).withDefault(50),
};

export type TrashListState = inferParserType<typeof trashListParsers>;

/** Reads the state from a page's `searchParams`, on the server. */
export const loadTrashListState = createLoader(trashListParsers);

/** The query of GET /trash that answers this state. */
export function trashListSearch(state: TrashListState): URLSearchParams {
  const search = new URLSearchParams();
  const words = state.search.trim();
  if (words) search.set('search', words);
  search.set('page', String(Math.max(1, state.page)));
  search.set('pageSize', String(state.size));
  if (state.cursor) search.set('cursor', state.cursor);
  return search;
}
