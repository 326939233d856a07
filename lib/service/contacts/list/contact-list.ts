import type { ContactListQuery } from '@/lib/contract/contact';
import { COUNT_LIMIT } from '@/lib/contract/count-limit';
import { LAST_PAGE } from '@/lib/contract/last-page';
import type { PageMeta } from '@/lib/contract/page';
import { type Handler, invalid } from '@/lib/service/reply';
import { parameters, type RequestContext, scoped } from '@/lib/service/statement';
import { type ContactFilter, counterOf, filterOf } from './contact-filter';
import { ALL, ask, DEEP, NO_PAGE, type Page, type Place, pageOf, pageOfMany } from './contact-page';
import { countedPage } from './counted-page';
import { type Cursor, decodeCursor, encodeCursor, isTimeKey, noSuchCursor } from './cursor';
import { KnownRanks } from './known-ranks';
import { pageBeforeTotal } from './page-before-total';

const TOO_FAR = `Pages of more than ${COUNT_LIMIT.toLocaleString('en')} matches have no numbers beyond that: go on by cursor.`;

interface Total {
  count: number;
  exact: boolean;
}

export const listContacts: Handler<'listContacts'> = async ({ context, query }) => {
  const last = query.cursor === LAST_PAGE;
  const cursor =
    query.cursor && !last ? decodeCursor(query.cursor, query.sort, context.organizationId) : undefined;
  if (cursor === null || (cursor && !isPlace(cursor))) return noSuchCursor();

  const filter = filterOf(query);
  const counter = counterOf(filter);
  const { total, place, page } = counter
    ? await listCounted(context, query, filter, cursor, counter)
    : await listMatches(context, query, filter, cursor);
  if (!page) return invalid([{ path: 'page', message: TOO_FAR }]);

  const { more } = page;
  const edge = (direction: Cursor['direction'], key: string | null, id: string | null) =>
    key === null || id === null
      ? null
      : encodeCursor({ direction, sort: query.sort, key, id }, context.organizationId);
  const before = last ? more : cursor ? !place.backward || more : query.page > 1;
  const after = last ? false : cursor ? place.backward || more : place.backward ? place.offset > 0 : more;
  const meta: PageMeta = {
    total: total.count,
    totalIsExact: total.exact,
    page: query.page,
    pageSize: query.pageSize,
    totalPages: Math.ceil(total.count / query.pageSize),
    nextCursor: after ? edge('after', page.last_key, page.last_id) : null,
    previousCursor: before ? edge('before', page.first_key, page.first_id) : null,
  };
  return { json: `[${page.json ?? ''}]`, meta };
};

/**
 * What the counter of a segment, or of the organization by its own id, says. A segment that was deleted while contacts were
 * deleted or restored may have left one.
 */
export const countOf = scoped<{ total: number; snapshot: string }>(
  'count_contacts',
  `select coalesce(sum(count), 0)::bigint as total, pg_current_snapshot()::text as snapshot from contact_counts where organization_id = $1 and counted_id = $2
     and ($2 = $1 or exists (select from segments s where s.organization_id = $1 and s.id = $2))`,
);

/** The most that a counter of one of these segments says. */
const largestOf = scoped<{ total: number }>(
  'count_largest_segment',
  `select sum(c.count)::bigint as total from contact_counts c
   where c.organization_id = $1 and c.counted_id = any($2) and exists (
     select from segments s where s.organization_id = $1 and s.id = c.counted_id)
   group by c.counted_id order by 1 desc limit 1`,
);

/**
 * At least how many are in none of these segments: all contacts without those whom their counters count, or those in one
 * other segment where they have to be in some.
 */
const othersOf = scoped<{ total: number }>(
  'count_others',
  `with counts as (
     select c.counted_id, sum(c.count)::bigint as count from contact_counts c
     where c.organization_id = $1 and (c.counted_id = $1 or exists (
       select from segments s where s.organization_id = $1 and s.id = c.counted_id))
     group by c.counted_id)
   select (coalesce(max(count) filter (where counted_id <> all($2) and (counted_id = $1) <> $3), 0)
     - coalesce(sum(count) filter (where counted_id = any($2)), 0))::bigint as total
   from counts`,
);

/** Everything, with the total in the same round trip. */
async function listAll(context: RequestContext, query: ContactListQuery, place: Place) {
  const { values, parameter } = parameters();
  const text = `
    select t.total, p.* from (
      select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and counted_id = $1) t
    cross join (${pageOf(query, place, parameter, ALL)}) p`;
  const page = await ask(context, query, place, text, values);
  return { total: { count: page.total ?? 0, exact: true }, place, page };
}

/** A list whose length a counter knows: everything, or one segment. */
async function listCounted(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
  counter: { segmentId: string } | 'all',
) {
  const offset = query.cursor ? 0 : (query.page - 1) * query.pageSize;
  if (counter === 'all' && offset <= DEEP) return listAll(context, query, placeOf(query, null, cursor));
  const countedId = counter === 'all' ? context.organizationId : counter.segmentId;
  const list = `${countedId} ${query.sort}`;
  const near = (snapshot: string) => {
    const row = knownRanks.nearest(list, snapshot, offset);
    return (
      row && {
        cursor: row,
        inclusive: true,
        backward: false,
        offset: offset - row.rank,
        limit: query.pageSize,
      }
    );
  };
  if (counter === 'all') {
    // As if nobody had written since: mostly so, and it is one round trip.
    const snapshot = knownRanks.snapshotOf(list);
    const place = snapshot && near(snapshot);
    const read = place && place.offset <= DEEP && (await listAll(context, query, place));
    if (read && read.page.snapshot === snapshot) return remembered(list, offset, read);
  }
  const [{ total: count, snapshot } = { total: 0, snapshot: '' }] = await countOf(context, countedId);
  const total = { count, exact: true };
  const place = placeOf(query, total, cursor);
  // Skipping all of a long list only to find nothing behind it would take seconds.
  if (place.offset > 0 && place.offset >= count) return { total, place, page: NO_PAGE };
  const read = (from: Place) => {
    if (counter !== 'all') return pageOfMany(context, query, filter, from, count);
    const { values, parameter } = parameters();
    return ask(context, query, from, pageOf(query, from, parameter, ALL), values);
  };
  if (offset <= DEEP) return { total, place, page: await read(place) };

  const known = near(snapshot);
  let from: Place = known && known.offset < place.offset ? known : place;
  let page = await read(from);
  // Somebody has written since: the ranks may be others now.
  if (from !== place && page.snapshot !== snapshot) {
    from = place;
    page = await read(from);
  }
  const result = { total, place: from, page };
  return page.snapshot === snapshot ? remembered(list, offset, result) : result;
}

const knownRanks = new KnownRanks();

/** The same, with note taken of where it stands in the list. */
function remembered<Read extends { total: Total; place: Place; page: Page }>(
  list: string,
  offset: number,
  read: Read,
): Read {
  const { first_key, first_id, last_key, last_id, snapshot } = read.page;
  const end = Math.min(offset + read.place.limit, read.total.count);
  if (first_key !== null && first_id && last_key !== null && last_id)
    knownRanks.remember(list, snapshot, [
      { rank: offset, key: first_key, id: first_id },
      { rank: end - 1, key: last_key, id: last_id },
    ]);
  return read;
}

/** A list whose length is found by counting. A search for a whole email or phone is mostly answered by looking that up. */
async function listMatches(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
) {
  const known =
    filter.address &&
    (await listCounting(context, query, { ...filter, terms: [], address: null, ...filter.address }, cursor));
  return known && known.total.count > 0 ? known : listCounting(context, query, filter, cursor);
}

/**
 * Counts; where they are no more than the limit, that gives the page along with it. No page: it is one by number beyond
 * what is counted.
 */
async function listCounting(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
): Promise<{ total: Total; place: Place; page: Page | null }> {
  const place = placeOf(query, null, cursor);
  if (!(await isLarge(context, filter))) {
    const soon = query.countLimit < COUNT_LIMIT && (await pageBeforeTotal(context, query, filter, place));
    if (soon) return { place, ...soon };
    const page = await countedPage(context, query, filter, place, COUNT_LIMIT);
    const count = page.total ?? 0;
    if (count <= COUNT_LIMIT) return { total: { count, exact: true }, place, page };
  }
  const total = { count: COUNT_LIMIT, exact: false };
  if (place.offset >= COUNT_LIMIT) return { total, place, page: null };
  return { total, place, page: await pageOfMany(context, query, filter, place, total.count) };
}

/** Whether counters alone say that contacts in any of several segments, or in none of them, are too many to count. */
async function isLarge(
  context: RequestContext,
  { terms, segmentIds, without, others, email, phone }: ContactFilter,
): Promise<boolean> {
  if (terms.length > 0 || email || phone || (segmentIds.length === 0 && !others)) return false;
  const [row] = await (others ? othersOf(context, segmentIds, without) : largestOf(context, segmentIds));
  return (row?.total ?? 0) > COUNT_LIMIT;
}

function placeOf(query: ContactListQuery, total: Total | null, cursor: Cursor | undefined): Place {
  if (cursor) return { cursor, backward: cursor.direction === 'before', offset: 0, limit: query.pageSize };
  if (query.cursor === LAST_PAGE) return { cursor, backward: true, offset: 0, limit: query.pageSize };
  const offset = (query.page - 1) * query.pageSize;
  const rest = total ? total.count - offset : 0;
  // Past the middle of a long list its end is nearer.
  if (offset > DEEP && rest > 0 && rest < offset) {
    const limit = Math.min(query.pageSize, rest);
    return { cursor, backward: true, offset: rest - limit, limit };
  }
  return { cursor, backward: false, offset, limit: query.pageSize };
}

/** Whether the key of a cursor can be compared with the column it is of. */
function isPlace(cursor: Cursor): boolean {
  return !cursor.sort.endsWith('updatedAt') || isTimeKey(cursor.key);
}
