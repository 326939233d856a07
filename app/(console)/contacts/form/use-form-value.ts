'use client';

import { useCallback, useSyncExternalStore } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/**
 * What `read` makes of what stands in the fields of a form. The form itself takes up what was typed before the page's
 * script was there, but tells nobody: `useWatch` misses it, as do the flags of the form.
 */
export function useFormValue<V extends FieldValues, T extends string | boolean>(
  form: UseFormReturn<V>,
  read: (values: V) => T,
): T {
  const subscribe = useCallback(
    (callback: () => void) => form.subscribe({ formState: { values: true }, callback }),
    [form],
  );
  const look = () => read(form.getValues());
  return useSyncExternalStore(subscribe, look, look);
}
