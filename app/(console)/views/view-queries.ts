import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { SavedView } from '@/lib/contract/saved-view';

/** The person's saved views, then shared ones. */
export function viewListOptions() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: (context) => readData<SavedView[]>('/data/views', context),
  });
}

/** The filters, order and columns in an address of /contacts, but those `without`, sorted so that views can be compared. */
export function viewSearch(search: string, ...without: string[]): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', ...without]) query.delete(name);
  query.sort();
  return query.toString();
}
