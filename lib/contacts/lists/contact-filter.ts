import type { ContactListQuery } from '@/lib/contract/contact';
import {
  type OptionalField,
  WITHOUT_SEGMENT,
  type ContactFilter as WireFilter,
} from '@/lib/contract/contact-filter';
import { normalizeEmail } from '@/lib/contract/email';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { possiblePhone } from '@/lib/phone-country';
import { byEmail, byPhone, deletedSegments } from '../contact-row';
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

type Query = Partial<Pick<ContactListQuery, keyof WireFilter | 'email' | 'phone'>>;

/** A filter as it is now: with days as times, words to search for, and what the organization's rows tell of it. */
export interface ContactFilter extends Omit<Query, 'search' | 'created' | 'updated' | 'timeZone'> {
  terms: string[];
  /** The contact whose whole email or phone is searched for. */
  contactId: string | null;
  /** Contacts of these segments, which are live. */
  segmentIds: string[];
  /** Contacts in no live segment. */
  includeUnassigned: boolean;
  /** Whether a segment that was asked for is deleted: nobody is in it. */
  lacksSegment: boolean;
  deletedSegmentIds: string[];
}

const readOwnerAndDeleted = scoped<{ owner: string | null; deleted: string[] }>(
  'resolve_contact_filter',
  `select (select coalesce(o.merged_into, o.id) from contacts o
      where o.organization_id = $1 and ${byEmail('o', '$2')} union all
     select coalesce(o.merged_into, o.id) from contacts o
      where o.organization_id = $1 and ${byPhone('o', '$3')} limit 1) as owner,
     ${deletedSegments} as deleted`,
);

/**
 * Reads what a filter needs from the organization: who has the email or phone that is searched for, and which segments are
 * deleted. Phone numbers without a country code are of the context's country.
 */
export async function resolveFilter(
  context: RequestContext,
  { search, ...query }: Query,
): Promise<ContactFilter> {
  const { segmentId = [], segmentMatch } = query;
  const terms = search ? searchTerms(search, context.country) : [];
  const phone = search && terms.length === 1 ? searchedPhone(search, context.country) : null;
  // Not from the term, which has lost its accents.
  const email = search && terms.length === 1 && !phone ? normalizeEmail(bare(search.trim())) : null;
  const [row] =
    phone || email || segmentId.length > 0 ? await readOwnerAndDeleted(context, email, phone) : [];
  const { owner = null, deleted = [] } = row ?? {};
  const isDeleted = new Set(deleted);
  const ids = [...new Set(segmentId)].filter((id) => id !== WITHOUT_SEGMENT);
  const segmentIds = ids.filter((id) => !isDeleted.has(id));
  return {
    ...resolveDays(query),
    segmentMatch,
    terms: owner ? [] : terms,
    contactId: owner,
    segmentIds,
    includeUnassigned: segmentId.includes(WITHOUT_SEGMENT),
    lacksSegment: segmentIds.length < ids.length,
    deletedSegmentIds: deleted,
  };
}

/** The counter that has the number of matches: of a segment, or of the organization (`all`); `null` if there is none. */
export function counterOf(filter: ContactFilter): { segmentId: string } | 'all' | null {
  const conditions = filterConditions(filter, () => '');
  if (conditions.length === 0) return 'all';
  const [segmentId] = filter.segmentIds;
  const isOneSegment = filter.segmentIds.length === 1 && filter.segmentMatch !== 'none';
  return conditions.length === 1 &&
    segmentId &&
    isOneSegment &&
    !filter.includeUnassigned &&
    !filter.lacksSegment
    ? { segmentId }
    : null;
}

/** Prefix of the keys of missing values (`contact_keys` in the database), which sorts them to one end. */
const MISSING = "U&'\\+10FFFF'";

const isEmpty: Record<OptionalField, string> = {
  email: `c.email_key >= ${MISSING}`,
  phone: 'c.phone is null',
  company: `c.company_key = ${MISSING}`,
  jobtitle: `c.jobtitle_key = ${MISSING}`,
};
const isSet: Record<OptionalField, string> = {
  email: `c.email_key < ${MISSING}`,
  phone: 'c.phone is not null',
  company: `c.company_key < ${MISSING}`,
  jobtitle: `c.jobtitle_key < ${MISSING}`,
};

type Parameter = (value: unknown) => string;

/** The live contacts `c` of an organization, as SQL conditions. */
export const LIVE = ['c.organization_id = $1', 'c.deleted_at is null'];

/**
 * A filter as SQL conditions on a live contact `c`, one for each thing asked for.
 *
 * @param parameter adds a value to the statement and returns its placeholder.
 */
export function filterConditions(filter: ContactFilter, parameter: Parameter): string[] {
  const {
    terms,
    contactId,
    segmentIds,
    includeUnassigned,
    lacksSegment,
    deletedSegmentIds,
    segmentId: _,
    segmentMatch,
    has = [],
    lacks = [],
    company,
    companyContains,
    jobtitle,
    jobtitleContains,
    createdFrom,
    createdTo,
    updatedFrom,
    updatedTo,
    email,
    phone,
    referralCode,
    importId,
    ...rest
  } = filter;
  // A filter without a condition would match everybody, for a bulk deletion, too.
  rest satisfies Record<string, never>;
  const ifGiven = (value: string | null | undefined, ...conditions: ((value: string) => string)[]) =>
    value ? conditions.map((condition) => condition(value)) : [];
  const time = (column: string, operator: '>=' | '<') => (value: string) =>
    `c.${column} ${operator} ${parameter(value)}::timestamptz`;
  const is = (column: string) => (text: string) => `c.${column} = left(fold(${parameter(text)}), 200)`;
  const owner = (condition: string) =>
    `c.id = (select coalesce(o.merged_into, o.id) from contacts o where o.organization_id = $1 and ${condition} limit 1)`;
  return [
    ...(isSearchable(terms) ? terms.map((term) => searchCondition(term, parameter)) : ['false']),
    ...ifGiven(contactId, (id) => `c.id = ${parameter(id)}::uuid`),
    ...segmentConditions(filter, parameter),
    ...has.map((field) => isSet[field]),
    ...lacks.map((field) => isEmpty[field]),
    ...ifGiven(company, is('company_key')),
    ...ifGiven(jobtitle, is('jobtitle_key')),
    ...ifGiven(companyContains, ...containsConditions('company_key', parameter)),
    ...ifGiven(jobtitleContains, ...containsConditions('jobtitle_key', parameter)),
    // Nobody is updated before being created, so each span bounds the other and either index may be read.
    ...ifGiven(createdFrom, time('created_at', '>='), time('updated_at', '>=')),
    ...ifGiven(createdTo, time('created_at', '<')),
    ...ifGiven(updatedFrom, time('updated_at', '>=')),
    ...ifGiven(updatedTo, time('updated_at', '<'), time('created_at', '<')),
    ...ifGiven(email, (value) => owner(byEmail('o', parameter(value)))),
    // An impossible number matches nobody.
    ...ifGiven(phone, (value) => owner(byPhone('o', parameter(possiblePhone(value) ?? value)))),
    ...ifGiven(
      referralCode,
      (code) => `c.id = any(array(select d.contact_id from redemptions d where d.organization_id = $1
        and d.referral_code_id = (select r.id from referral_codes r
          where r.organization_id = $1 and caseless(r.code) = caseless(${parameter(code)}))))`,
    ),
    ...ifGiven(
      importId,
      (id) => `c.id = any(array(select m.contact_id from imported_contacts m where m.organization_id = $1
        and m.run_id = (select i.run_id from imports i where i.organization_id = $1 and i.id = ${parameter(id)}::uuid)))`,
    ),
  ];
}

function segmentConditions(filter: ContactFilter, parameter: Parameter): string[] {
  const { segmentIds, includeUnassigned, lacksSegment, deletedSegmentIds, segmentMatch = 'any' } = filter;
  const ids = () => `${parameter(segmentIds)}::uuid[]`;
  const unassigned = () =>
    includeUnassigned ? [`c.segment_ids <@ ${parameter(deletedSegmentIds)}::uuid[]`] : [];
  if (segmentMatch === 'all') {
    // Nobody is in a deleted segment, or in one and in none.
    if (lacksSegment || (includeUnassigned && segmentIds.length > 0)) return ['false'];
    return segmentIds.length > 0 ? [`c.segment_ids @> ${ids()}`] : unassigned();
  }
  const inAny = [...(segmentIds.length > 0 ? [`c.segment_ids && ${ids()}`] : []), ...unassigned()];
  if (segmentMatch === 'none') return inAny.map((condition) => `not ${condition}`);
  if (inAny.length > 0) return [`(${inAny.join(' or ')})`];
  return lacksSegment ? ['false'] : [];
}

/** The index of searches finds a term of three letters, or where a word begins; others are looked for in each contact. */
const searchCondition = (term: string, parameter: Parameter): string =>
  isIndexed(term)
    ? `c.search_text like ${parameter(containing(term))}`
    : `strpos(c.search_text, ${parameter(term)}) > 0`;

/** Text within a company or job title, which stands in the text of searches, too: that has an index. */
function containsConditions(column: string, parameter: Parameter): ((text: string) => string)[] {
  const inColumn = (text: string) => {
    const term = toTerm(text);
    // In scripts without spaces, a word may begin at each character.
    const pairs = /^\p{ASCII}+$/u.test(term) ? '' : ` || word_pairs(c.${column})`;
    const words = term.startsWith(' ') ? `(' ' || c.${column}${pairs})` : `c.${column}`;
    return `${words} like ${parameter(containing(term))}`;
  };
  return [(text) => searchCondition(toTerm(text), parameter), inColumn];
}
