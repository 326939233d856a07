'use client';

import { useLayoutEffect } from 'react';

/**
 * While `open`, takes back the `aria-hidden` that Base UI puts on everything around an open combobox, its own label and
 * the field's description included: a list that does not trap anybody must not make the page unreadable.
 */
export function useReadablePage(open: boolean): void {
  // In the layout phase: before the effect that hides.
  useLayoutEffect(() => {
    if (!open) return;
    const observer = new MutationObserver((records) => {
      for (const { target, oldValue } of records)
        if (target instanceof Element && oldValue !== 'true') target.removeAttribute('aria-hidden');
    });
    observer.observe(document.body, {
      subtree: true,
      attributes: true,
      attributeFilter: ['aria-hidden'],
      attributeOldValue: true,
    });
    return () => observer.disconnect();
  }, [open]);
}
