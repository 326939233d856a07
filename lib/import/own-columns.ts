import { restoreFormula } from '@/lib/contract/csv-cell';
import { exportHeaders } from '@/lib/contract/export-headers';
import type { Field, FieldDefinition, FieldType, FieldValue } from '@/lib/contract/field';
import type { ImportTarget } from '@/lib/contract/import';
import { normalizeHeader } from './columns';
import { headerMeaning } from './header-meaning';
import { isNoValue } from './no-value';
import { fieldReader } from './own-field-cell';
import { isYesOrNo, segmentCell } from './segment-cell';

/** What a file needs to know of an own field. */
export type NamedField = Pick<Field, 'key' | 'label'>;

/**
 * Headers of own fields in an export, by their paths: labels, followed by the key where another column reads like the label.
 * `ownColumns` reads them.
 */
export function fieldHeaders(fields: readonly NamedField[]): Record<string, string> {
  const all = [...Object.values(exportHeaders), ...fields.map(({ label }) => label)].map(normalizeHeader);
  return Object.fromEntries(
    fields.map(({ key, label }) => {
      const name = normalizeHeader(label);
      const isUnique = name !== '' && all.indexOf(name) === all.lastIndexOf(name);
      return [`fields.${key}`, isUnique ? label : `${label} (${key})`];
    }),
  );
}

/**
 * The own field that each column of a header names, by its header in an export or, where the words mean nothing else, by its
 * key. Each field at most once.
 */
export function ownColumns(
  header: readonly string[],
  fields: readonly NamedField[],
): (ImportTarget | undefined)[] {
  if (fields.length === 0) return [];
  const byHeader = new Map(
    Object.entries(fieldHeaders(fields)).map(([path, name]) => [normalizeHeader(name), path]),
  );
  const byKey = new Map(fields.map(({ key }) => [normalizeHeader(key), `fields.${key}`]));
  const left = new Set<string>(byKey.values());
  return header.map((name) => {
    const normalized = normalizeHeader(name);
    const path = byHeader.get(normalized) ?? (headerMeaning(name) ? undefined : byKey.get(normalized));
    return path && left.delete(path) ? (path as ImportTarget) : undefined;
  });
}

/** The value of an own field as a cell of an export: choices by their labels, listed like segments. */
export function toFieldCell({ type, options }: FieldDefinition, value: FieldValue | undefined): string {
  if (value === undefined) return '';
  if (type !== 'choice' && type !== 'choices') return String(value);
  const labels = [value]
    .flat()
    .map((one) => options.find((option) => option.value === one)?.label ?? String(one));
  return type === 'choice' ? labels.join() : segmentCell(labels, ', ');
}

/** Most different values of a column that is proposed as choices, their length, and how often each is there on average. */
const MOST_CHOICES = 20;
const LONGEST_CHOICE = 40;
const TIMES = 2;
const ISO_DATE = /^\d{4}-\d\d-\d\d(?:T|$)/;
/** Digits of a phone, a postcode or a number of something: no quantity. */
const NO_QUANTITY = /^(?:'?\+|-?0\d)/;

/** The type of field that fits all of these values of a column. */
export function proposeType(cells: readonly string[]): FieldType {
  const values = cells
    .map((cell) => restoreFormula(cell).trim())
    .filter((value) => value !== '' && !isNoValue(value, false));
  if (values.length === 0 || values.some((value) => NO_QUANTITY.test(value))) return 'text';
  const fits = (type: FieldType) => {
    const { read } = fieldReader({ key: '', type, options: [] });
    return values.every((value) => read(value).message === undefined);
  };
  if (fits('number')) return 'number';
  if (values.every((value) => ISO_DATE.test(value)) && fits('date')) return 'date';
  if (values.every(isYesOrNo)) return 'boolean';
  if (fits('link')) return 'link';
  const different = new Set(values);
  const isChoice =
    different.size <= MOST_CHOICES &&
    different.size * TIMES <= values.length &&
    values.every((value) => value.length <= LONGEST_CHOICE);
  return isChoice ? 'choice' : 'text';
}
