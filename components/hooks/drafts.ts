import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type Draft = Record<string, unknown>;

const STORED = 'roster-drafts';

/** Readers of the changed values of open forms, by draft key. */
const open = new Map<string, () => Draft>();

/** Drafts stored before the reload. Removed from storage when read, so that they cannot reappear later. */
const left = new Map<string, Draft>(takeStoredDrafts());

let keeping = false;

/** From now on, typed values of forms with `useDraft` survive a reload of this tab. */
export function keepDrafts(): void {
  if (keeping) return;
  keeping = true;
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...open].map(([about, read]) => [about, read()])));
    } catch {
      // The storage is full or disabled.
    }
  });
}

export const keepsDrafts = (): boolean => keeping;

/**
 * Makes a form's typed values survive a reload after `keepDrafts`, under the key `about`, and restores those left by the
 * last reload. Does nothing without a key. Not for secrets.
 */
export function useDraft<V extends FieldValues>(form: UseFormReturn<V>, about: string | undefined): void {
  useEffect(() => {
    if (about === undefined) return;
    for (const [name, value] of Object.entries(left.get(about) ?? {}))
      form.setValue(name as Path<V>, value as V[Path<V>], { shouldDirty: true });
    left.delete(about);
    open.set(about, () => {
      const { defaultValues = {} } = form.formState;
      const isChanged = ([name, value]: [string, unknown]) =>
        JSON.stringify(value) !== JSON.stringify(defaultValues[name as keyof typeof defaultValues]);
      return Object.fromEntries(Object.entries(form.getValues()).filter(isChanged));
    });
    return () => void open.delete(about);
  }, [form, about]);
}

/** Reads the stored drafts and removes them from storage; `[]` if there are none. */
function takeStoredDrafts(): [string, Draft][] {
  try {
    const stored = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    return JSON.parse(stored ?? '[]');
  } catch {
    // The server has no `sessionStorage`.
    return [];
  }
}
