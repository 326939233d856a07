import type { ContactListQuery } from '@/lib/contract/contact';
import {
  type OptionalField,
  WITHOUT_SEGMENT,
  type ContactFilter as WireFilter,
} from '@/lib/contract/contact-filter';
import { normalizeEmail } from '@/lib/contract/email';
import { possiblePhone } from '@/lib/phone-country';
import { byEmail, byPhone } from '../contact-row';
import { resolveDays } from './relative-days';
import {
  bare,
  containing,
  isIndexed,
  isSearchable,
  searchedPhone,
  searchTerms,
  toTerm,
} from './search-terms';

/** Words looked up in the trigram index; the rest filters what they find. */
const MOST_INDEXED = 8;

/** Contacts of a segment that are hashed: as many as fit into 8 MB, the limit of a session. */
export const HASHED_SEGMENT = 150_000;

type Address = { email: string } | { phone: string };

/** Selects contacts of an organization. */
export interface ContactFilter {
  terms: string[];
  /** What a company or job title must contain, so that the index of searches finds it. */
  phrases?: string[];
  /** The email or phone number, if the search is a whole one. */
  address?: Address | null;
  /** Contacts in any of these … */
  segmentIds: string[];
  /** … or in no segment. */
  without: boolean;
  /** Contacts in all of these, not just in any. */
  all: boolean;
  /** Exclude contacts in any of these, or in no segment. */
  others: boolean;
  /** Exactly this email and phone. */
  email?: string | null;
  phone?: string | null;
  /** Redeemed by the contacts. */
  referralCode?: string | undefined;
  values: ValueFilter;
}

/** Conditions on a contact's own columns: every filter that the type above has no place for. */
export type ValueFilter = Omit<
  Pick<ContactListQuery, keyof WireFilter>,
  'search' | 'segmentId' | 'segmentMatch' | 'referralCode' | 'created' | 'updated' | 'timeZone'
>;

/**
 * The filter of a query, with its days as they are now.
 *
 * @param countryCode Country of phone numbers without a country code.
 */
export function filterOf(query: Partial<ContactListQuery>, countryCode?: string | null): ContactFilter {
  const segments = query.segmentId ?? [];
  const terms = query.search ? searchTerms(query.search, countryCode) : [];
  const isOneTerm = terms.length === 1 && !query.email && !query.phone;
  const { companyContains, jobtitleContains } = query;
  return {
    terms,
    phrases: [companyContains, jobtitleContains].flatMap((text) => (text ? [toTerm(text)] : [])),
    address: query.search && isOneTerm ? addressOf(query.search, countryCode) : null,
    segmentIds: [...new Set(segments.filter((id) => id !== WITHOUT_SEGMENT))],
    without: segments.includes(WITHOUT_SEGMENT),
    all: query.segmentMatch === 'all',
    others: query.segmentMatch === 'none' && segments.length > 0,
    email: query.email,
    // An impossible number matches nobody.
    phone: query.phone && (possiblePhone(query.phone) ?? query.phone),
    referralCode: query.referralCode,
    values: resolveDays(query),
  };
}

/** Whether it finds contacts by what they are called, which may be few of a large organization. */
export const isNamed = ({
  terms,
  email,
  phone,
  values: { company, jobtitle, importId },
}: ContactFilter): boolean => terms.length > 0 || [email, phone, company, jobtitle, importId].some(Boolean);

/** Whether it is about a span of time, whose length decides how to find the contacts. */
export const isSpan = ({ createdFrom, createdTo, updatedFrom, updatedTo }: ValueFilter): boolean =>
  [createdFrom, createdTo, updatedFrom, updatedTo].some(Boolean);

/** The segment whose counter has the number of matches; `all` for the organization's; `null` if they must be counted. */
export function counterOf(filter: ContactFilter): { segmentId: string } | 'all' | null {
  const { terms, segmentIds, without, others, email, phone, referralCode, values } = filter;
  if (email || phone || referralCode || terms.length > 0 || without || others || segmentIds.length > 1)
    return null;
  if (valuesOf(values, () => '')) return null;
  return segmentIds[0] ? { segmentId: segmentIds[0] } : 'all';
}

/**
 * SQL for a number of contacts that the filter finds at least, by counters: those of the largest of some segments, or all
 * but those of the segments that are left out. `null` if counters tell nothing.
 */
export function leastOf(filter: ContactFilter, parameter: (value: unknown) => string): string | null {
  const { terms, segmentIds, without, all, others, email, phone, referralCode, values } = filter;
  if (email || phone || referralCode || terms.length > 0 || valuesOf(values, () => '')) return null;
  if (segmentIds.length === 0 || all || (others && without)) return null;
  const counts = `select n.counted_id, sum(n.count) as count from contact_counts n
    where n.organization_id = $1 and n.counted_id = any(${parameter(segmentIds)}::uuid[]) group by n.counted_id`;
  if (!others) return `select coalesce(max(count), 0)::bigint as least from (${counts}) n`;
  return `select (select coalesce(sum(n.count), 0) from contact_counts n where n.organization_id = $1 and n.counted_id = $1)::bigint
    - coalesce(sum(count), 0)::bigint as least from (${counts}) n`;
}

function addressOf(search: string, countryCode?: string | null): Address | null {
  const phone = searchedPhone(search, countryCode);
  if (phone) return { phone };
  // Not from the term, which has lost its accents.
  const email = normalizeEmail(bare(search.trim()));
  return email ? { email } : null;
}

export const ASSIGNED = 'select s.contact_id from contact_segments s where s.organization_id = $1';

const codeOf = (code: string, parameter: (value: unknown) => string) =>
  `(select r.id from referral_codes r where r.organization_id = $1 and caseless(r.code) = caseless(${parameter(code)}))`;

export const redemptionsOf = (code: string, parameter: (value: unknown) => string): string =>
  `from redemptions d where d.organization_id = $1 and d.referral_code_id = ${codeOf(code, parameter)}`;

/** The code as a condition on a contact `c`, beginning with `and`. */
export const redeemedOf = ({ referralCode }: ContactFilter, parameter: (value: unknown) => string): string =>
  referralCode
    ? ` and exists (select from (select d.referral_code_id from redemptions d
        where d.organization_id = $1 and d.contact_id = c.id offset 0) d
        where d.referral_code_id = ${codeOf(referralCode, parameter)})`
    : '';

/**
 * The filter as SQL conditions on each contact `c` that a list scans, beginning with `and`: those on its id, and those on what
 * it is. No segment is hashed for as few contacts as are scanned.
 */
export function conditionsOf(filter: ContactFilter, parameter: (value: unknown) => string) {
  const assigned = assignedOf(filter, parameter, 'false');
  return {
    ofId: redeemedOf(filter, parameter) + (assigned && ` and ${assigned}`),
    ofContact: searchOf(filter, parameter, 'scanned') + valuesOf(filter.values, parameter),
  };
}

/**
 * SQL for the ids of contacts, also in the trash, in the one segment or with the code that the filter names, by an index
 * that has them in order; and the rest of the filter. `null` if there is none.
 */
export function idsOf(
  filter: ContactFilter,
  parameter: (value: unknown) => string,
): { ids: string; rest: ContactFilter } | null {
  const { referralCode, segmentIds, without, others } = filter;
  if (referralCode)
    return {
      ids: `select d.contact_id as id ${redemptionsOf(referralCode, parameter)}`,
      rest: { ...filter, referralCode: undefined },
    };
  if (segmentIds.length !== 1 || without || others) return null;
  return {
    ids: `select s.contact_id as id from contact_segments s where s.organization_id = $1
      and s.segment_id = ${parameter(segmentIds[0])}::uuid`,
    rest: { ...filter, segmentIds: [] },
  };
}

/** Prefix of the keys of missing values (`contact_keys` in the database), which sorts them to one end. */
export const MISSING = "U&'\\+10FFFF'";

/** By the columns that indexes have. */
const isEmpty = {
  email: ['email_key', `>= ${MISSING}`],
  phone: ['phone', 'is null'],
  company: ['company_key', `= ${MISSING}`],
  jobtitle: ['jobtitle_key', `= ${MISSING}`],
} as const satisfies Record<OptionalField, unknown>;
const isSet = {
  email: ['email_key', `< ${MISSING}`],
  phone: ['phone', 'is not null'],
  company: ['company_key', `< ${MISSING}`],
  jobtitle: ['jobtitle_key', `< ${MISSING}`],
} as const satisfies Record<OptionalField, unknown>;

/** Conditions on a contact's own columns, each beginning with `and`; those on one `column` if it is named. */
export function valuesOf(
  {
    has = [],
    lacks = [],
    company,
    jobtitle,
    createdFrom,
    createdTo,
    updatedFrom,
    updatedTo,
    importId,
    companyContains,
    jobtitleContains,
    ...rest
  }: ValueFilter,
  parameter: (value: unknown) => string,
  column?: string,
): string {
  // A filter without a condition would match everybody, for a bulk deletion, too.
  rest satisfies Record<string, never>;
  const on = (name: string, given: unknown, condition: () => string) =>
    given && (!column || column === name) ? ` and ${condition()}` : '';
  const is = (name: string, text: string | undefined) =>
    on(name, text, () => `c.${name} = left(fold(${parameter(text)}), 200)`);
  const contains = (name: string, text: string | undefined) =>
    on(name, text, () => {
      const term = toTerm(text ?? '');
      // In scripts without spaces, a word may begin at each character.
      const pairs = /^\p{ASCII}+$/u.test(term) ? '' : ` || word_pairs(c.${name})`;
      const words = term.startsWith(' ') ? `' ' || c.${name}${pairs}` : `c.${name}`;
      return `strpos(${words}, ${parameter(term)}) > 0`;
    });
  const meets = ([name, comparison]: readonly [string, string]) =>
    on(name, true, () => `c.${name} ${comparison}`);
  const time = (name: string, operator: string, value: string | undefined) =>
    on(name, value, () => `c.${name} ${operator} ${parameter(value)}::timestamptz`);
  return [
    ...has.map((field) => meets(isSet[field])),
    ...lacks.map((field) => meets(isEmpty[field])),
    is('company_key', company),
    contains('company_key', companyContains),
    is('jobtitle_key', jobtitle),
    contains('jobtitle_key', jobtitleContains),
    time('created_at', '>=', createdFrom),
    time('created_at', '<', createdTo),
    time('updated_at', '>=', updatedFrom),
    time('updated_at', '<', updatedTo),
    on(
      'import',
      importId,
      () => `c.id in (select m.contact_id from imported_contacts m where m.organization_id = $1 and m.run_id = (
        select i.run_id from imports i where i.organization_id = $1 and i.id = ${parameter(importId)}::uuid))`,
    ),
  ].join('');
}

/** The same conditions and what follows from them: a contact without a phone has an email, none is updated before its creation. */
export const impliedBy = (values: ValueFilter): ValueFilter => {
  const { has = [], lacks, createdFrom = '', createdTo, updatedFrom = '', updatedTo } = values;
  const [earliest = createdTo] = [createdTo, updatedTo].flatMap((time) => time ?? []).sort();
  return {
    ...values,
    has: lacks?.includes('phone') ? [...has, 'email'] : has,
    createdTo: earliest,
    updatedFrom: updatedFrom > createdFrom ? updatedFrom : createdFrom,
  };
};

/** SQL for whether so many contacts are in these segments at most, by their counters; those in several count several times. */
export const isUpTo = (most: number | string, ids: string[], parameter: (value: unknown) => string): string =>
  `(select coalesce(sum(n.count), 0) <= ${most} from contact_counts n
    where n.organization_id = $1 and n.counted_id = any(${parameter(ids)}::uuid[]))`;

/**
 * The segment filter as an SQL condition on each contact `c`; empty if there is none. `isMany` is SQL for whether so many are
 * tested that a segment is hashed for them; always, without it.
 */
export function assignedOf(
  { segmentIds, without, all, others }: ContactFilter,
  parameter: (value: unknown) => string,
  isMany = 'true',
): string {
  const sets = all ? segmentIds.map((id) => [id]) : segmentIds.length > 0 ? [segmentIds] : [];
  const conditions = sets.map((ids) => {
    const among = `${ASSIGNED} and s.segment_id = any(${parameter(ids)}::uuid[])`;
    const isHashed = `(${isUpTo(HASHED_SEGMENT, ids, parameter)} and ${isMany})`;
    // IS TRUE keeps the planner from joining, LIMIT lets it hash; two conditions, of which it takes the hashes first.
    return `((not ${isHashed} or (c.id in (${among} limit ${HASHED_SEGMENT})) is true)
      and (${isHashed} or exists (${among} and s.contact_id = c.id offset 0)))`;
  });
  if (without) conditions.push(`not exists (${ASSIGNED} and s.contact_id = c.id offset 0)`);
  if (conditions.length === 0) return '';
  return `${others ? 'not ' : ''}(${conditions.join(all ? ' and ' : ' or ')})`;
}

/** Who has an address, or had it before a merge. */
const ownerOf = (condition: string): string =>
  ` and c.id = (select coalesce(o.merged_into, o.id) from contacts o where o.organization_id = $1 and ${condition} limit 1)`;

/**
 * `indexed`: found by the trigram index. `scanned`: tested on each row of an ordered list, with `strpos`, which the
 * planner estimates at one in three; its guesses for `LIKE` vary widely.
 */
export function searchOf(
  { terms, phrases = [], email, phone }: Pick<ContactFilter, 'terms' | 'phrases' | 'email' | 'phone'>,
  parameter: (value: unknown) => string,
  how: 'indexed' | 'scanned',
): string {
  if (!isSearchable(terms)) return ' and false';
  const searched = [...phrases, ...terms].map((term, index) =>
    how === 'indexed' && index < MOST_INDEXED && isIndexed(term)
      ? ` and c.search_text like ${parameter(containing(term))}`
      : ` and strpos(c.search_text, ${parameter(term)}) > 0`,
  );
  if (email) searched.push(ownerOf(byEmail('o', parameter(email))));
  if (phone) searched.push(ownerOf(byPhone('o', parameter(phone))));
  return searched.join('');
}
