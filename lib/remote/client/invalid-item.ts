import * as z from 'zod';
import { toPlainText } from './plain-text';

/** A contact or segment in a connected service's list that breaks the contract. */
export interface InvalidItem {
  /** `null` if the id is invalid, too. */
  id: string | null;
  /** Its place on the page, from 1. */
  position: number;
  /** The problem of the item, as a sentence. */
  problem: string;
}

/** Splits a list into valid and invalid items, so that one does not hide the rest. Redacts the token in problems. */
export function splitValid<T>(
  list: unknown[],
  form: z.ZodType<T>,
  token: string,
): { valid: T[]; invalid: InvalidItem[] } {
  const valid: T[] = [];
  const invalid: InvalidItem[] = [];
  for (const [index, value] of list.entries()) {
    const parsed = form.safeParse(value);
    if (parsed.success) valid.push(parsed.data);
    else invalid.push(toInvalidItem(value, index + 1, parsed.error.issues[0]?.path ?? [], token));
  }
  return { valid, invalid };
}

/**
 * Describes the first problem of an item: no object, or the value at `path` is missing or cannot be read (cut at 60
 * characters).
 */
function toInvalidItem(value: unknown, position: number, path: PropertyKey[], token: string): InvalidItem {
  const id = z.uuid().safeParse(at(value, 'id')).data ?? null;
  const found = path.reduce(at, value);
  const where = path.map(String).join('.');
  if (where === '') return { id, position, problem: 'It is not an object.' };
  const shown = toPlainText(JSON.stringify(found) ?? '', token).slice(0, 60);
  if (found === undefined || found === null) return { id, position, problem: `It has no ${where}.` };
  return { id, position, problem: `Its ${where} cannot be read: ${shown}.` };
}

const at = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
