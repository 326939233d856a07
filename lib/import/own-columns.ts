import { exportHeaders } from '@/lib/contract/export-headers';
import type { Field, FieldDefinition, FieldValue } from '@/lib/contract/field';
import type { ImportTarget } from '@/lib/contract/import';
import { normalizeHeader } from './columns';
import { headerMeaning } from './header-meaning';
import { segmentCell } from './segment-cell';

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
