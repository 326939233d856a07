import {
  capitalized,
  type FilterField,
  filterName,
  relativeDays,
  type UrlFilter,
  WITHOUT_SEGMENT,
} from '@/components/contacts/contact-list-state';
import { type SharedField, sharedFields } from '@/lib/contract/contact-fields';
import { findOperators, type Operator } from './filter-operators';

/** A choice of the filter popup: a field, or a whole filter. */
export interface Suggestion {
  label: string;
  /** Contacts that match, besides the other filters. */
  count?: number | undefined;
  /** Color of the segment. */
  color?: string | null;
  /** The field whose values are asked for next. */
  field?: FilterField;
  /** The changes that apply the filter. */
  state?: Partial<UrlFilter>;
}

export interface FilterValues {
  segments: readonly { id: string; title: string; color: string | null; contactCount?: number | undefined }[];
  codes: readonly string[];
  /** Values of companies and job titles that contain the words; absent while they are read. */
  found: Partial<Record<SharedField, readonly { value: string; count: number }[]>>;
}

const splitWords = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Fields, and filters across all fields, in which each of the words begins a word: "last 7" finds "Created in the last 7
 * days", "no ph" finds "Has no phone". Without words, the fields.
 */
export function suggestFilters(
  words: string,
  fields: readonly FilterField[],
  state: UrlFilter,
  { segments, codes, found }: FilterValues,
): Suggestion[] {
  const wanted = splitWords(words);
  const named = fields.map((field): Suggestion => ({ label: capitalized(filterName(field)), field }));
  if (wanted.length === 0) return named;
  const matches = ({ label }: Suggestion) => {
    const own = splitWords(label);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  };
  const filters = fields.flatMap((field): Suggestion[] => {
    const name = capitalized(filterName(field));
    const [first, ...others] = findOperators(field, state);
    if (!first) return [];
    if (field === 'segment')
      return [
        { label: 'Has no segment', state: first.apply([WITHOUT_SEGMENT]) },
        ...segments.map(({ id, title, color, contactCount: count }) => ({
          label: `${name} is ${title}`,
          color,
          count,
          state: add(first, id),
        })),
      ];
    if (field === 'referralCode')
      return codes.map((code) => ({ label: `${name} is ${code}`, state: first.apply([code]) }));
    if (field === 'created' || field === 'updated')
      return [first, ...others].slice(0, -1).map(({ apply }, index) => ({
        label: `${name} ${Object.values(relativeDays)[index]}`,
        state: apply([]),
      }));
    const presence = { 'is set': 'Has', 'is empty': 'Has no' } as Record<string, string>;
    return [first, ...others]
      .filter(({ label }) => label in presence)
      .map(({ label, apply }) => ({ label: `${presence[label]} ${filterName(field)}`, state: apply([]) }));
  });
  const shared = sharedFields.filter((field) => fields.includes(field));
  const operatorsOf = (field: SharedField) => findOperators(field, state);
  return [
    ...[...named, ...filters].filter(matches),
    ...shared.flatMap((field) =>
      (found[field] ?? []).flatMap(({ value, count }) => {
        const [is] = operatorsOf(field);
        return is
          ? { label: `${capitalized(filterName(field))} is ${value}`, count, state: add(is, value) }
          : [];
      }),
    ),
    ...shared.flatMap((field) => {
      const contains = operatorsOf(field).find(({ label }) => label === 'contains');
      const label = `${capitalized(filterName(field))} contains “${words.trim()}”`;
      // Of one value, the filter above is the same.
      return contains && (found[field] ?? []).length > 1
        ? { label, state: contains.apply([words.trim()]) }
        : [];
    }),
  ];
}

/** The changes that add a value to an operator in use, or else begin with it. */
const add = (operator: Operator, value: string): Partial<UrlFilter> =>
  operator.apply(operator.isOn ? [...new Set([...operator.values, value])] : [value]);
