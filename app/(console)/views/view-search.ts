/**
 * The query of a URL of /contacts without page, page size, open contact and the parameters `without`. Sorted, so that views
 * can be compared.
 */
export function viewSearch(search: string, ...without: string[]): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', ...without]) query.delete(name);
  query.sort();
  return query.toString();
}
