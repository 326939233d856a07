/** The filters, sort order and columns in a URL of /contacts, except `without`. Sorted, so that views can be compared. */
export function viewSearch(search: string, ...without: string[]): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', ...without]) query.delete(name);
  query.sort();
  return query.toString();
}
