/** The filters, order and columns in an address of /contacts, but those `without`, sorted so that views can be compared. */
export function viewSearch(search: string, ...without: string[]): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', ...without]) query.delete(name);
  query.sort();
  return query.toString();
}
