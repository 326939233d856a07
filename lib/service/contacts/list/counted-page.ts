import type { ContactListQuery } from '@/lib/contract/contact';
import { parameters, type RequestContext, runScoped } from '@/lib/service/statement';
import { type ContactFilter, matching } from './contact-filter';
import { ask, columnsOf, NO_PAGE, type Page, type Place, pageOf } from './contact-page';

/** How many match, up to one more than the limit, and a page of them where they are no more than that. */
export async function countedPage(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  limit: number,
): Promise<Page> {
  const { values, parameter } = parameters();
  // Thousands of them are counted and sorted, and only a page of them is read whole. Of what indexes find alone, even what
  // it is sorted by is looked up only then.
  const searched = filter.terms.length > 0;
  const matches = matching(filter, searched ? `${columnsOf(query)}, c.ctid` : 'c.id', parameter);
  const counted = searched
    ? 'matches c'
    : 'matches m join contacts c on c.organization_id = $1 and c.id = m.id';
  const few = `${counted} where t.total <= ${limit}`;
  const page = pageOf(query, place, parameter, few, searched ? 'few of those read' : 'few of many');
  // In the order of ids, contacts and assignments are each read from one end of an index to the other.
  const outside = filter.others || (filter.without && filter.segmentIds.length === 0);
  const inOrder = !searched && outside ? ' order by c.id' : '';
  const text = `with matches as materialized (select * from (${matches}${inOrder}) m limit ${limit + 1})
     select t.total, p.* from (select count(*) as total from matches) t cross join lateral (${page}) p`;
  // Which way is the best depends on how large a segment is: not planned for all of them.
  if (filter.segmentIds.length === 0) return ask(context, query, place, text, values);
  const [row = NO_PAGE] = await runScoped<Page>(context, text, values);
  return row;
}
