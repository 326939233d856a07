import { capitalized, type FilterField, filterName, isShared, type UrlFilter } from './contact-list-state';
import { type FieldsByName, NO_FIELDS } from './field-words';
import { findOperators } from './filter-operators';

/** A value that a field can be filtered by. */
export interface FilterValue {
  value: string;
  /** The value, if absent. */
  label?: string;
  /** Contacts that have it. */
  count?: number | undefined;
  /** Whether more may have it. */
  atLeast?: boolean;
  /** Color of a segment. */
  color?: string | null;
  /** Rule of a segment. */
  rule?: unknown;
}

/** A choice of the filter popup: a field, whose values are asked for next, or a whole filter. */
export interface Suggestion extends Pick<FilterValue, 'count' | 'atLeast' | 'color'> {
  label: string;
  field?: FilterField;
  /** The changes that apply the filter. */
  state?: Partial<UrlFilter>;
}

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether each of the words begins a word of the text. */
function hasWords(text: string, words: readonly string[]): boolean {
  const own = splitWords(text);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/**
 * Fields, and filters across all fields, in which each of the words begins a word: "last 7" finds "Created in the last 7
 * days", "no ph" finds "Has no phone". Without words, the fields. `values`: companies and job titles that contain the words,
 * and all values of other fields.
 */
export function suggestFilters(
  words: string,
  fields: readonly FilterField[],
  state: UrlFilter,
  values: Partial<Record<FilterField, readonly FilterValue[]>>,
  own: FieldsByName = NO_FIELDS,
): Suggestion[] {
  const wanted = splitWords(words);
  const named = fields.map((field): Suggestion => ({ label: capitalized(filterName(field, own)), field }));
  if (wanted.length === 0) return named;
  const all = fields.map((field) => ({
    name: capitalized(filterName(field, own)),
    operators: findOperators(field, state, own),
    field,
  }));
  const phrases = all.flatMap(({ operators }) =>
    operators.flatMap(({ phrase, apply }) => (phrase ? { label: phrase, state: apply([]) } : [])),
  );
  const found = all.flatMap(({ field, name, operators: [is, part] }): Suggestion[] => {
    const listed = (values[field] ?? []).map(({ value, label = value, rule: _, ...rest }) => ({
      ...rest,
      label: `${name} is ${label}`,
      // Adds the value to those in use.
      state: is?.apply(is.isOn && is.asks === 'values' ? [...new Set([...is.values, value])] : [value]) ?? {},
    }));
    if (!isShared(field)) return listed.filter(({ label }) => hasWords(label, wanted));
    // Of one value, "contains" finds the same.
    const contains = {
      label: `${name} contains “${words.trim()}”`,
      state: part?.apply([words.trim()]) ?? {},
    };
    return listed.length > 1 ? [...listed, contains] : listed;
  });
  return [...[...named, ...phrases].filter(({ label }) => hasWords(label, wanted)), ...found];
}
