'use client';

import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Long enough that an address is one question, short enough that the answer is there when the next field is reached. */
const PAUSE = 250;

/**
 * What `read` makes of the values of a form once nobody has typed for a moment; `null` before, and where it is not
 * wanted. Not by watching the fields: the form would be drawn anew with each letter.
 */
export function useTyped<V extends FieldValues, T>(
  form: UseFormReturn<V>,
  wanted: boolean,
  read: (values: V) => T,
): [typed: T | null, setTyped: (typed: T | null) => void] {
  const [typed, setTyped] = useState<T | null>(null);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!wanted) return;
    const look = () => setTyped(latest.current(form.getValues()));
    let timer = setTimeout(look);
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(look, PAUSE);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
      setTyped(null);
    };
  }, [form, wanted]);
  return [typed, setTyped];
}
