/** The part of a query of /contacts that is saved with a view: filters and order, in one spelling. */
export function narrowingQuery(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size']) query.delete(name);
  query.sort();
  return query.toString();
}
