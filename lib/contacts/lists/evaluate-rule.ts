import { domainToUnicode } from 'node:url';
import { fromNames, type SharedField, sharedFields } from '@/lib/contract/contact-fields';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { FieldValue } from '@/lib/contract/field';
import { titleKey } from '@/lib/contract/title-key';
import type { ContactRow } from '../contact-row';
import { markOf } from '../do-not-contact';
import { toFieldKey } from '../field-values';
import { isBuiltIn, type ResolvedFilter, resolveRule } from './contact-filter';
import type { FieldCondition } from './field-conditions';
import { normalizeText } from './normalize-text';
import type { RuleFacts } from './rule-facts';
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
    holds: compileRule(resolveRule({ ...part, segmentMatch }, facts))(subject),
    value: valueOf(name === 'has' || name === 'lacks' ? String(asked) : name, subject),
  }));
  return { in: conditions.every(({ holds }) => holds), conditions };
}

type Test = (subject: RuleSubject) => boolean;

/** Makes the test whether a contact matches a resolved rule: the same as `filterConditionsSql` says of its row. */
export function compileRule(rule: ResolvedFilter): Test {
  const tests = Object.entries(rule).flatMap(([name, asked]) =>
    asked === undefined ? [] : toTests[name as keyof typeof toTests](asked as never),
  );
  return (subject) => {
    for (const test of tests) if (!test(subject)) return false;
    return true;
  };
}

type ToTests<Value> = (asked: NonNullable<Value>) => Test[];
const NEVER: Test = () => false;

/** Filters that a rule cannot have. */
type NotOfRules = 'contactId' | 'importId' | 'email' | 'phone';
/** As the conditions in SQL, the type requires every property. */
const toTests: { [Name in Exclude<keyof ResolvedFilter, NotOfRules>]-?: ToTests<ResolvedFilter[Name]> } = {
  terms: (terms) =>
    isSearchable(terms)
      ? terms.map(
          (term) => (subject) => ((subject.computed ??= {}).search ??= toSearchText(subject)).includes(term),
        )
      : [NEVER],
  segments: ({ match, ids, rules, unassigned, lacksOne }) => {
    if (match === 'all' && (lacksOne || (unassigned && ids.length > 0))) return [NEVER];
    const tests = [
      ...ids.map((id): Test => {
        return ({ contact }) => contact.segments.some(([one]) => one === id);
      }),
      ...(unassigned ? [({ contact }: RuleSubject) => contact.segments.length === 0] : []),
      ...rules.map(compileRule),
    ];
    if (match === 'all') return tests;
    return [(subject) => tests.some((test) => test(subject)) === (match === 'any')];
  },
  has: (names) => names.filter(isBuiltIn).map((field) => (subject) => subject.contact[field] !== null),
  lacks: (names) => names.filter(isBuiltIn).map((field) => (subject) => subject.contact[field] === null),
  own: (conditions) =>
    conditions.map(toOwnTest).map((test) => (subject) => test(subject.contact.custom ?? {})),
  ...fromNames(sharedFields, (field) => (texts: string[]) => {
    const keys = new Set<string | null>([texts].flat().map(keyOf));
    return [(subject: RuleSubject) => keys.has(sharedKeyOf(field, subject))];
  }),
  ...(Object.fromEntries(
    sharedFields.map((field) => [
      `${field}Contains`,
      (text: string): Test[] => {
        const term = toTerm(text);
        if (!term.trim()) return [NEVER];
        const toWords = term.startsWith(' ') ? (key: string) => ` ${key}${wordPairs(key)}` : String;
        return [(subject) => toWords(sharedKeyOf(field, subject) ?? '').includes(term)];
      },
    ]),
  ) as Record<`${SharedField}Contains`, ToTests<string | undefined>>),
  createdFrom: (time) => [({ contact }) => contact.created_at >= time && contact.updated_at >= time],
  createdTo: (time) => [({ contact }) => contact.created_at < time],
  updatedFrom: (time) => [({ contact }) => contact.updated_at >= time],
  updatedTo: (time) => [({ contact }) => contact.updated_at < time && contact.created_at < time],
  doNotContact: (is) => [({ contact }) => (markOf(contact) !== null) === (is === 'true')],
  referralCode: (code) => {
    const key = titleKey(code);
    return [({ codes }) => codes.some((one) => titleKey(one) === key)];
  },
};

/** The test of a condition on the values of own fields. */
function toOwnTest(condition: FieldCondition): (values: Record<string, FieldValue>) => boolean {
  switch (condition.is) {
    case 'none':
      return () => false;
    case 'in': {
      const contained = condition.contained.map((json) =>
        Object.entries(JSON.parse(json) as Record<string, FieldValue>),
      );
      return (values) =>
        contained.some((entries) =>
          entries.every(([key, value]) => {
            const stored = values[key];
            return Array.isArray(stored)
              ? [value].flat().every((one) => stored.includes(String(one)))
              : stored === value;
          }),
        );
    }
    case 'id':
      return (values) => condition.values.includes(String(values[condition.key]));
    case 'contains':
      return (values) => normalizeText(String(values[condition.key] ?? '')).includes(condition.text);
    case 'present':
      return (values) => values[condition.key] !== undefined;
    case 'missing':
      return (values) => values[condition.key] === undefined;
    case 'range': {
      const { key, value, operator, type } = condition;
      return (values) => {
        const stored = values[key];
        if (stored === undefined) return false;
        const order =
          type === 'number'
            ? compareNumbers(String(stored), value)
            : Number(stored > value) - Number(stored < value);
        return operator === '>=' ? order >= 0 : order <= 0;
      };
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

/** Keeps results, because many contacts have the same. */
function memoize(compute: (asked: string) => string): (asked: string) => string {
  const kept = new Map<string, string>();
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
function sharedKeyOf(field: SharedField, subject: RuleSubject): string | null {
  const text = subject.contact[field];
  return text ? ((subject.computed ??= {})[field] ??= keyOf(text)) : null;
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
