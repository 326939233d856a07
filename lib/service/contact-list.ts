import { type ContactListQuery, type ContactSort, WITHOUT_SEGMENT } from '@/lib/contract/contact';
import type { PageMeta } from '@/lib/contract/page';
import { type ContactRow, contactColumns, contactOf } from './contact-row';
import { type Cursor, decodeCursor, encodeCursor } from './cursor';
import { type Handler, invalid } from './reply';
import { searchPatterns } from './search-terms';
import { runScoped, type Scope, scoped } from './statement';

/** Up to here matches of a filter are counted; beyond, the total is "at least". */
const COUNT_LIMIT = 10_000;
/** From this many rows on it pays to ask from which end of the list a page is nearer. */
const DEEP = 1_000;
/** A segment of up to this many contacts is collected and sorted; a larger one is met often enough on the way. */
const SMALL_SEGMENT = 2_000;

const keys: Record<ContactSort, keyof Row | null> = {
  name: 'name_key',
  email: 'email_key',
  company: 'company_key',
  updatedAt: 'updated_at',
  // Ids are UUIDv7: their order is that of creation.
  createdAt: null,
};

interface Row extends ContactRow {
  name_key: string;
  email_key: string;
  company_key: string;
}

const countOf = scoped<{ total: number }>(
  'count_contacts',
  'select coalesce(sum(count), 0)::bigint as total from contact_counts where organization_id = $1 and counted_id = $2',
);

export const listContacts: Handler<'listContacts'> = async ({ scope, query }) => {
  const cursor = query.cursor ? decodeCursor(query.cursor, query.sort, scope.organizationId) : undefined;
  if (cursor === null || (cursor && !isPlace(cursor)))
    return invalid([{ path: 'cursor', message: 'This cursor is not one of this list.' }]);

  const filter = filterOf(query);
  const total = await totalOf(scope, filter);
  const place = placeOf(query, total, cursor);
  const rows = await pageOf(scope, query, filter, total, place);
  const more = rows.length > place.limit;
  if (more) rows.pop();
  if (place.backward) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  const before = cursor ? (place.backward ? more : true) : query.page > 1;
  const after = cursor ? (place.backward ? true : more) : place.backward ? place.offset > 0 : more;
  const edge = (direction: Cursor['direction'], row: Row | undefined) =>
    row
      ? encodeCursor(
          { direction, sort: query.sort, key: keyOf(query, row), id: row.id },
          scope.organizationId,
        )
      : null;
  const meta: PageMeta = {
    total: total.count,
    totalIsExact: total.exact,
    page: query.page,
    pageSize: query.pageSize,
    totalPages: Math.ceil(total.count / query.pageSize),
    nextCursor: after ? edge('after', last) : null,
    previousCursor: before ? edge('before', first) : null,
  };
  return { data: rows.map((row) => contactOf(row, scope.organizationId)), meta };
};

interface Filter {
  patterns: string[];
  /** Contacts in any of these. */
  segmentIds: string[];
  /** Contacts in no segment, also or only. */
  without: boolean;
}

function filterOf(query: ContactListQuery): Filter {
  const segments = query.segmentId ?? [];
  return {
    patterns: query.search ? searchPatterns(query.search) : [],
    segmentIds: [...new Set(segments.filter((id) => id !== WITHOUT_SEGMENT))],
    without: segments.includes(WITHOUT_SEGMENT),
  };
}

interface Total {
  count: number;
  exact: boolean;
}

/** Counters know the size of the organization and of a segment; anything else is counted, up to the limit. */
async function totalOf(scope: Scope, filter: Filter): Promise<Total> {
  const { patterns, segmentIds, without } = filter;
  const [segmentId] = segmentIds;
  if (patterns.length === 0 && !without && segmentIds.length < 2) {
    const [row] = await countOf(scope, segmentId ?? scope.organizationId);
    return { count: row?.total ?? 0, exact: true };
  }
  const values: unknown[] = [];
  const condition = conditionOf(filter, values, 'indexed');
  const [row] = await runScoped<{ total: number }>(
    scope,
    `select count(*) as total from (select from contacts c
     where c.organization_id = $1 and c.deleted_at is null${condition} limit ${COUNT_LIMIT + 1}) matches`,
    values,
  );
  const total = row?.total ?? 0;
  return { count: Math.min(total, COUNT_LIMIT), exact: total <= COUNT_LIMIT };
}

/**
 * The filter as SQL. `indexed`: to be found by the trigram index. `scanned`: to be tested on each row of a list that
 * comes in its order, which is quicker where the matches are many.
 */
function conditionOf(filter: Filter, values: unknown[], how: 'indexed' | 'scanned'): string {
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  const text = how === 'indexed' ? 'c.search_text' : "(c.search_text || '')";
  const searched = filter.patterns.map((pattern) => ` and ${text} like fold(${parameter(pattern)})`).join('');
  const alternatives: string[] = [];
  // OFFSET keeps the planner from turning the test into a join over all assignments.
  const assigned =
    'select from contact_segments s where s.organization_id = c.organization_id and s.contact_id = c.id';
  if (filter.segmentIds.length > 0)
    alternatives.push(
      `exists (${assigned} and s.segment_id = any(${parameter(filter.segmentIds)}::uuid[]) offset 0)`,
    );
  if (filter.without) alternatives.push(`not exists (${assigned} offset 0)`);
  return searched + (alternatives.length > 0 ? ` and (${alternatives.join(' or ')})` : '');
}

interface Place {
  cursor: Cursor | undefined;
  /** Whether the list is read from its end. */
  backward: boolean;
  offset: number;
  limit: number;
}

function placeOf(query: ContactListQuery, total: Total, cursor: Cursor | undefined): Place {
  if (cursor) return { cursor, backward: cursor.direction === 'before', offset: 0, limit: query.pageSize };
  const offset = (query.page - 1) * query.pageSize;
  const rest = total.count - offset;
  // Past the middle of a long list its end is nearer.
  if (total.exact && offset > DEEP && rest > 0 && rest < offset) {
    const limit = Math.min(query.pageSize, rest);
    return { cursor, backward: true, offset: rest - limit, limit };
  }
  return { cursor, backward: false, offset, limit: query.pageSize };
}

/** The rows of a page and, where there is one, the row behind it; in reading order. */
async function pageOf(
  scope: Scope,
  query: ContactListQuery,
  filter: Filter,
  total: Total,
  place: Place,
): Promise<Row[]> {
  const key = keyColumn(query);
  const descending = query.sort.startsWith('-') !== place.backward;
  const direction = descending ? 'desc' : 'asc';
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  let condition = '';
  if (place.cursor) {
    const beyond = descending ? '<' : '>';
    const id = parameter(place.cursor.id);
    condition = key
      ? ` and (c.${key}, c.id) ${beyond} (${parameter(place.cursor.key)}, ${id})`
      : ` and c.id ${beyond} ${id}`;
  }
  const filtered = filter.patterns.length > 0 || filter.segmentIds.length > 0 || filter.without;
  let source = 'contacts c';
  if (filtered && total.exact && total.count <= SMALL_SEGMENT) source = smallSource(filter, values);
  else if (filtered) condition += conditionOf(filter, values, 'scanned');
  const text = `
    select ${contactColumns}${key ? `, c.${key}` : ''} from (
      select c.* from ${source}
      where c.organization_id = $1 and c.deleted_at is null${condition}
      order by ${key ? `c.${key} ${direction}, ` : ''}c.id ${direction}
      limit ${parameter(place.limit + 1)} offset ${parameter(place.offset)}) c
    order by ${key ? `c.${key} ${direction}, ` : ''}c.id ${direction}`;
  if (filter.patterns.length > 0) return runScoped<Row>(scope, text, values);
  return listStatement(text)(scope, ...values);
}

/** Few matches: found by index first, whatever the order they are wanted in. */
function smallSource(filter: Filter, values: unknown[]): string {
  const onlySegments = filter.patterns.length === 0 && !filter.without;
  if (onlySegments) {
    const ids = `$${values.push(filter.segmentIds) + 1}::uuid[]`;
    return `(select distinct m.contact_id from contact_segments m where m.organization_id = $1 and m.segment_id = any(${ids})) m
      join contacts c on c.id = m.contact_id`;
  }
  const condition = conditionOf(filter, values, 'indexed');
  return `(select * from contacts c where c.organization_id = $1 and c.deleted_at is null${condition} offset 0) c`;
}

const listStatements = new Map<string, ReturnType<typeof scoped<Row>>>();

/** Prepared once for each form that a list without search can have; there are some dozens. */
function listStatement(text: string) {
  const found = listStatements.get(text) ?? scoped<Row>(`list_contacts_${listStatements.size}`, text);
  listStatements.set(text, found);
  return found;
}

const keyColumn = (query: ContactListQuery) => keys[query.sort.replace('-', '') as ContactSort];

function keyOf(query: ContactListQuery, row: Row): string {
  const column = keyColumn(query);
  return column ? String(row[column]) : '';
}

/** Whether the key of a cursor can be compared with the column it is of. */
function isPlace(cursor: Cursor): boolean {
  return !cursor.sort.endsWith('updatedAt') || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(cursor.key);
}
