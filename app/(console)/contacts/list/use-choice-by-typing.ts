'use client';

import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ContactValues } from '../form/contact-form-values';

/** While there are fields to choose: calls `onTyped` with what stands in the form whenever that changes. */
export function useChoiceByTyping(
  form: UseFormReturn<ContactValues>,
  isOpen: boolean,
  onTyped: (values: ContactValues) => void,
): void {
  const latest = useRef(onTyped);
  latest.current = onTyped;
  useEffect(() => {
    if (!isOpen) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => latest.current(values),
    });
  }, [form, isOpen, latest]);
}
