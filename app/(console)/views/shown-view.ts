import { useSearchParams } from 'next/navigation';
import { createSerializer } from 'nuqs/server';
import { displayParameters, type UrlDisplay } from '@/components/data-table/list-state';
import { useRead } from '@/components/hooks/use-read';
import type { SavedView } from '@/lib/contract/saved-view';

const serialize = createSerializer(displayParameters);

/** The query of a URL of /contacts without page, page size, open contact and saved view. */
export function viewSearch(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', 'view', 'rule']) query.delete(name);
  // Sorted, so that views can be compared.
  query.sort();
  return query.toString();
}

/** The query to save for a URL: its filters and sort order with the display of the table. */
export const savedSearch = (search: string, display: UrlDisplay): string =>
  viewSearch(serialize(`?${viewSearch(search)}`, display));

export const viewHref = ({ id, query }: Pick<SavedView, 'id' | 'query'>): string =>
  `/contacts?view=${id}&${query}`;

/** The saved view that the contact list shows: the one that was opened, else one with the same query. */
export function findShownView(views: readonly SavedView[], search: string): SavedView | undefined {
  const id = new URLSearchParams(search).get('view');
  return (
    views.find((view) => view.id === id) ??
    views.find(({ query }) => viewSearch(query) === viewSearch(search))
  );
}

/** The query of the contact list, the saved view that it shows, if any, and whether the two differ by now. */
export function useShownView() {
  const search = useSearchParams().toString();
  const query = viewSearch(search);
  const { data: views = [] } = useRead('listSavedViews', {});
  const view = findShownView(views, search);
  return { query, view, edited: view !== undefined && viewSearch(view.query) !== query };
}
