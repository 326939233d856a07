import { domainToUnicode } from 'node:url';
import { fromNames, type SharedField, sharedFields } from '@/lib/contract/contact-fields';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { FieldValue } from '@/lib/contract/field';
import { titleKey } from '@/lib/contract/title-key';
import type { ContactRow } from '../contact-row';
import { markOf } from '../do-not-contact';
import { toFieldKey } from '../field-values';
import { type ResolvedFilter, type RuleFacts, resolveRule } from './contact-filter';
import type { FieldCondition } from './field-conditions';
import { normalizeText } from './normalize-text';
import { isSearchable, toTerm } from './search-terms';

/** What rules ask of a contact. */
export interface RuleSubject {
  contact: ContactRow;
  /** Referral codes that it has redeemed. */
  codes: string[];
  /** Keys of own fields whose values search finds. */
  searchedKeys: ReadonlySet<string>;
  /** What is computed of it once for all rules. */
  computed?: Partial<Record<SharedField | 'search', string>>;
}

/** A condition of a rule, and whether it holds for a contact. */
export interface EvaluatedCondition {
  /** A property of the rule; `fields.plan` for one of own fields. */
  name: string;
  asked: string | string[];
  holds: boolean;
  /** What the contact has; null without a value. */
  value: FieldValue | null;
}

/** Whether a contact matches a rule, and each of its conditions. `facts.now` is the time. */
export function evaluate(
  rule: SegmentRule,
  subject: RuleSubject,
  facts: RuleFacts,
): { in: boolean; conditions: EvaluatedCondition[] } {
  const { segmentMatch, fields = {}, has = [], lacks = [], ...others } = rule;
  const parts: [name: string, asked: string | string[], part: Omit<SegmentRule, 'segmentMatch'>][] = [
    ...Object.entries(others).map(([name, asked]): (typeof parts)[number] => [
      name,
      asked,
      { [name]: asked },
    ]),
    ...Object.entries(fields).map(([key, values]): (typeof parts)[number] => [
      `fields.${key}`,
      values,
      { fields: { [key]: values } },
    ]),
    ...has.map((name): (typeof parts)[number] => ['has', name, { has: [name] }]),
    ...lacks.map((name): (typeof parts)[number] => ['lacks', name, { lacks: [name] }]),
  ];
  const conditions = parts.map(([name, asked, part]) => ({
    name,
    asked,
    holds: isMatch(resolveRule({ ...part, segmentMatch }, facts), subject),
    value: valueOf(name === 'has' || name === 'lacks' ? String(asked) : name, subject),
  }));
  return { in: conditions.every(({ holds }) => holds), conditions };
}

/** Whether a contact matches a resolved rule: the same as `filterConditionsSql` says of its row. */
export function isMatch(rule: ResolvedFilter, subject: RuleSubject): boolean {
  for (const name in rule) {
    const asked = rule[name as keyof typeof holds];
    if (asked !== undefined && !holds[name as keyof typeof holds](asked as never, subject)) return false;
  }
  return true;
}

type Holds<Value> = (asked: NonNullable<Value>, subject: RuleSubject) => boolean;

/** Filters that a rule cannot have. */
type NotOfRules = 'contactId' | 'importId' | 'email' | 'phone';
/** As the conditions in SQL, the type requires every property. */
const holds: { [Name in Exclude<keyof ResolvedFilter, NotOfRules>]-?: Holds<ResolvedFilter[Name]> } = {
  terms: (terms, subject) => {
    const { computed } = subject;
    const text = computed ? (computed.search ??= toSearchText(subject)) : toSearchText(subject);
    return isSearchable(terms) && terms.every((term) => text.includes(term));
  },
  segments: ({ match, ids, rules, unassigned, lacksOne }, subject) => {
    const assigned = new Set(subject.contact.segments.map(([id]) => id));
    if (match === 'all' && (lacksOne || (unassigned && ids.length > 0))) return false;
    const tests = [
      ...ids.map((id) => assigned.has(id)),
      ...(unassigned ? [assigned.size === 0] : []),
      ...rules.map((rule) => isMatch(rule, subject)),
    ];
    if (match === 'none') return !tests.includes(true);
    return match === 'all' ? !tests.includes(false) : tests.includes(true);
  },
  has: (names, subject) =>
    names.every((name) => toFieldKey(name) !== null || valueOf(name, subject) !== null),
  lacks: (names, subject) =>
    names.every((name) => toFieldKey(name) !== null || valueOf(name, subject) === null),
  own: (conditions, { contact }) => conditions.every((one) => ownHolds(one, contact.custom ?? {})),
  ...fromNames(sharedFields, (field) => (texts: string[], subject: RuleSubject) => {
    const key = sharedKeyOf(field, subject);
    return key !== null && keysOf(texts).has(key);
  }),
  ...(Object.fromEntries(
    sharedFields.map((field) => [
      `${field}Contains`,
      (text: string, subject: RuleSubject) => {
        const term = termOf(text);
        const key = sharedKeyOf(field, subject);
        if (!key || !term.trim()) return false;
        return (term.startsWith(' ') ? ` ${key}${wordPairs(key)}` : key).includes(term);
      },
    ]),
  ) as Record<`${SharedField}Contains`, Holds<string | undefined>>),
  createdFrom: (time, { contact }) => contact.created_at >= time && contact.updated_at >= time,
  createdTo: (time, { contact }) => contact.created_at < time,
  updatedFrom: (time, { contact }) => contact.updated_at >= time,
  updatedTo: (time, { contact }) => contact.updated_at < time && contact.created_at < time,
  doNotContact: (is, { contact }) => (markOf(contact) !== null) === (is === 'true'),
  referralCode: (code, { codes }) => codes.some((one) => titleKey(one) === titleKey(code)),
};

function ownHolds(condition: FieldCondition, values: Record<string, FieldValue>): boolean {
  switch (condition.is) {
    case 'none':
      return false;
    case 'in':
      return condition.contained.some((json) =>
        Object.entries(valuesOf(json)).every(([key, value]) => {
          const stored = values[key];
          return Array.isArray(stored)
            ? [value].flat().every((one) => stored.includes(String(one)))
            : stored === value;
        }),
      );
    case 'id':
      return condition.values.includes(String(values[condition.key]));
    case 'contains':
      return normalizeText(String(values[condition.key] ?? '')).includes(condition.text);
    case 'present':
      return values[condition.key] !== undefined;
    case 'missing':
      return values[condition.key] === undefined;
    case 'range': {
      const stored = values[condition.key];
      if (stored === undefined) return false;
      const order =
        condition.type === 'number'
          ? compareNumbers(String(stored), condition.value)
          : Number(stored > condition.value) - Number(stored < condition.value);
      return condition.operator === '>=' ? order >= 0 : order <= 0;
    }
  }
}

/** Compares numbers of up to 10 decimals by size, with all digits. */
function compareNumbers(one: string, other: string): number {
  const whole = (text: string) => {
    const [digits = '', decimals = ''] = text.split('.');
    return BigInt(`${digits}${decimals.padEnd(10, '0')}`);
  };
  const difference = whole(one) - whole(other);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** What a contact has that a condition asks about. */
function valueOf(name: string, { contact, codes }: RuleSubject): FieldValue | null {
  const key = toFieldKey(name)?.replace(/\.(from|to|contains)$/, '');
  if (key !== undefined) return contact.custom?.[key] ?? null;
  if (name.startsWith('created')) return contact.created_at;
  if (name.startsWith('updated')) return contact.updated_at;
  if (name === 'segmentId') return contact.segments.map(([id]) => id);
  if (name === 'referralCode') return codes;
  if (name === 'doNotContact') return markOf(contact) !== null;
  const field = name.replace('Contains', '');
  return field === 'email' || field === 'phone' || sharedFields.includes(field as SharedField)
    ? contact[field as SharedField]
    : null;
}

/** The key of a company or job title, as `contact_keys` in the database computes it. */
const normalized = memoize(normalizeText);
const keyOf = memoize((text: string) => [...normalized(text)].slice(0, 200).join(''));
const keysOf = memoize((texts: string[] | string) => new Set([texts].flat().map(keyOf)));
const termOf = memoize(toTerm);
const valuesOf = memoize((json: string) => JSON.parse(json) as Record<string, FieldValue>);

/** Keeps results, because many rules ask the same of many contacts. */
function memoize<Asked, Result>(compute: (asked: Asked) => Result): (asked: Asked) => Result {
  const kept = new Map<Asked, Result>();
  return (asked) => {
    let result = kept.get(asked);
    if (result === undefined) {
      result = compute(asked);
      if (kept.size >= 10_000) kept.clear();
      kept.set(asked, result);
    }
    return result;
  };
}

/** The key of the company or job title of a contact; `null` for none. */
function sharedKeyOf(field: SharedField, { contact, computed }: RuleSubject): string | null {
  const { [field]: text } = contact;
  if (!text) return null;
  return computed ? (computed[field] ??= keyOf(text)) : keyOf(text);
}

/** What search finds of a contact, as `contact_search_text` and `own_search_text` in the database build it. */
function toSearchText({ contact, searchedKeys }: RuleSubject): string {
  const { firstname, lastname, email, phone, company, jobtitle } = contact;
  const [, domain = ''] = email?.split('@') ?? [];
  const named = [firstname, lastname, email].map((text) => normalized(text ?? ''));
  const worked = [company, jobtitle].map((text) => normalized(text ?? ''));
  const text = ['', ...named, phone?.replace(/^\+/, '') ?? '', ...worked].join(' ');
  const international = domain.includes('xn--') ? ` @${normalizeText(domainToUnicode(domain))}` : '';
  const own = Object.entries(contact.custom ?? {}).flatMap(([key, value]) => {
    if (!searchedKeys.has(key) || typeof value !== 'string') return [];
    return /^\d+[ ().\-/][\d ().\-/]*$/.test(value) ? [value, value.replace(/\D/g, '')] : [value];
  });
  const ownText = own.length > 0 ? normalizeText(own.join(' ')) : '';
  const withPairs = (one: string) => one + wordPairs(one);
  return `${withPairs(text + international)}\n ${withPairs(ownText)}`;
}

const SCRIPT =
  '\\u0e01-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3105-\\u312f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\u{20000}-\\u{323af}';
const ASCII = /^[\0-\x7f]*$/;
const WITHOUT_SPACES = new RegExp(`[${SCRIPT}]{3}`, 'u');
const OTHERS = new RegExp(`[^${SCRIPT}]+`, 'gu');
const PAIR = new RegExp(`[${SCRIPT}]{2}`, 'gu');
const FIRST = new RegExp(`(^| )[${SCRIPT}]`, 'gu');

/** The same as `word_pairs` in the database: words of scripts without spaces, cut into overlapping pairs. */
function wordPairs(text: string): string {
  if (ASCII.test(text) || !WITHOUT_SPACES.test(text)) return '';
  const words = text.replace(OTHERS, ' ');
  return ` ${words.replace(PAIR, '$& ')} ${words.replace(FIRST, '$1').replace(PAIR, '$& ')}`;
}
