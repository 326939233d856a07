import { useMemo } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { readOptions, useRead } from '@/components/hooks/use-read';
import type { Field } from '@/lib/contract/field';
import { type FieldsByName, NO_FIELDS } from './field-words';

const NONE: readonly Field[] = [];

export const allFields = readOptions('listFields', {});

/** Fields by their names in activity, filters and errors. */
export const toFieldsByName = (fields: readonly Field[]): FieldsByName =>
  new Map(fields.map((field) => [`fields.${field.key}`, field]));

/** All of the organization's own fields in their order; `undefined` while they load, or where the service has no such fields. */
const useAllFields = (): readonly Field[] | undefined =>
  useRead('listFields', {}, { enabled: useMay()('listFields') }).data;

/** The same without archived ones. */
export function useOwnFields(): readonly Field[] {
  const all = useAllFields() ?? NONE;
  return useMemo(() => all.filter(({ archived }) => !archived), [all]);
}

/** All by their names in activity, filters and errors; `NO_FIELDS` while they load. */
export function useFieldsByName(): FieldsByName {
  const all = useAllFields();
  return useMemo(() => (all ? toFieldsByName(all) : NO_FIELDS), [all]);
}
