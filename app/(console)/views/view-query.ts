/**
 * What a view keeps of a query of /contacts: filters, order and columns, in one spelling so that views can be compared.
 *
 * @param without Further parameters to leave out.
 */
export function viewQuery(search: string, ...without: string[]): string {
  const query = new URLSearchParams(search);
  for (const name of ['page', 'size', 'contact', ...without]) query.delete(name);
  query.sort();
  return query.toString();
}
