import type { ContactListQuery, ContactSort } from '@/lib/contract/contact';
import type { Database } from '@/lib/database/database';
import { parameters, type RequestContext, runScoped, scoped } from '@/lib/service/statement';
import { contactJson } from '../contact-row';
import { assignedOf, type ContactFilter, conditionOf, matching, searchAlone } from './contact-filter';
import type { Cursor } from './cursor';

/** From this many rows on it pays to ask from which end of the list a page is nearer. */
export const DEEP = 1_000;
/** What lists are mostly asked for with: statements for it are prepared, each as a text of its own. */
const PREPARED_SIZES = [20, 25, 50, 100];
const MOST_VALUES = 5;
const MOST_PREPARED = 100;
/** Up to this many contacts are collected and sorted; of more, enough are mostly met on the way. */
export const FEW = 5_000;
/** So many contacts are looked at in the order of the list before all that match are collected after all. */
const ON_THE_WAY = 20_000;
/** Behind so many others, a page is not looked for on the way. */
const FAR = 10_000;

/** What a list is sorted by, as an index has it. */
const orders = {
  name: ['name_key', 'id'],
  email: ['email_key'],
  company: ['company_key', 'id'],
  updatedAt: ['updated_at', 'id'],
  // Ids are UUIDv7: their order is that of creation.
  createdAt: ['id'],
} as const satisfies Record<ContactSort, string[]>;

/** A page as the database writes it: taking every value of every contact out of its answer would cost more than all the rest. */
export interface Page {
  /** The contacts, one after the other with a comma between; `null` where there are none. */
  json: string | null;
  /** How many those are. */
  rows: number;
  /** Whether there is one more in the direction of reading. */
  more: boolean;
  /** What the list is sorted by first, and the id, of the first and the last contact. */
  first_key: string | null;
  first_id: string | null;
  last_key: string | null;
  last_id: string | null;
  /** Which writes the statement saw, as `pg_current_snapshot` says it. */
  snapshot: string;
  /** How many there are in all, where the statement says that too. */
  total?: number;
}

export const NO_PAGE: Page = {
  json: null,
  rows: 0,
  more: false,
  first_key: null,
  first_id: null,
  last_key: null,
  last_id: null,
  snapshot: '',
};

export const ALL = 'contacts c where c.organization_id = $1 and c.deleted_at is null';

/** Where a page is read. */
export interface Place {
  /** The row behind which the page begins; behind or at it where `inclusive`. */
  cursor: Pick<Cursor, 'key' | 'id'> | undefined;
  inclusive?: boolean;
  /** Whether the list is read from its end. */
  backward: boolean;
  /** How many rows are skipped. */
  offset: number;
  limit: number;
}

/**
 * SQL for a `Page`, read from the end that is nearer. What is not needed is not looked up for the rows that are skipped:
 * assignments never; with `few of many` nothing but id and key, which an index may have; with `few of those read` nothing
 * but key and `ctid`, by which the database finds a row that it has read a moment ago quicker than by its id.
 */
export function pageOf(
  query: ContactListQuery,
  place: Place,
  parameter: (value: unknown) => string,
  from: string,
  how: 'few of many' | 'few of those read' | 'all at once' = place.offset > DEEP
    ? 'few of many'
    : 'all at once',
): string {
  const { columns, beyond, order } = orderOf(query, place, parameter);
  // As numbers in the text: of parameters the planner believes that they take a tenth of everything.
  const part = `${from}${beyond} ${order} limit ${place.limit + 1}${place.offset > 0 ? ` offset ${place.offset}` : ''}`;
  const few = how !== 'all at once';
  const found = { 'few of many': 'id', 'few of those read': 'ctid', 'all at once': '*' }[how];
  const numbered = `(select p.*, row_number() over () as place from (select c.${found} from ${part}) p)`;
  const rows = few
    ? `(select c.*, p.place from ${numbered} p join contacts c on c.organization_id = $1 and c.${found} = p.${found})`
    : numbered;
  // An aggregate takes rows in the order of the subquery that it reads.
  const inOrder = few || place.backward ? ` order by place${place.backward ? ' desc' : ''}` : '';
  const kept = `filter (where c.place <= ${place.limit})`;
  const edge = (column: string, at: string) => `(array_agg(c.${column}) ${kept})[${at}]`;
  const end = `least(count(*), ${place.limit})::int`;
  return `select string_agg(${contactJson}, ',') ${kept} as json, ${end} as rows, count(*) > ${place.limit} as more,
      ${edge(columns[0], '1')} as first_key, ${edge('id', '1')} as first_id,
      ${edge(columns[0], end)} as last_key, ${edge('id', end)} as last_id,
      pg_current_snapshot()::text as snapshot
    from (select * from ${rows} c${inOrder}) c`;
}

/** The order that a page is read in, and the condition that a contact stands beyond its cursor, beginning with `and`. */
function orderOf(query: ContactListQuery, place: Place, parameter: (value: unknown) => string) {
  const columns = sortedBy(query);
  const descending = query.sort.startsWith('-') !== place.backward;
  const order = `order by ${columns.map((column) => `c.${column} ${descending ? 'desc' : 'asc'}`).join(', ')}`;
  if (!place.cursor) return { columns, order, beyond: '' };
  const { key, id } = place.cursor;
  const position = columns.map((column) => parameter(column === 'id' ? id : key)).join(', ');
  const side = `${descending ? '<' : '>'}${place.inclusive ? '=' : ''}`;
  const beyond = ` and (${columns.map((column) => `c.${column}`).join(', ')}) ${side} (${position})`;
  return { columns, order, beyond };
}

const sortedBy = ({ sort }: ContactListQuery): readonly [string, ...string[]] =>
  orders[sort.replace('-', '') as ContactSort];

/** What a page is found by. */
export const columnsOf = (query: ContactListQuery): string =>
  [...new Set(['id', ...sortedBy(query)])].map((column) => `c.${column}`).join(', ');

/**
 * A page of the contacts that match, which are known to be `count` or more. Where they are spread over the list, the next
 * ones are soon met in its order; where they are few, or all at its other end, it is quicker to collect and sort them than
 * to look at everything.
 */
export async function pageOfMany(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  count: number,
): Promise<Page> {
  if (count > FEW && place.offset < FAR) {
    const page = await pageOnTheWay(context, query, filter, place, ON_THE_WAY + 4 * place.offset);
    if (page.more) return page;
  }
  return pageOfAll(context, query, filter, place);
}

/** What matches among so many contacts that come next in the order of the list. The page is whole where there is `more`. */
export async function pageOnTheWay(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  rows: number,
): Promise<Page> {
  const { values, parameter } = parameters();
  const { beyond, order } = orderOf(query, place, parameter);
  const next = `(select c.* from ${ALL}${beyond} ${order} limit ${rows}) c where true`;
  const from = next + conditionOf(filter, parameter);
  // What is searched has to be read; who is assigned, indexes know.
  const how = filter.terms.length > 0 ? 'all at once' : 'few of many';
  const text = pageOf(query, { ...place, cursor: undefined }, parameter, from, how);
  return ask(context, query, place, text, values);
}

/** A page of all that match, collected and sorted. */
export async function pageOfAll(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
): Promise<Page> {
  const { values, parameter } = parameters();
  // OFFSET keeps the planner from looking for them in the order of the list.
  const all = `(${matching(filter, columnsOf(query), parameter)} offset 0) c where true`;
  return collected(context, values, pageOf(query, place, parameter, all, 'few of many'));
}

/**
 * The same of those that the search alone finds, of which only the first `looked` in the order of the list are looked up in
 * segments. The page is whole where there is `more`.
 */
export async function pageOfSearched(
  context: RequestContext,
  query: ContactListQuery,
  filter: ContactFilter,
  place: Place,
  looked: number,
): Promise<Page> {
  const { values, parameter } = parameters();
  const { beyond, order } = orderOf(query, place, parameter);
  const search = matching(searchAlone(filter), columnsOf(query), parameter);
  const first = `(select * from (${search} offset 0) c where true${beyond} ${order} limit ${looked}) c`;
  const from = `${first} where ${assignedOf(filter, parameter)}`;
  const text = pageOf(query, { ...place, cursor: undefined }, parameter, from, 'few of many');
  return collected(context, values, text);
}

/** Planned by the very values: how many they find is what decides. */
async function collected(context: RequestContext, values: unknown[], text: string): Promise<Page> {
  const [page = NO_PAGE] = await runScoped<Page>(context, text, values);
  return page;
}

type ListStatement = ReturnType<typeof scoped<Page>>;
const listStatements = new WeakMap<Database, Map<string, ListStatement>>();

/**
 * Runs a statement of a list: prepared once for each form that common ones can have. There are thousands of forms, of which
 * some dozens are in use; a session of the database keeps 100 kB for each.
 */
export async function ask(
  context: RequestContext,
  query: ContactListQuery,
  place: Place,
  text: string,
  values: unknown[],
): Promise<Page> {
  const isCommon =
    place.offset <= 1 && values.length <= MOST_VALUES && PREPARED_SIZES.includes(query.pageSize);
  const statements = listStatements.get(context.database) ?? new Map<string, ListStatement>();
  listStatements.set(context.database, statements);
  if (isCommon && statements.size < MOST_PREPARED && !statements.has(text))
    statements.set(text, scoped<Page>(`list_contacts_${statements.size}`, text));
  const prepared = statements.get(text);
  const [page = NO_PAGE] = await (prepared
    ? prepared(context, ...values)
    : runScoped<Page>(context, text, values));
  return page;
}
