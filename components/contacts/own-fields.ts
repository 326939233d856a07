import { useMemo } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import { formatDay } from '@/components/text/days';
import type { Field, FieldValue } from '@/lib/contract/field';
import { fieldLabels } from './field-labels';

const NONE: readonly Field[] = [];

/** All of the organization's own fields in their order; none where the service has no such fields. */
function useAllFields(): readonly Field[] {
  return useRead('listFields', {}, { enabled: useMay()('listFields') }).data ?? NONE;
}

/** The same without archived ones. */
export function useOwnFields(): readonly Field[] {
  const all = useAllFields();
  return useMemo(() => all.filter(({ archived }) => !archived), [all]);
}

/** The value of an own field in words, options by their labels. */
export function fieldValueWords({ type, options = [] }: Field, value: FieldValue): string {
  if (Array.isArray(value))
    return value.map((one) => fieldValueWords({ type, options } as Field, one)).join(', ');
  if (type === 'boolean') return String(value) === 'true' ? 'Yes' : 'No';
  if (type === 'date') return formatDay(String(value));
  return options.find((option) => option.value === value)?.label ?? String(value);
}

/** Fields by their names in activity and errors, `fields.plan`. Archived ones are included, because activity has them. */
export type FieldsByName = ReadonlyMap<string, Field>;

export const NO_FIELDS: FieldsByName = new Map();

export function useFieldsByName(): FieldsByName {
  const all = useAllFields();
  return useMemo(() => new Map(all.map((field) => [`fields.${field.key}`, field])), [all]);
}

/** The own field that a name in activity, errors or a form means; `undefined` for other names. */
export const findOwnField = (name: string, fields: FieldsByName): Field | undefined =>
  fields.get(name.replace(':', '.'));

/** Label of a contact's field by its name in activity, errors or a form. */
export const labelOfField = (name: string, fields: FieldsByName): string | undefined =>
  findOwnField(name, fields)?.label ?? (fieldLabels as Record<string, string>)[name];
