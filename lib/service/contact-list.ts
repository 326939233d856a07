import type { ContactListQuery, ContactSort } from '@/lib/contract/contact';
import { LAST_PAGE } from '@/lib/contract/last-page';
import type { PageMeta } from '@/lib/contract/page';
import { type ContactFilter, conditionOf, counterOf, filterOf, matching } from './contact-filter';
import { contactJson } from './contact-row';
import { type Cursor, decodeCursor, encodeCursor, isTimeKey } from './cursor';
import { type Handler, invalid } from './reply';
import { runScoped, type Scope, scoped } from './statement';

/** Up to here matches of a filter are counted; beyond, the total is "at least". */
const COUNT_LIMIT = 10_000;
/** From this many rows on it pays to ask from which end of the list a page is nearer. */
const DEEP = 1_000;
/** What lists are mostly asked for with: statements for it are prepared, each as a text of its own. */
const PREPARED_SIZES = [20, 25, 50, 100];
const MOST_PREPARED_TERMS = 3;
const MOST_PREPARED = 100;
/** A segment of up to this many contacts is collected and sorted; a larger one is met often enough on the way. */
const SMALL_SEGMENT = 2_000;

/** What a list is sorted by, as an index has it. */
const orders = {
  name: ['name_key', 'id'],
  email: ['email_key'],
  company: ['company_key', 'id'],
  updatedAt: ['updated_at', 'id'],
  // Ids are UUIDv7: their order is that of creation.
  createdAt: ['id'],
} as const satisfies Record<ContactSort, string[]>;

interface Row {
  id: string;
  /** What the list is sorted by first. */
  key: string;
  /** The contact. */
  json: string;
  /** How many there are in all, where the statement says that too. */
  total?: number;
}

interface Total {
  count: number;
  exact: boolean;
}

const ALL = 'contacts c where c.organization_id = $1 and c.deleted_at is null';

interface Place {
  cursor: Cursor | undefined;
  /** Whether the list is read from its end. */
  backward: boolean;
  offset: number;
  limit: number;
}

export const listContacts: Handler<'listContacts'> = async ({ scope, query }) => {
  const last = query.cursor === LAST_PAGE;
  const cursor =
    query.cursor && !last ? decodeCursor(query.cursor, query.sort, scope.organizationId) : undefined;
  if (cursor === null || (cursor && !isPlace(cursor)))
    return invalid([{ path: 'cursor', message: 'This cursor is not one of this list.' }]);

  const filter = filterOf(query);
  const counter = counterOf(filter);
  const { total, place, rows } = counter
    ? await listCounted(scope, query, filter, cursor, counter)
    : await listMatches(scope, query, filter, cursor);

  const more = rows.length > place.limit;
  if (more) rows.pop();
  if (place.backward) rows.reverse();
  const edge = (direction: Cursor['direction'], row: Row | undefined) =>
    row
      ? encodeCursor({ direction, sort: query.sort, key: row.key, id: row.id }, scope.organizationId)
      : null;
  const before = last ? more : cursor ? !place.backward || more : query.page > 1;
  const after = last ? false : cursor ? place.backward || more : place.backward ? place.offset > 0 : more;
  const meta: PageMeta = {
    total: total.count,
    totalIsExact: total.exact,
    page: query.page,
    pageSize: query.pageSize,
    totalPages: Math.ceil(total.count / query.pageSize),
    nextCursor: after ? edge('after', rows.at(-1)) : null,
    previousCursor: before ? edge('before', rows[0]) : null,
  };
  return { json: `[${rows.map(({ json }) => json).join(',')}]`, meta };
};

/**
 * What the counter of a segment, or of the organization by its own id, says. A segment that was deleted while contacts were
 * deleted or restored may have left one.
 */
export const countOf = scoped<{ total: number }>(
  'count_contacts',
  `select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and counted_id = $2
     and ($2 = $1 or exists (select from segments s where s.organization_id = $1 and s.id = $2))`,
);

/** Everything, where that is not deep down without a cursor: a page with the total in one round trip. */
async function listAll(scope: Scope, query: ContactListQuery, cursor: Cursor | undefined) {
  const place = placeOf(query, null, cursor);
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  const text = `
    select t.total, p.* from (
      select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and counted_id = $1) t
    left join lateral (${pageOf(query, place, parameter, ALL)}) p on true`;
  const rows = await ask(scope, query, place, text, values);
  const total = { count: rows[0]?.total ?? 0, exact: true };
  return { total, place, rows: rows.filter(({ id }) => id !== null) };
}

/** A list whose length a counter knows: everything, or one segment. */
async function listCounted(
  scope: Scope,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
  counter: { segmentId: string } | 'all',
) {
  if (counter === 'all' && (cursor || (query.page - 1) * query.pageSize <= DEEP))
    return listAll(scope, query, cursor);
  const [row] = await countOf(scope, counter === 'all' ? scope.organizationId : counter.segmentId);
  const total = { count: row?.total ?? 0, exact: true };
  const place = placeOf(query, total, cursor);
  // Skipping all of a long list only to find nothing behind it would take seconds.
  if (place.offset > 0 && place.offset >= total.count) return { total, place, rows: [] };
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  const small = counter !== 'all' && total.count <= SMALL_SEGMENT;
  const from = small
    ? `contact_segments m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
       where m.organization_id = $1 and m.segment_id = ${parameter(counter.segmentId)} and c.deleted_at is null`
    : ALL + conditionOf(filter, parameter, 'scanned');
  const text = pageOf(query, place, parameter, from);
  return { total, place, rows: await ask(scope, query, place, text, values) };
}

/** A list whose length is found by counting. A search for a whole email or phone is mostly answered by looking that up. */
async function listMatches(
  scope: Scope,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
) {
  const known =
    filter.address &&
    (await listCounting(scope, query, { ...filter, terms: [], address: null, ...filter.address }, cursor));
  return known && known.total.count > 0 ? known : listCounting(scope, query, filter, cursor);
}

/** Counts; where they are no more than the limit, that gives the page along with it. */
async function listCounting(
  scope: Scope,
  query: ContactListQuery,
  filter: ContactFilter,
  cursor: Cursor | undefined,
) {
  const place = placeOf(query, null, cursor);
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  // Thousands of them are counted and sorted, and only a page of them is read whole.
  const columns = [...new Set(['id', ...orderOf(query)])].map((column) => `c.${column}`).join(', ');
  const matches = matching(filter, columns, parameter);
  const page = pageOf(query, place, parameter, 'matches c where true', 'few of many');
  const text = `with matches as materialized (select * from (${matches}) m limit ${COUNT_LIMIT + 1})
     select t.total, p.* from (select count(*) as total from matches) t
     left join lateral (${page}) p on t.total <= ${COUNT_LIMIT}`;
  const found = await ask(scope, query, place, text, values, filter.terms.length);
  const count = found[0]?.total ?? 0;
  if (count <= COUNT_LIMIT)
    return { total: { count, exact: true }, place, rows: found.filter(({ id }) => id !== null) };

  values.length = 0;
  const scanned = ALL + conditionOf(filter, parameter, 'scanned');
  const rows = await runScoped<Row>(scope, pageOf(query, place, parameter, scanned), values);
  return { total: { count: COUNT_LIMIT, exact: false }, place, rows };
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

/**
 * SQL for the rows of a page and, where there is one, the row behind it, from the end that it is read from. What is not
 * needed is not looked up for the rows that are skipped: assignments never; with `few of many` nothing but id and key,
 * which an index may have.
 */
function pageOf(
  query: ContactListQuery,
  place: Place,
  parameter: (value: unknown) => string,
  from: string,
  how: 'few of many' | 'all at once' = place.offset > DEEP ? 'few of many' : 'all at once',
): string {
  const columns = orderOf(query);
  const descending = query.sort.startsWith('-') !== place.backward;
  const order = `order by ${columns.map((column) => `c.${column} ${descending ? 'desc' : 'asc'}`).join(', ')}`;
  let beyond = '';
  if (place.cursor) {
    const { key, id } = place.cursor;
    const position = columns.map((column) => parameter(column === 'id' ? id : key)).join(', ');
    beyond = ` and (${columns.map((column) => `c.${column}`).join(', ')}) ${descending ? '<' : '>'} (${position})`;
  }
  // As numbers in the text: of parameters the planner believes that they take a tenth of everything.
  const part = `${from}${beyond} ${order} limit ${place.limit + 1}${place.offset > 0 ? ` offset ${place.offset}` : ''}`;
  const rows =
    how === 'few of many'
      ? `(select c.id from ${part}) p join contacts c on c.organization_id = $1 and c.id = p.id`
      : `(select c.* from ${part}) c`;
  return `select c.id, c.${columns[0]} as key, ${contactJson} as json from ${rows} ${order}`;
}

const orderOf = ({ sort }: ContactListQuery): readonly string[] =>
  orders[sort.replace('-', '') as ContactSort];

const listStatements = new Map<string, ReturnType<typeof scoped<Row>>>();

/**
 * Runs a statement of a list: prepared once for each form that common ones can have. There are thousands of forms, of which
 * some dozens are in use; a session keeps 100 kB for each.
 */
function ask(
  scope: Scope,
  query: ContactListQuery,
  place: Place,
  text: string,
  values: unknown[],
  terms = 0,
): Promise<Row[]> {
  const isCommon =
    place.offset === 0 && PREPARED_SIZES.includes(query.pageSize) && terms <= MOST_PREPARED_TERMS;
  if (isCommon && listStatements.size < MOST_PREPARED && !listStatements.has(text))
    listStatements.set(text, scoped<Row>(`list_contacts_${listStatements.size}`, text));
  return listStatements.get(text)?.(scope, ...values) ?? runScoped<Row>(scope, text, values);
}

/** Whether the key of a cursor can be compared with the column it is of. */
function isPlace(cursor: Cursor): boolean {
  return !cursor.sort.endsWith('updatedAt') || isTimeKey(cursor.key);
}
