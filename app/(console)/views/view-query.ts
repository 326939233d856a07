/** What a view keeps of a query of /contacts: filters and order, in one spelling so that views can be compared. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size']) query.delete(name);
  query.sort();
  return query.toString();
}
