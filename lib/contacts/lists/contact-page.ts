import type { ContactListQuery, ContactSort } from '@/lib/contract/contact';
import { parameters, parseTime, type RequestContext, runScoped, scoped } from '@/lib/database/statement';
import {
  type ContactRow,
  type ContactValues,
  contactValuesSql,
  hiddenSegmentsSql,
  toContactRow,
} from '../contact-row';
import { toFieldKey } from '../field-values';
import { filterConditionsSql, hasOnePlan, LIVE_SQL, type ResolvedFilter } from './contact-filter';
import { rulesDigestSql } from './rule-facts';

/** SQL: the key of each sort that has an index, in a contact `c`. The index also has the id, which breaks ties. */
const indexedKeysSql = {
  name: 'c.name_key',
  email: 'c.email_key',
  jobtitle: 'c.jobtitle_key',
  company: 'c.company_key',
  updatedAt: 'c.updated_at',
  createdAt: 'c.created_at',
} satisfies Partial<Record<ContactSort, string>>;

/** SQL: when the latest row of a table about each contact was made. */
const latestSql = (table: string, time: string) =>
  `select contact_id, max(${time}) as at from ${table} where organization_id = $1 group by contact_id`;

interface UnindexedSort {
  key: string;
  /** Keys before and behind all others, for contacts without one. */
  ends?: readonly [first: string, last: string];
  /** A query that gives `o.at` of contacts, joined once: looked up for each contact, it would take three times as long. */
  latest?: string;
}

const TEXT_ENDS = ["''", "U&'\\+10FFFF'"] as const;
const TIME_ENDS = ["'1000-01-01'", "'2999-01-01'"] as const;

/** Sorts without an index, which compare all matches. One of phones would cost 5 % of an import. */
const unindexedSorts: Record<Exclude<ContactSort, keyof typeof indexedKeysSql>, UnindexedSort> = {
  phone: { key: 'c.phone collate "C"', ends: TEXT_ENDS },
  segments: {
    key: `case when c.segment_ids && ${hiddenSegmentsSql}
      then (select count(*)::int from unnest(c.segment_ids) s where s <> all(${hiddenSegmentsSql}))
      else cardinality(c.segment_ids) end`,
  },
  redemptions: { key: 'o.at', ends: TIME_ENDS, latest: latestSql('redemptions', 'redeemed_at') },
  lastNote: { key: 'o.at', ends: TIME_ENDS, latest: latestSql('notes', 'created_at') },
};

/**
 * The sort of an own field: numbers by size, other values by their letters. A number as text of one width compares like the
 * number, and so cursors of all sorts are text.
 *
 * @param key Of the form that the contract allows, so that it can stand in SQL.
 */
function ownSort(key: string): UnindexedSort {
  const value = `c.fields ->> '${key}'`;
  const isNumber = `(select f.type = 'number' from fields f where f.organization_id = $1 and f.key = '${key}')`;
  const digits = `to_char((${value})::numeric + 1e30, 'FM${'0'.repeat(31)}.${'0'.repeat(10)}')`;
  return {
    key: `case when c.fields is null then null when ${isNumber} then ${digits} else lower(${value}) end collate "C"`,
    ends: TEXT_ENDS,
  };
}

const isIndexed = (name: ContactSort): name is keyof typeof indexedKeysSql => name in indexedKeysSql;

/** SQL: contacts `c` with what a sort needs, the key by which it compares them, and the direction. */
export function orderSql(sort: ContactListQuery['sort'], backward = false) {
  const name = sort.replace('-', '') as ContactSort;
  const falls = sort.startsWith('-');
  const isDescending = falls !== backward;
  const order = { isDescending, direction: isDescending ? 'desc' : 'asc', hasIndex: isIndexed(name) };
  if (isIndexed(name)) return { ...order, contacts: 'contacts c', key: indexedKeysSql[name] };
  const own = toFieldKey(name);
  const { key, ends, latest } = own === null ? unindexedSorts[name] : ownSort(own);
  return {
    ...order,
    contacts: `contacts c${latest ? ` left join (${latest}) o on o.contact_id = c.id` : ''}`,
    // Contacts without a key are last, whether it rises or falls.
    key: ends ? `coalesce(${key}, ${ends[falls ? 0 : 1]})` : `(${key})`,
  };
}

/** Whether the key of a sort is a time. */
export const isByTime = (sort: string): boolean => /(?:At|redemptions|lastNote)$/.test(sort);

/** The position and size of a page. */
export interface Place {
  /** The row before the page. */
  cursor: { key: string; id: string } | undefined;
  /** Whether to read the list backwards. */
  backward: boolean;
  /** Rows to skip. */
  offset: number;
  limit: number;
}

/** A list, and where to read a page of it. */
export interface Reading {
  context: RequestContext;
  query: Pick<ContactListQuery, 'sort'>;
  filter: ResolvedFilter;
  place: Place;
}

export interface Page {
  contacts: ContactRow[];
  /** The sort key of each contact. */
  keys: string[];
  /** Whether more contacts follow in the direction of reading. */
  more: boolean;
  /** What `rulesDigestSql` gives. */
  rules: string | null;
}

export const EMPTY_PAGE: Page = { contacts: [], keys: [], more: false, rules: null };

/**
 * Reads a page by collecting and sorting all matches: for a filter with few.
 *
 * @param most Matches to collect at most.
 * @returns The page and the number of matches. If that is `most` + 1, there are more and the page is wrong.
 */
export async function collectPage(reading: Reading, most: number): Promise<Page & { total: number }> {
  const { values, contacts, where, key, beyond, order } = pageSqlParts(reading);
  const text = `with matches as materialized (select c.id, ${key} as key from ${contacts} where ${where} limit ${most + 1})
    select (select count(*)::int from matches) as total,
      (${pageByIdSql(`matches c where true${beyond('c.key')}`, order('c.key'), 'c.key', reading.place)}) as page, ${rulesDigestSql} as rules`;
  const row = await readPageRow(reading, text, values);
  return { total: row.total ?? 0, ...toPage(reading, row) };
}

/** Reads a page in the list's order: for a filter with many matches. */
export async function readPage(reading: Reading): Promise<Page> {
  const { values, contacts, where, key, hasIndex, beyond, order } = pageSqlParts(reading);
  const from = `${contacts} where ${where}${beyond(key)}`;
  const { offset, limit } = reading.place;
  const text =
    offset === 0 && hasIndex
      ? `select json_agg(${rowJsonSql('c.key')}) as page, ${rulesDigestSql} as rules
        from (select c.*, ${key} as key from ${from} ${order(key)} limit ${limit + 1}) c`
      : // Skipped and compared rows are read without their fields, from an index alone if possible.
        `select (${pageByIdSql(from, order(key), key, reading.place)}) as page, ${rulesDigestSql} as rules`;
  return toPage(reading, await readPageRow(reading, text, values));
}

/**
 * Parts of the page's statement, by the SQL of the sort key. `beyond` begins with `and` and keeps the contacts beyond the
 * cursor; blank without one.
 */
function pageSqlParts({ query: { sort }, filter, place: { cursor, backward } }: Reading) {
  const { values, parameter } = parameters();
  const { isDescending, direction, ...parts } = orderSql(sort, backward);
  return {
    ...parts,
    values,
    where: [...LIVE_SQL, ...filterConditionsSql(filter, parameter)].join(' and '),
    order: (by: string) => `order by ${by} ${direction}, c.id ${direction}`,
    beyond: (by: string) =>
      cursor
        ? ` and (${by}, c.id) ${isDescending ? '<' : '>'} (${parameter(cursor.key)}, ${parameter(cursor.id)})`
        : '',
  };
}

interface PageRow {
  page: ContactValues[] | null;
  rules: string | null;
  total?: number;
}

/** Whether a sort is by an own field, of which there are too many to prepare. */
const byOwnField = (sort: string): boolean => toFieldKey(sort.replace('-', '')) !== null;

/** Prepared statements by text, whose plans fit all values: planning takes a fifth of a first page. */
const prepared = new Map<string, ReturnType<typeof scoped<PageRow>>>();
/** Each takes 100 kB in every database session. */
const MOST_PREPARED = 100;

/** Runs the statement of a page, prepared if one plan fits all values. */
async function readPageRow(
  { context, filter, query }: Reading,
  text: string,
  values: unknown[],
): Promise<PageRow> {
  if (hasOnePlan(filter) && !byOwnField(query.sort) && !prepared.has(text) && prepared.size < MOST_PREPARED)
    prepared.set(text, scoped(`list_contacts_${prepared.size}`, text));
  const read = prepared.get(text);
  const [row] = await (read ? read(context, ...values) : runScoped<PageRow>(context, text, values));
  return row ?? { page: null, rules: null };
}

/** SQL: the rows of a page, and one more, as JSON. Finds their ids in order first, and then reads only these rows. */
const pageByIdSql = (from: string, order: string, key: string, { limit, offset }: Place): string =>
  `select json_agg(${rowJsonSql('p.key')} order by p.place)
   from (select m.id, m.key, row_number() over () as place
     from (select c.id, ${key} as key from ${from} ${order} limit ${limit + 1}${offset > 0 ? ` offset ${offset}` : ''}) m) p
   join contacts c on c.organization_id = $1 and c.id = p.id`;

/** SQL: a contact `c` as JSON, with its sort key. */
const rowJsonSql = (key: string): string => `json_build_array(${contactValuesSql}, ${key})`;

/** A page in the order of the list from the rows read, of which one more than `limit` shows that more follow. */
function toPage({ query: { sort }, place: { limit, backward } }: Reading, { page, rules }: PageRow): Page {
  const read = page ?? [];
  const kept = read.slice(0, limit);
  if (backward) kept.reverse();
  const key = isByTime(sort) ? parseTime : String;
  return {
    contacts: kept.map(toContactRow),
    keys: kept.map((one) => key(one.at(-1) as string)),
    more: read.length > limit,
    rules,
  };
}
