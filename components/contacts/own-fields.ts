import { useMemo } from 'react';
import { useMay } from '@/components/hooks/use-can';
import { useRead } from '@/components/hooks/use-read';
import type { Field } from '@/lib/contract/field';
import type { FieldsByName } from './field-words';

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

/** All by their names in activity, filters and errors. */
export function useFieldsByName(): FieldsByName {
  const all = useAllFields();
  return useMemo(() => new Map(all.map((field) => [`fields.${field.key}`, field])), [all]);
}
