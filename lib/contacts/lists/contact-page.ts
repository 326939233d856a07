import type { ContactListQuery, ContactSort } from '@/lib/contract/contact';
import type { Database } from '@/lib/database/database';
import { parameters, parseTime, type RequestContext, runScoped, scoped } from '@/lib/database/statement';
import { type ContactRow, type ContactValues, contactRowOf, contactValues } from '../contact-row';
import {
  type ContactFilter,
  conditionsOf,
  counterOf,
  idsOf,
  impliedBy,
  isSpan,
  leastOf,
  type ValueFilter,
  valuesOf,
} from './contact-filter';
import type { Cursor } from './cursor';
import { containingFrom, matching } from './matching';

/** Rows scanned in the list's order before all matches are found: those that are farther apart are sooner sorted. */
const SCANNED = 4_000;
/** The same for a span of time, before which all of a list's other end may be. */
const SCANNED_SPAN = 100_000;
/** The same within segments or a code, which rule most rows out before they are read. */
const SCANNED_IDS = 30_000;
/** More matches than there can be. */
const EVERY = 2 ** 31 - 1;
/** Rows in sort order that are passed for each match, which cost as much as reading it. */
const WALKED = 10;
/** Page sizes with prepared statements, one text each. */
const PREPARED_SIZES = [20, 25, 50, 100];
/** A database session keeps 100 kB for each. */
const MOST_PREPARED = 100;

/** Sort columns, as an index has them. */
const orders = {
  name: ['name_key', 'id'],
  email: ['email_key'],
  company: ['company_key', 'id'],
  updatedAt: ['updated_at', 'id'],
  // Ids are UUIDv7, so they sort by creation.
  createdAt: ['id'],
} as const satisfies Record<ContactSort, string[]>;

/** Where a page is read. */
export interface Place {
  /** The row before the page. */
  cursor: Pick<Cursor, 'key' | 'id'> | undefined;
  /** Whether to read the list backwards. */
  backward: boolean;
  /** Rows to skip. */
  offset: number;
  limit: number;
}

/** A list, and where to read a page of it. */
interface Reading {
  context: RequestContext;
  query: ContactListQuery;
  filter: ContactFilter;
  place: Place;
}

export interface Page {
  contacts: ContactRow[];
  /** The first sort column of each contact. */
  keys: string[];
  /** Whether more follow in the direction of reading. */
  more: boolean;
  /** The number of matches, if the statement returns it. */
  total: number | null;
}

export const EMPTY_PAGE: Page = { contacts: [], keys: [], more: false, total: null };

const ALL = 'contacts c where c.organization_id = $1 and c.deleted_at is null';

/** A page of all contacts by the index in the list's order, and their number. */
export function pageOfAll(reading: Reading): Promise<Page> {
  const { query, place } = reading;
  const { values, parameter } = parameters();
  const total = `(select coalesce(sum(count), 0)::bigint from contact_counts
    where organization_id = $1 and counted_id = $1)`;
  const page = pageOf(query, place, parameter, ALL, place.offset > 0 ? 'by id' : 'whole');
  return readPage(reading, `select ${total} as total, (${page}) as page`, values, isCommon(place));
}

/** Whether counters know that there are more matches than `limit`. */
export async function isSurelyMore({ context, filter }: Reading, limit: number): Promise<boolean> {
  const { values, parameter } = parameters();
  const text = leastOf(filter, parameter);
  if (!text) return false;
  const [row] = await runScoped<{ least: number }>(context, text, values);
  return (row?.least ?? 0) > limit;
}

/**
 * A page of the contacts that the filter finds, and their number: `known`, or at most `limit` + 1. If there are known to be more,
 * the page is first looked for among the next rows in the list's order.
 */
export async function pageOfMatches(reading: Reading, limit: number, known?: number): Promise<Page> {
  const { query, filter, place } = reading;
  // One segment has an index in order of creation, which ends with it.
  const inOrder = isById(query) && counterOf(filter) !== null;
  if (known === undefined || !(inOrder || known > limit) || place.offset >= SCANNED_IDS)
    return pageOfFound(reading, limit, known);
  const { values, parameter } = parameters();
  const from = scanned(reading, inOrder ? EVERY : scannedRows(reading), parameter);
  const next = pageOf(query, { ...place, cursor: undefined }, parameter, from);
  const text = `select ${parameter(known)}::int as total, (${next}) as page`;
  const page = await readPage(reading, text, values, isCommon(place));
  return inOrder || page.more ? page : pageOfFound(reading, limit, known);
}

/**
 * The same from all matches, in one statement, whose parts run only as far as the next ones ask for their rows. Matches, found by
 * an index, are counted up to the limit. If there are more, the page is looked for among the next rows in the list's order; if these
 * do not fill it, all matches are found. Those are found at once if their number is known.
 */
function pageOfFound(reading: Reading, limit: number, known?: number): Promise<Page> {
  const { query, filter, place } = reading;
  const { values, parameter } = parameters();
  const isFew = known !== undefined && known <= limit;
  // The sizes of segments and of a span of time decide how to find contacts; words are always found by their index.
  const isFixed = isFew || filter.segmentIds.length === 0 || filter.terms.length > 0;
  const isPrepared = isFixed && !isSpan(filter.values) && isCommon(place);
  // One contact at most has an email or a phone number.
  if ((filter.email || filter.phone) && place.offset === 0 && !place.cursor) {
    const all = `select count(*)::int as total, json_agg(${valuesIn(query)}) as page from (${matching(filter, 'c.*', parameter)}) c`;
    return readPage(reading, all, values, isPrepared);
  }
  // A search reads contacts, and so what they are sorted by, and few are read. All else finds ids, which indexes have.
  const isSorted = isFew || filter.terms.length > 0 || isById(query);
  const found = isSorted ? columnsOf(query) : 'c.id';
  const rows = place.offset + place.limit;
  const isFull = (name: string) => `(select count(*) > ${rows} from ${name})`;
  const count =
    known === undefined
      ? `select count(*)::int as total from (select from matches limit ${limit + 1}) m`
      : `select ${parameter(known)}::int as total`;
  const steps = [
    // The planner takes a limit that it does not know for a tenth of all, and prefers what begins at once.
    `matches as materialized (select * from (${matching(filter, found, parameter, isFew)}) m limit (select ${EVERY}))`,
    `counted as materialized (${count})`,
  ];
  // Of more than a few matches, those near the page may fill it.
  const near: string[] = [];
  const isLeft = () => near.map((name) => ` and not ${isFull(name)}`).join('');
  const isMany = `(select total > ${limit} from counted)`;
  if (known === undefined) {
    steps.push(
      `scanned as materialized (select ${found} from ${scanned(reading, scannedRows(reading), parameter)} and ${isMany} limit ${rows + 1})`,
    );
    near.push('scanned');
  }
  if (!isSorted) {
    // Matches of one time may be far from the beginning of a list; the index skips what is not of that time.
    const end = (direction: string) =>
      `(select id from (select unnest(ids) as id from others) m order by id ${direction} limit 1)`;
    const from = `${ALL} and c.id between ${end('asc')} and ${end('desc')}`;
    const most = `(select ${WALKED} * cardinality(ids) from others)`;
    steps.push(
      // None unless they are asked for. As an array, which the planner takes for a few ids: it hashes them, however many it expects.
      `others as materialized (select array(select id from matches where ${isMany}${isLeft()}) as ids)`,
      `walked as materialized (select c.id from ${walk(reading, most, parameter, from)}
        where (c.id in (select unnest(ids) from others)) is true limit ${rows + 1})`,
    );
    near.push('walked');
  }
  const parts = near.map((name) => `select ${isSorted ? '*' : 'id'} from ${name} where ${isFull(name)}`);
  const candidates = [...parts, `select * from matches where true${isLeft()}`].join(' union all ');
  steps.push(`candidates as (${candidates})`);
  const page = pageOf(query, place, parameter, isSorted ? 'candidates c where true' : CANDIDATES);
  const text = `with ${steps.join(', ')} select total, (${page}) as page from counted`;
  return readPage(reading, text, values, isPrepared);
}

const CANDIDATES =
  'candidates m cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = m.id offset 0) c where true';

/** Rows in the list's order that may fill a page, before all matches are found; a deep page passes all of its rows. */
function scannedRows({ filter, place }: Reading): number {
  const { referralCode, terms, segmentIds, without, values } = filter;
  const isOfIds = referralCode || segmentIds.length > 0 || without;
  const next = terms.length > 0 ? SCANNED : isOfIds ? SCANNED_IDS : isSpan(values) ? SCANNED_SPAN : SCANNED;
  return Math.max(next, Math.min(2 * (place.offset + place.limit), SCANNED_IDS));
}

/** SQL for the matches among the next rows in the list's order, `c`. */
function scanned(reading: Reading, rows: number, parameter: (value: unknown) => string): string {
  const { query, filter } = reading;
  const narrow = isById(query) ? idsOf(filter, parameter) : null;
  const { ofId, ofContact } = conditionsOf(narrow?.rest ?? filter, parameter);
  const isLive = narrow ? ' and c.deleted_at is null' : '';
  const rowsOf = narrow ? `(${narrow.ids}) c where true` : ALL;
  // Contacts are read only if what other tables know of their ids does not rule them out.
  const isNarrowed = narrow !== null || ofId !== '';
  const next = `select c.* from ${walk(reading, rows, parameter, rowsOf, isNarrowed ? undefined : 'c.*')} where true${ofId}`;
  if (!isNarrowed) return `(${next}) c where true${ofContact}`;
  const read = `select w.* from (${next}) w cross join lateral (select from (
      select * from contacts c where c.organization_id = $1 and c.id = w.id offset 0) c where true${isLive}${ofContact}) c`;
  return `(${isLive + ofContact ? read : next}) c where true`;
}

/**
 * SQL for the next of all contacts or of others in the list's order, `c`, from its index alone. It begins where the filter does.
 */
function walk(
  reading: Reading,
  rows: number | string,
  parameter: (value: unknown) => string,
  from = ALL,
  read = columnsOf(reading.query),
): string {
  const { query, filter, place } = reading;
  const { columns, beyond, order } = orderOf(query, place, parameter);
  const known = impliedBy(filter.values);
  const isDescending = query.sort.startsWith('-') !== place.backward;
  const begin = isById(query)
    ? createdIn(known, isDescending, parameter)
    : columns[0] === 'company_key'
      ? containingFrom(filter.values, isDescending, parameter)
      : '';
  const range = valuesOf(known, parameter, columns[0]) + begin;
  return `(select ${read} from ${from}${beyond}${range} ${order} limit ${rows}) c`;
}

/** Where those created in a span begin in a list by id, as an SQL condition: ids are mostly, but not always, in order of creation. */
function createdIn(
  values: ValueFilter,
  isDescending: boolean,
  parameter: (value: unknown) => string,
): string {
  const { createdFrom, createdTo } = values;
  if (!(isDescending ? createdTo : createdFrom)) return '';
  const [comparison, direction] = isDescending ? ['<=', 'desc'] : ['>=', 'asc'];
  const created = valuesOf(values, parameter, 'created_at');
  return ` and c.id ${comparison} (select c.id from ${ALL}${created} order by c.id ${direction} limit 1)`;
}

/**
 * SQL for the rows of a page and one more, as JSON. `by id`: reads nothing else of a row before it is known to be on the
 * page, so that indexes suffice to skip and sort the others.
 */
function pageOf(
  query: ContactListQuery,
  place: Place,
  parameter: (value: unknown) => string,
  from: string,
  how: 'whole' | 'by id' = 'by id',
): string {
  const { beyond, order } = orderOf(query, place, parameter);
  // Literal numbers: the planner takes a parameter for a tenth of all rows.
  const part = `${from}${beyond} ${order} limit ${place.limit + 1} offset ${place.offset}`;
  const values = valuesIn(query);
  if (how === 'whole') return `select json_agg(${values}) from (select c.* from ${part}) c`;
  return `select json_agg(${values} order by p.place)
    from (select p.id, row_number() over () as place from (select c.id from ${part}) p) p
    join contacts c on c.organization_id = $1 and c.id = p.id`;
}

/** A contact `c` of a page as JSON, with what it is sorted by. */
const valuesIn = (query: ContactListQuery): string =>
  `json_build_array(${contactValues}, c.${sortColumns(query)[0]})`;

const sortColumns = (query: ContactListQuery) => orders[query.sort.replace('-', '') as ContactSort];

/** The order to read a page in, and the condition, beginning with `and`, that a contact lies beyond the cursor. */
function orderOf(query: ContactListQuery, place: Place, parameter: (value: unknown) => string) {
  const columns = sortColumns(query);
  const descending = query.sort.startsWith('-') !== place.backward;
  const order = `order by ${columns.map((column) => `c.${column} ${descending ? 'desc' : 'asc'}`).join(', ')}`;
  if (!place.cursor) return { columns, order, beyond: '' };
  const { key, id } = place.cursor;
  const position = columns.map((column) => parameter(column === 'id' ? id : key)).join(', ');
  const beyond = ` and (${columns.map((column) => `c.${column}`).join(', ')}) ${descending ? '<' : '>'} (${position})`;
  return { columns, order, beyond };
}

/** The columns to find and sort a page by. */
const columnsOf = (query: ContactListQuery): string =>
  [...new Set(['id', ...sortColumns(query)])].map((column) => `c.${column}`).join(', ');

/** Whether the list is in order of id, in which other indexes have contacts, too. */
const isById = (query: ContactListQuery): boolean => query.sort.endsWith('createdAt');

const isCommon = (place: Place): boolean => place.offset === 0 && PREPARED_SIZES.includes(place.limit);

interface PageRow {
  total: number | null;
  page: ContactValues[] | null;
}

async function readPage(
  { context, query: { sort }, place: { limit, backward } }: Reading,
  text: string,
  values: unknown[],
  isPrepared: boolean,
): Promise<Page> {
  const prepared = isPrepared ? preparedFor(context.database, text) : undefined;
  const [row] = await (prepared ? prepared(context, ...values) : runScoped<PageRow>(context, text, values));
  const read = row?.page ?? [];
  const kept = read.slice(0, limit);
  if (backward) kept.reverse();
  const key = sort.endsWith('updatedAt') ? parseTime : String;
  return {
    contacts: kept.map(contactRowOf),
    keys: kept.map((one) => key(one.at(-1) as string)),
    more: read.length > limit,
    total: row?.total ?? null,
  };
}

type ListStatement = ReturnType<typeof scoped<PageRow>>;
const statements = new WeakMap<Database, Map<string, ListStatement>>();

/** Of thousands of possible statements, dozens are in use; the first ones are prepared. */
function preparedFor(database: Database, text: string): ListStatement | undefined {
  const prepared = statements.get(database) ?? new Map<string, ListStatement>();
  statements.set(database, prepared);
  if (!prepared.has(text) && prepared.size < MOST_PREPARED)
    prepared.set(text, scoped<PageRow>(`list_contacts_${prepared.size}`, text));
  return prepared.get(text);
}
