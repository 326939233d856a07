import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

type Draft = Record<string, unknown>;

const STORED = 'roster-drafts';

/** Reads what was changed in the open forms, by what they edit. */
const open = new Map<string, () => Draft>();

/** What the page before the reload had typed. Taken once, so that it cannot turn up later. */
const left = new Map<string, Draft>(takeStored());

let keeping = false;

/** From now on, typed values survive a reload of this tab. */
export function keepDrafts(): void {
  if (keeping) return;
  keeping = true;
  window.addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(STORED, JSON.stringify([...open].map(([about, read]) => [about, read()])));
    } catch {
      // Storage is full or switched off.
    }
  });
}

export const keepsDrafts = (): boolean => keeping;

/** Keeps what is typed about `about` across a reload after an upgrade. Not for secrets. */
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

function takeStored(): [string, Draft][] {
  try {
    const stored = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    return JSON.parse(stored ?? '[]');
  } catch {
    // There is none on the server.
    return [];
  }
}
