import { formatDay } from '@/components/text/days';
import { formatDecimal } from '@/components/text/format-count';
import type { Field, FieldValue } from '@/lib/contract/field';
import { fieldLabels } from './field-labels';

/** Own fields by their names in activity, filters and errors, `fields.plan`. Archived ones are included: activity has them. */
export type FieldsByName = ReadonlyMap<string, Field>;
/** No fields, or not read yet. */
export const NO_FIELDS: FieldsByName = new Map();

const A_DAY = /^\d{4}-\d\d-\d\d$/;
const A_NUMBER = /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,10})?$/;

/** The value of an own field in words, options by their labels. */
export function fieldValueWords(field: Field, value: FieldValue): string {
  if (Array.isArray(value)) return value.map((one) => fieldValueWords(field, one)).join(', ');
  // History has values of former types.
  if (field.type === 'boolean' && /^(true|false)$/.test(String(value)))
    return String(value) === 'true' ? 'Yes' : 'No';
  if (field.type === 'date' && A_DAY.test(String(value))) return formatDay(String(value));
  if (field.type === 'number' && A_NUMBER.test(String(value))) return formatDecimal(String(value));
  return findOption(field, value)?.label ?? String(value);
}

/** A URL as people read it: "example.com/ana". */
export const withoutProtocol = (url: string): string => url.replace(/^https?:\/\/(www\.)?/i, '');

const findOption = (field: Field | undefined, value: FieldValue) =>
  field?.options?.find((option) => option.value === value);

/** The color of an option, if the value is one. */
export function optionColor(field: Field | undefined, value: FieldValue): { color?: string | null } {
  const option = findOption(field, value);
  return option ? { color: option.color } : {};
}

/** The options that a value selects, as chips need them. */
export const selectedOptions = (field: Field, value: FieldValue) =>
  [value].flat().map((one) => ({
    id: String(one),
    title: fieldValueWords(field, one),
    color: optionColor(field, one).color ?? null,
  }));

/** The own field that a name in activity, errors or a form means; `undefined` for other names. */
export const findOwnField = (name: string, fields: FieldsByName): Field | undefined =>
  fields.get(name.replace(':', '.'));

/** Label of a contact's field by its name in activity, errors or a form. */
export const labelOfField = (name: string, fields: FieldsByName): string | undefined =>
  findOwnField(name, fields)?.label ?? (fieldLabels as Record<string, string>)[name];

/** A label within a sentence: "job title", but "CRM id". */
export const inSentence = (label: string): string =>
  /^\p{Lu}(\p{Ll}|$)/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
