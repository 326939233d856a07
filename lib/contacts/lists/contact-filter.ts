import type { ContactListQuery } from '@/lib/contract/contact';
import {
  type OptionalField,
  type segmentMatches,
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
type Resolved = 'search' | 'segmentId' | 'segmentMatch' | 'created' | 'updated' | 'timeZone';

/** A filter as it is now: with days as times, words to search for, and what the organization's rows tell of it. */
export interface ResolvedFilter extends Omit<Query, Resolved> {
  terms?: string[] | undefined;
  /** The contact whose whole email or phone is searched for. */
  contactId?: string | undefined;
  segments?: AskedSegments | undefined;
}

interface AskedSegments {
  match: (typeof segmentMatches)[number];
  /** Those that are live. */
  ids: string[];
  /** Whether contacts in no live segment are asked for. */
  unassigned: boolean;
  /** Whether a deleted segment is asked for: nobody is in it. */
  lacksOne: boolean;
  /** All deleted segments of the organization. */
  deletedIds: string[];
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
  { search, segmentId = [], segmentMatch: match = 'any', ...query }: Query,
): Promise<ResolvedFilter> {
  const terms = search ? searchTerms(search, context.country) : [];
  const phone = search && terms.length === 1 ? searchedPhone(search, context.country) : null;
  // Not from the term, which has lost its accents.
  const email = search && terms.length === 1 && !phone ? normalizeEmail(bare(search.trim())) : null;
  const asksRows = phone || email || segmentId.length > 0;
  const [row] = asksRows ? await readOwnerAndDeleted(context, email, phone) : [];
  const { owner = null, deleted: deletedIds = [] } = row ?? {};
  const asked = [...new Set(segmentId)].filter((id) => id !== WITHOUT_SEGMENT);
  const ids = asked.filter((id) => !deletedIds.includes(id));
  const unassigned = segmentId.includes(WITHOUT_SEGMENT);
  return {
    ...resolveDays(query),
    // A mark alone, of direction for example, is no search.
    ...(owner ? { contactId: owner } : search && !/^[\p{Cf}\p{M}]*$/u.test(search) && { terms }),
    ...(segmentId.length > 0 && {
      segments: { match, ids, unassigned, lacksOne: ids.length < asked.length, deletedIds },
    }),
  };
}

/** The counter that has the number of matches: of a segment, or of the organization (`all`); `null` if there is none. */
export function findCounter(filter: ResolvedFilter): { segmentId: string } | 'all' | null {
  const [condition, ...others] = filterConditionsSql(filter, () => '');
  if (!condition) return 'all';
  const { match, ids: [segmentId, another] = [], unassigned, lacksOne } = filter.segments ?? {};
  const isOne = segmentId && !another && match !== 'none' && !unassigned && !lacksOne;
  return isOne && others.length === 0 ? { segmentId } : null;
}

/** Whether the best plan is the same for all values: of everybody, or of one contact. */
export const hasOnePlan = (filter: ResolvedFilter): boolean =>
  filterConditionsSql({ ...filter, contactId: undefined, email: undefined, phone: undefined }, () => '')
    .length === 0;

type Parameter = (value: unknown) => string;

/** The live contacts `c` of an organization, as SQL conditions. */
export const LIVE_SQL = ['c.organization_id = $1', 'c.deleted_at is null'];

/**
 * A filter as SQL conditions on a live contact `c`, for each thing asked for.
 *
 * @param parameter adds a value to the statement and returns its placeholder.
 */
export function filterConditionsSql(filter: ResolvedFilter, parameter: Parameter): string[] {
  const names = Object.keys(conditionSql) as (keyof ResolvedFilter)[];
  return names.flatMap((name) => (filter[name] ? conditionSql[name](filter[name] as never, parameter) : []));
}

type ConditionsOf<Value> = (asked: NonNullable<Value>, parameter: Parameter) => string[];

/** Of every field: without its condition, a filter would match everybody, for a bulk deletion, too. */
const conditionSql: { [Name in keyof ResolvedFilter]-?: ConditionsOf<ResolvedFilter[Name]> } = {
  terms: (terms, parameter) =>
    isSearchable(terms) ? terms.map((term) => searchCondition(term, parameter)) : ['false'],
  contactId: (id, parameter) => [`c.id = ${parameter(id)}::uuid`],
  segments: segmentConditions,
  has: (fields) => fields.map((field) => `not ${isMissing(field)}`),
  lacks: (fields) => fields.map(isMissing),
  company: (text, parameter) => [`c.company_key = ${keySql(parameter(text))}`],
  jobtitle: (text, parameter) => [`c.jobtitle_key = ${keySql(parameter(text))}`],
  companyContains: (text, parameter) => containsConditions('company_key', text, parameter),
  jobtitleContains: (text, parameter) => containsConditions('jobtitle_key', text, parameter),
  // Nobody is updated before being created, so each span bounds the other and either index may be read.
  createdFrom: (time, parameter) =>
    ['created_at', 'updated_at'].map((column) => `c.${column} >= ${parameter(time)}::timestamptz`),
  createdTo: (time, parameter) => [`c.created_at < ${parameter(time)}::timestamptz`],
  updatedFrom: (time, parameter) => [`c.updated_at >= ${parameter(time)}::timestamptz`],
  updatedTo: (time, parameter) =>
    ['updated_at', 'created_at'].map((column) => `c.${column} < ${parameter(time)}::timestamptz`),
  email: (email, parameter) => [isOwner(byEmail('o', parameter(email)))],
  // An impossible number matches nobody.
  phone: (phone, parameter) => [isOwner(byPhone('o', parameter(possiblePhone(phone) ?? phone)))],
  referralCode: (code, parameter) => [
    `c.id = any(array(select d.contact_id from redemptions d where d.organization_id = $1
      and d.referral_code_id = (select r.id from referral_codes r
        where r.organization_id = $1 and caseless(r.code) = caseless(${parameter(code)}))))`,
  ],
  importId: (id, parameter) => [
    `c.id = any(array(select m.contact_id from imported_contacts m where m.organization_id = $1
      and m.run_id = (select i.run_id from imports i where i.organization_id = $1 and i.id = ${parameter(id)}::uuid)))`,
  ],
};

/** Missing values stand together at one end of their keys (`contact_keys` in the database): a range of an index. */
const isMissing = (field: OptionalField): string =>
  field === 'phone' ? 'c.phone is null' : `c.${field}_key >= U&'\\+10FFFF'`;

/** The key of a company or job title, as `contact_keys` makes it. */
const keySql = (text: string): string => `left(fold(${text}), 200)`;

/** SQL for the contact that has, or that was merged from one that had, an email or phone. */
const isOwner = (condition: string): string =>
  `c.id = (select coalesce(o.merged_into, o.id) from contacts o where o.organization_id = $1 and ${condition} limit 1)`;

function segmentConditions(asked: AskedSegments, parameter: Parameter): string[] {
  const { match, ids, unassigned, lacksOne, deletedIds } = asked;
  // Nobody is in a deleted segment, or in one and in none.
  if (match === 'all' && (lacksOne || (unassigned && ids.length > 0))) return ['false'];
  const operator = match === 'all' ? '@>' : '&&';
  const alternatives = [
    ...(ids.length > 0 ? [`c.segment_ids ${operator} ${parameter(ids)}::uuid[]`] : []),
    ...(unassigned ? [`c.segment_ids <@ ${parameter(deletedIds)}::uuid[]`] : []),
  ];
  if (match === 'none') return alternatives.map((condition) => `not ${condition}`);
  return [`(${alternatives.join(' or ') || 'false'})`];
}

/** The index of searches finds a term of three letters, or where a word begins; others are looked for in each contact. */
const searchCondition = (term: string, parameter: Parameter): string =>
  isIndexed(term)
    ? `c.search_text like ${parameter(containing(term))}`
    : `strpos(c.search_text, ${parameter(term)}) > 0`;

/** Text within a company or job title, which stands in the text of searches, too: that has an index. */
function containsConditions(column: string, text: string, parameter: Parameter): string[] {
  const term = toTerm(text);
  // In scripts without spaces, a word may begin at each character.
  const pairs = /^\p{ASCII}+$/u.test(term) ? '' : ` || word_pairs(c.${column})`;
  const words = term.startsWith(' ') ? `(' ' || c.${column}${pairs})` : `c.${column}`;
  // What is folded away, an apostrophe for example, matches nothing.
  if (!term.trim()) return ['false'];
  return [searchCondition(term, parameter), `${words} like ${parameter(containing(term))}`];
}
