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

/** Contacts of a segment or with a code that are read one by one, beside another filter. */
const FEW = 15_000;
/** Contacts that a search finds first, looked up in order of id. */
const SORTED_BY_ID = 20_000;
/** Up to so many contacts are looked up in a segment; for more it is hashed. */
const LOOKED_UP = 2_000;
/** Whether a contact `c` has a place in the list behind those that are looked up: most pages are full before, without a hash. */
export const BEYOND = 'c.place > 10000';
/** Contacts of a segment that are compared with many found: about as many as cost less than to look up those. */
const WALKED_SEGMENT = 150_000;
/** Contacts of a segment that are hashed: as many as fit into 8 MB, the limit of a session. */
const HASHED_SEGMENT = 150_000;

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
type ValueFilter = Omit<
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
const isNamed = ({ terms, email, phone, values: { company, jobtitle, importId } }: ContactFilter): boolean =>
  terms.length > 0 || [email, phone, company, jobtitle, importId].some(Boolean);

/** Whether an index finds the contacts, rather than those without a value, which are most of them. */
const isFound = (filter: ContactFilter): boolean => {
  const { phrases = [], values } = filter;
  const { lacks = [], has = [] } = values;
  const isMissing = has.length === 0 && lacks.length === 1;
  return isNamed(filter) || phrases.length > 0 || isMissing || isSpan(values);
};

/** Whether most contacts have what it asks for: some values. */
const isWide = (filter: ContactFilter): boolean =>
  !isFound(filter) && !filter.referralCode && !filter.values.lacks?.length;

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

const ASSIGNED = 'select s.contact_id from contact_segments s where s.organization_id = $1';

/**
 * SQL for the selected contacts, found by indexes; `columns` of a contact `c`, unordered. A search for somebody's
 * whole email or phone finds only that contact; if nobody has it, all texts are searched.
 */
export function matching(
  filter: ContactFilter,
  columns: string,
  parameter: (value: unknown) => string,
): string {
  const { address, referralCode, terms } = filter;
  // An export reads on by id, which nothing may collect before.
  const isCollected = isNamed(filter) && columns !== 'c.*';
  const inSegments = segmentsOf(filter, parameter);
  const values = valuesOf(filter.values, parameter);
  // As the index of searches says it, and none of a list, which the planner prefers for an organization that the statistics do
  // not know.
  const isLive =
    terms.length > 0 && !values
      ? '(c.deleted_at is null or num_nulls(c.deleted_at) = 1)'
      : 'c.deleted_at is null';
  const live = `from contacts c where c.organization_id = $1 and ${isLive}`;
  // No contact is in two of these; as one condition, the planner could not join.
  const among = (searched: string) =>
    inSegments
      .flatMap(({ assigned, condition, isUnassigned }) => {
        const others = searched + values;
        /** Found by the other conditions, then looked for in segments and among those with the code. */
        const found = () => {
          const matches = `select ${columns} ${live}${others}`;
          const redeemed = redeemedOf(filter, parameter);
          if (!isCollected || !others) return matches + condition() + redeemed;
          const isMany = `(select count(*) > ${LOOKED_UP} from (select from found limit ${LOOKED_UP + 1}) f)`;
          const tested = terms.length > 0 ? BY_ID : 'found';
          const collected = (all: string) =>
            `select * from (with found as materialized (${matches}) ${all}) c where true`;
          if (!assigned) {
            const test = condition(isMany) + redeemed;
            return test ? collected(`select * from ${tested} c where true${test}`) : matches;
          }
          const isWalked = `(${isUpTo(WALKED_SEGMENT, filter.segmentIds, parameter)} and ${isMany})`;
          return collected(`${walked(assigned(), columns)} where ${isWalked}${redeemed}
            union all select * from ${tested} c where not ${isWalked}${condition('false')}${redeemed}`);
        };
        /** Each in no segment, read for the other conditions: a merge of two indexes finds them. */
        const unassigned = () => `select ${columns} from contacts n
          cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = n.id offset 0) c
          where n.organization_id = $1 and n.deleted_at is null and not exists (${ASSIGNED} and s.contact_id = n.id)${others}`;
        /** Each of the segment or with the code, read for the other conditions. */
        const each = (which: string) => {
          const ids = referralCode
            ? `select c.id from (select d.contact_id as id, row_number() over () as place ${redemptionsOf(referralCode, parameter)}) c
                where true${condition(isNamed(filter) ? BEYOND : undefined)}`
            : `select s.contact_id as id from contact_segments s where ${assigned?.()}${onceOf(filter, parameter)}`;
          return `select ${columns} from (${ids} offset 0) s
            cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = s.id offset 0) c
            where ${which} and c.deleted_at is null${others}`;
        };
        if (isUnassigned && values && isWide(filter)) return [unassigned()];
        if (!assigned && !referralCode) return [found()];
        if (others ? !isFound(filter) : referralCode) return [each('true')];
        // Whatever the statistics say, not all that is found is compared with all of the segment.
        const isSmall = referralCode
          ? `(select count(*) <= ${FEW} from (select ${redemptionsOf(referralCode, parameter)} limit ${FEW + 1}) d)`
          : isUpTo(FEW, filter.segmentIds, parameter);
        return [each(isSmall), `${found()} and not ${isSmall}`];
      })
      .join(' union all ');
  if (!address) return among(searchOf(filter, parameter, 'indexed'));
  const known = searchOf({ ...address, terms: [] }, parameter, 'indexed');
  const unknown = searchOf(filter, parameter, 'indexed');
  return `${among(known)} union all ${among(`${unknown} and not exists (select ${live}${known})`)}`;
}

/** A condition on assignments `s` that a contact in several of the segments meets by one of them. */
const onceOf = ({ segmentIds }: ContactFilter, parameter: (value: unknown) => string): string =>
  segmentIds.length > 1
    ? ` and not exists (select from contact_segments e where e.organization_id = $1 and e.contact_id = s.contact_id
        and e.segment_id = any(${parameter(segmentIds)}::uuid[]) and e.segment_id < s.segment_id offset 0)`
    : '';

/**
 * SQL for what a search has `found`, in order of id as far as it costs no more than a moment: look-ups in that order read
 * neighboring pages. The rest is only found if it is needed.
 */
const BY_ID = `(select * from (select * from (select * from found limit ${SORTED_BY_ID}) f order by f.id offset 0) f
  union all select * from (select * from found offset ${SORTED_BY_ID}) f)`;

/**
 * SQL for those `found` that have an assignment `s`, among all that are `assigned`. IS TRUE keeps the planner from joining; it
 * takes the array for a few ids and hashes them.
 */
const walked = (assigned: string, columns: string): string => `select ${columns} from (
    select distinct s.contact_id as id from contact_segments s where ${assigned} and (s.contact_id in (select unnest(array(select id from found)))) is true) s
  cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = s.id offset 0) c`;

/**
 * Mutually exclusive conditions on a contact `c`, of which it must meet one; `assigned` if that is one on its
 * assignments `s`, which several may meet, `isUnassigned` if it is that there are none.
 */
function segmentsOf(
  filter: ContactFilter,
  parameter: (value: unknown) => string,
): { condition: (isMany?: string) => string; assigned?: () => string; isUnassigned?: boolean }[] {
  const {
    terms,
    phrases = [],
    segmentIds,
    without,
    all,
    others,
    email,
    phone,
    referralCode,
    values,
  } = filter;
  const [segmentId, ...more] = segmentIds;
  // What is searched for is a part of the contacts, which are looked up one by one, whatever the statistics say.
  const isSearched = terms.length + phrases.length > 0 || email || phone || referralCode;
  const isPart = isSearched || valuesOf(values, () => '');
  if (isPart && (others || (without && !segmentId)))
    return [
      { condition: (isMany) => ` and ${assignedOf(filter, parameter, isMany)}`, isUnassigned: !others },
    ];
  const ofContact = `${ASSIGNED} and s.contact_id = c.id`;
  const wanted = () =>
    more.length === 0 ? `${parameter(segmentId)}::uuid` : `any(${parameter(segmentIds)}::uuid[])`;
  if (others) {
    const inSome = ` and exists (${ofContact})`;
    if (!segmentId) return [{ condition: () => inSome }];
    const among = `s.segment_id = ${wanted()}`;
    // Most contacts may be in the segments: grouped, assignments come in order of id, so that the planner merges both
    // instead of looking up each.
    const grouped = without
      ? `c.id in (${ASSIGNED} group by s.contact_id having not bool_or(${among}))`
      : `not exists (select from (${ASSIGNED} and ${among} group by s.contact_id) s where s.contact_id = c.id)`;
    return [{ condition: () => ` and ${grouped}` }];
  }
  const inSegment = (id: string) => ` and c.id in (${ASSIGNED} and s.segment_id = ${parameter(id)}::uuid)`;
  if (all && without && segmentId) return [{ condition: () => ' and false' }];
  if (all && more.length > 0)
    return [
      {
        condition: (isMany) =>
          isSearched ? ` and ${assignedOf(filter, parameter, isMany)}` : segmentIds.map(inSegment).join(''),
      },
    ];
  const unassigned = {
    condition: () => ` and not exists (${ofContact}${isPart ? ' offset 0' : ''})`,
    isUnassigned: true,
  };
  if (!segmentId) return [without ? unassigned : { condition: () => '' }];
  const assigned = () => `s.organization_id = $1 and s.segment_id = ${wanted()}`;
  const condition = (isMany?: string) =>
    isPart
      ? ` and ${assignedOf({ ...filter, without: false }, parameter, isMany)}`
      : ` and c.id in (select s.contact_id from contact_segments s where ${assigned()})`;
  return [{ assigned, condition }, ...(without ? [unassigned] : [])];
}

/**
 * SQL for redemptions `d` of a code and their contacts `c`, joined by the same index whatever the statistics
 * say. With `after`, in id order after that contact, or from the first.
 */
export function redeemedBy(
  code: string,
  parameter: (value: unknown) => string,
  after?: string | null,
): string {
  const behind = after ? ` and d.contact_id > ${after}` : '';
  const ordered = after === undefined ? '' : ' order by d.contact_id';
  return `(select d.contact_id ${redemptionsOf(code, parameter)}${behind}${ordered}
      offset 0) d cross join lateral (
        select * from contacts c where c.organization_id = $1 and c.id = d.contact_id offset 0) c`;
}

const codeOf = (code: string, parameter: (value: unknown) => string) =>
  `(select r.id from referral_codes r where r.organization_id = $1 and caseless(r.code) = caseless(${parameter(code)}))`;

const redemptionsOf = (code: string, parameter: (value: unknown) => string): string =>
  `from redemptions d where d.organization_id = $1 and d.referral_code_id = ${codeOf(code, parameter)}`;

/** The code as a condition on a contact `c`, beginning with `and`. */
const redeemedOf = ({ referralCode }: ContactFilter, parameter: (value: unknown) => string): string =>
  referralCode
    ? ` and exists (select from (select d.referral_code_id from redemptions d
        where d.organization_id = $1 and d.contact_id = c.id offset 0) d
        where d.referral_code_id = ${codeOf(referralCode, parameter)})`
    : '';

/** The filter as SQL conditions on a contact `c`, beginning with `and`: those on its id, and those on what it is. */
export function conditionsOf(filter: ContactFilter, parameter: (value: unknown) => string, isMany?: string) {
  const assigned = assignedOf(filter, parameter, isMany);
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
const MISSING = "U&'\\+10FFFF'";

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
      return `strpos(${words}, (select fold(${parameter(term)}))) > 0`;
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

/** SQL for whether so many contacts are in these segments at most, by their counters; those in several count several times. */
const isUpTo = (most: number, ids: string[], parameter: (value: unknown) => string): string =>
  `(select coalesce(sum(n.count), 0) <= ${most} from contact_counts n
    where n.organization_id = $1 and n.counted_id = any(${parameter(ids)}::uuid[]))`;

/**
 * The segment filter as an SQL condition on each contact `c`; empty if there is none. `isMany` is SQL for whether so many are
 * tested that a segment is hashed for them; always, without it.
 */
function assignedOf(
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
function searchOf(
  { terms, phrases = [], email, phone }: Pick<ContactFilter, 'terms' | 'phrases' | 'email' | 'phone'>,
  parameter: (value: unknown) => string,
  how: 'indexed' | 'scanned',
): string {
  if (!isSearchable(terms)) return ' and false';
  const searched = [...phrases, ...terms].map((term, index) =>
    how === 'indexed' && index < MOST_INDEXED && isIndexed(term)
      ? ` and c.search_text like fold(${parameter(containing(term))})`
      : ` and strpos(c.search_text, (select fold(${parameter(term)}))) > 0`,
  );
  if (email) searched.push(ownerOf(byEmail('o', parameter(email))));
  if (phone) searched.push(ownerOf(byPhone('o', parameter(phone))));
  return searched.join('');
}
