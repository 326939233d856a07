import type { ContactListQuery } from '@/lib/contract/contact';
import { fromNames, type SharedField, sharedFields } from '@/lib/contract/contact-fields';
import {
  type OptionalField,
  type SegmentRule,
  type segmentMatches,
  WITHOUT_SEGMENT,
  type ContactFilter as WireFilter,
} from '@/lib/contract/contact-filter';
import { normalizeEmail } from '@/lib/contract/email';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { possiblePhone } from '@/lib/phone-country';
import { byEmailSql, byPhoneSql } from '../contact-row';
import { isMarkedSql } from '../do-not-contact';
import { isShownMatchSql, toFieldKey } from '../field-values';
import {
  type FieldCondition,
  fieldConditionSql,
  NOBODY,
  resolveFieldFilter,
  toFieldConditions,
} from './field-conditions';
import { resolveDays } from './relative-days';
import { type FactsRow, factsSql, type RuleFacts, toRuleFacts } from './rule-facts';
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
type Resolved = 'search' | 'fields' | 'segmentId' | 'segmentMatch' | 'created' | 'updated' | 'timeZone';

/** A filter with relative days as times, its search terms, and the contact and segments it names. */
export interface ResolvedFilter extends Omit<Query, Resolved> {
  terms?: string[] | undefined;
  /** The contact whose complete email or phone is the search. */
  contactId?: string | undefined;
  segments?: AskedSegments | undefined;
  own?: FieldCondition[] | undefined;
}

interface AskedSegments {
  match: (typeof segmentMatches)[number];
  /** Requested segments that contacts are assigned to, without deleted ones. */
  ids: string[];
  /** The rules of the requested ones that have a rule. */
  rules: ResolvedFilter[];
  /** Whether contacts that are assigned to no live segment are requested. */
  unassigned: boolean;
  /** Whether a requested segment is deleted, and so has no contacts. */
  lacksOne: boolean;
  /** All segments of the organization whose assignments are hidden, if unassigned contacts are requested. */
  hiddenIds: string[];
}

interface FilterRow extends FactsRow {
  owner: string | null;
}
const readFilterRow = scoped<FilterRow>(
  'resolve_contact_filter',
  `select (select coalesce(o.merged_into, o.id) from contacts o
      where o.organization_id = $1 and ${byEmailSql('o', '$2')} union all
     select coalesce(o.merged_into, o.id) from contacts o
      where o.organization_id = $1 and ${byPhoneSql('o', '$3')} limit 1) as owner, ${factsSql}`,
);

/**
 * Resolves a filter: reads the contact with the searched email or phone, the deleted segments and own fields, and converts
 * relative days to times. Phone numbers without a country code belong to the context's country.
 */
export async function resolveFilter(
  context: RequestContext,
  { search, segmentId = [], segmentMatch: match = 'any', fields, ...query }: Query,
): Promise<ResolvedFilter> {
  const terms = search ? searchTerms(search, context.country) : [];
  const phone = search && terms.length === 1 ? searchedPhone(search, context.country) : null;
  // From the search text, because its term has lost the accents.
  const email = search && terms.length === 1 && !phone ? normalizeEmail(bare(search.trim())) : null;
  const asksRows = phone || email || segmentId.length > 0;
  const [row] = asksRows ? await readFilterRow(context, email, phone) : [];
  const { conditions: own } = await resolveFieldFilter(context, {
    fields,
    has: query.has,
    lacks: query.lacks,
  });
  const facts = await toRuleFacts(context, row);
  return {
    ...resolveDays(query, facts.now),
    // Ignore a search of invisible marks alone, such as a direction mark.
    ...(row?.owner ? { contactId: row.owner } : search && !/^[\p{Cf}\p{M}]*$/u.test(search) && { terms }),
    ...(own.length > 0 && { own }),
    ...askedSegments({ segmentId, segmentMatch: match }, facts),
  };
}

/** Resolves a rule. One that names something deleted or archived, also through another rule, matches nobody. */
export function resolveRule(
  { search, segmentId, segmentMatch, fields, ...rule }: SegmentRule,
  facts: RuleFacts,
): ResolvedFilter {
  const { has, lacks } = rule;
  const { conditions: all, problems } = toFieldConditions(facts.fields, { fields, has, lacks });
  const conditions = all.map(toRuleCondition);
  const { segments } = askedSegments({ segmentId, segmentMatch }, facts);
  const isBroken = problems.length === 0 && (segments?.lacksOne || segments?.rules.some(hasNobody));
  const own = isBroken ? [...conditions, NOBODY] : conditions;
  return {
    ...resolveDays({ ...rule, timeZone: facts.timeZone ?? undefined }, facts.now),
    ...(search && { terms: searchTerms(search, facts.country) }),
    ...(own.length > 0 && { own }),
    ...(segments && { segments }),
  };
}

/** A rule asks for the id of another system that a contact has. Only the database knows the former ones, which filters follow. */
const toRuleCondition = (condition: FieldCondition): FieldCondition =>
  condition.is === 'id'
    ? { is: 'in', contained: condition.values.map((value) => JSON.stringify({ [condition.key]: value })) }
    : condition;

/** Whether a resolved rule names something deleted or archived. */
export const hasNobody = ({ own = [] }: ResolvedFilter): boolean => own.includes(NOBODY);

/** The segments of a filter, with the rules of those that have one. */
function askedSegments(
  { segmentId = [], segmentMatch: match }: Pick<SegmentRule, 'segmentId' | 'segmentMatch'>,
  facts: RuleFacts,
): Pick<ResolvedFilter, 'segments'> {
  if (segmentId.length === 0) return {};
  const asked = [...new Set(segmentId)].filter((id) => id !== WITHOUT_SEGMENT);
  const ids = asked.filter((id) => !facts.hiddenIds.includes(id));
  const rules = asked.flatMap((id) => {
    const rule = facts.rules.get(id);
    // Without the segment itself, a circle ends as one that names a deleted segment.
    const others = new Map([...facts.rules].filter(([other]) => other !== id));
    return rule ? [resolveRule(rule, { ...facts, rules: others })] : [];
  });
  const unassigned = segmentId.includes(WITHOUT_SEGMENT);
  const lacksOne = ids.length + rules.length < asked.length;
  const hiddenIds = unassigned ? facts.hiddenIds : [];
  return { segments: { match, ids, rules, unassigned, lacksOne, hiddenIds } };
}

/** The counter that has the number of matches: a segment's, or the organization's (`all`); `null` if there is none. */
export function findCounter(filter: ResolvedFilter): { segmentId: string } | 'all' | null {
  const [condition, ...others] = filterConditionsSql(filter, () => '');
  if (!condition) return 'all';
  const { match, ids: [segmentId, another] = [], rules = [], unassigned, lacksOne } = filter.segments ?? {};
  const isOne = segmentId && !another && rules.length === 0 && match !== 'none' && !unassigned && !lacksOne;
  return isOne && others.length === 0 ? { segmentId } : null;
}

/** Whether one plan is best for all values: the filter matches everybody, or one contact. */
export const hasOnePlan = (filter: ResolvedFilter): boolean =>
  filterConditionsSql({ ...filter, contactId: undefined, email: undefined, phone: undefined }, () => '')
    .length === 0;

type Parameter = (value: unknown) => string;

/** SQL conditions for the live contacts `c` of an organization. */
export const LIVE_SQL = ['c.organization_id = $1', 'c.deleted_at is null'];

/**
 * SQL conditions on a contact `c` for each property of the filter, to stand after `LIVE_SQL`: alone, they also match
 * deleted contacts. `$1` is the organization.
 *
 * @param parameter adds a value to the statement and returns its placeholder.
 */
export function filterConditionsSql(filter: ResolvedFilter, parameter: Parameter): string[] {
  const names = Object.keys(conditionSql) as (keyof ResolvedFilter)[];
  return names.flatMap((name) => (filter[name] ? conditionSql[name](filter[name] as never, parameter) : []));
}

type ConditionsOf<Value> = (asked: NonNullable<Value>, parameter: Parameter) => string[];

/** The type requires every property: one without a condition would match everybody, even for a bulk deletion. */
const conditionSql: { [Name in keyof ResolvedFilter]-?: ConditionsOf<ResolvedFilter[Name]> } = {
  terms: (terms, parameter) =>
    isSearchable(terms) ? terms.flatMap((term) => searchConditionsSql(term, parameter)) : ['false'],
  contactId: (id, parameter) => [`c.id = ${parameter(id)}::uuid`],
  segments: segmentConditionsSql,
  has: (fields) => fields.filter(isBuiltIn).map((field) => `not ${isMissingSql(field)}`),
  lacks: (fields) => fields.filter(isBuiltIn).map(isMissingSql),
  own: (conditions, parameter) => conditions.map((one) => fieldConditionSql(one, parameter)),
  ...fromNames(sharedFields, (field) => (texts: string[], parameter: Parameter) => [
    // Exports recorded before several values were possible have one text.
    `c.${field}_key in (${[texts].flat().map(parameter).map(keySql).join()})`,
  ]),
  ...(Object.fromEntries(
    sharedFields.map((field) => [
      `${field}Contains`,
      (text: string, parameter: Parameter) => containsConditionsSql(`${field}_key`, text, parameter),
    ]),
  ) as Record<`${SharedField}Contains`, ConditionsOf<string | undefined>>),
  // A contact is not updated before its creation, so each span bounds the other and either index may be read.
  createdFrom: (time, parameter) =>
    ['created_at', 'updated_at'].map((column) => `c.${column} >= ${parameter(time)}::timestamptz`),
  createdTo: (time, parameter) => [`c.created_at < ${parameter(time)}::timestamptz`],
  updatedFrom: (time, parameter) => [`c.updated_at >= ${parameter(time)}::timestamptz`],
  updatedTo: (time, parameter) =>
    ['updated_at', 'created_at'].map((column) => `c.${column} < ${parameter(time)}::timestamptz`),
  email: (email, parameter) => [isOwnerSql(byEmailSql('o', parameter(email)))],
  // An impossible number matches nobody.
  phone: (phone, parameter) => [isOwnerSql(byPhoneSql('o', parameter(possiblePhone(phone) ?? phone)))],
  doNotContact: (is) => [is === 'true' ? isMarkedSql : `not ${isMarkedSql}`],
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

export const isBuiltIn = (field: string): field is OptionalField => toFieldKey(field) === null;

/** SQL: whether a field is missing. Missing values sort last in their key (`contact_keys` in the database), as one range. */
const isMissingSql = (field: OptionalField): string =>
  field === 'phone' ? 'c.phone is null' : `c.${field}_key >= U&'\\+10FFFF'`;

/** SQL: the key of a company or job title, as `contact_keys` computes it. */
const keySql = (text: string): string => `left(fold(${text}), 200)`;

/** SQL: whether contact `c` has an email or phone, also as a former address. */
const isOwnerSql = (condition: string): string =>
  `c.id = (select coalesce(o.merged_into, o.id) from contacts o where o.organization_id = $1 and ${condition} limit 1)`;

/** SQL conditions that contact `c` is in any, all or none of the requested segments; `false` if no contact can be. */
function segmentConditionsSql(asked: AskedSegments, parameter: Parameter): string[] {
  const { match, ids, rules, unassigned, lacksOne, hiddenIds } = asked;
  // No contact is in a deleted segment, or assigned to a segment and to none.
  if (match === 'all' && (lacksOne || (unassigned && ids.length > 0))) return ['false'];
  const operator = match === 'all' ? '@>' : '&&';
  const conditions = [
    ...(ids.length > 0 ? [`c.segment_ids ${operator} ${parameter(ids)}::uuid[]`] : []),
    ...(unassigned ? [`c.segment_ids <@ ${parameter(hiddenIds)}::uuid[]`] : []),
    ...rules.map((rule) => `(${filterConditionsSql(rule, parameter).join(' and ') || 'true'})`),
  ];
  if (match === 'none') return conditions.map((condition) => `${condition} is not true`);
  return match === 'all' ? conditions : [`(${conditions.join(' or ') || 'false'})`];
}

/**
 * SQL: whether the search text of contact `c` contains a normalized term. The index finds three letters or a beginning of a
 * word; other terms are compared with each row.
 */
const searchConditionSql = (term: string, parameter: Parameter): string =>
  isIndexed(term)
    ? `c.search_text like ${parameter(containing(term))}`
    : `strpos(c.search_text, ${parameter(term)}) > 0`;

/** SQL conditions that a search for a term finds contact `c`. */
export const searchConditionsSql = (term: string, parameter: Parameter): string[] => [
  searchConditionSql(term, parameter),
  isShownMatchSql(parameter(containing(term))),
];

/**
 * SQL conditions that a company or job title contains a text, however it is spelled; one or two characters must begin a
 * word. The search text contains both and has an index, so it narrows the rows first.
 */
function containsConditionsSql(column: string, text: string, parameter: Parameter): string[] {
  const term = toTerm(text);
  // In scripts without spaces, a word may begin at each character.
  const pairs = /^\p{ASCII}+$/u.test(term) ? '' : ` || word_pairs(c.${column})`;
  const words = term.startsWith(' ') ? `(' ' || c.${column}${pairs})` : `c.${column}`;
  // Text that is empty when normalized, such as an apostrophe, matches nothing.
  if (!term.trim()) return ['false'];
  return [searchConditionSql(term, parameter), `${words} like ${parameter(containing(term))}`];
}
