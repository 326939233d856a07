import { z } from 'zod';
import { plainText } from './plain-text';

/** A contact or segment in somebody else's list that is not of the contract. */
export interface Unreadable {
  /** `null` where that cannot be read either. */
  id: string | null;
  /** Its place on the page, from 1. */
  position: number;
  /** What is wrong with it, as a sentence for people. */
  problem: string;
}

/**
 * Parts somebody else's list into what is of the contract and what is not: one of them must not hide the others.
 *
 * @param token Which what is said of them does not show.
 */
export function part<T>(
  list: unknown[],
  form: z.ZodType<T>,
  token: string,
): { readable: T[]; unreadable: Unreadable[] } {
  const readable: T[] = [];
  const unreadable: Unreadable[] = [];
  for (const [index, value] of list.entries()) {
    const parsed = form.safeParse(value);
    if (parsed.success) readable.push(parsed.data);
    else unreadable.push(unreadableOf(value, index + 1, parsed.error.issues[0]?.path ?? [], token));
  }
  return { readable, unreadable };
}

function unreadableOf(value: unknown, position: number, path: PropertyKey[], token: string): Unreadable {
  const id = z.uuid().safeParse(at(value, 'id')).data ?? null;
  const found = path.reduce(at, value);
  const where = path.map(String).join('.');
  if (where === '') return { id, position, problem: 'It is no object.' };
  const shown = plainText(JSON.stringify(found) ?? '', token).slice(0, 60);
  if (found === undefined || found === null) return { id, position, problem: `It has no ${where}.` };
  return { id, position, problem: `Its ${where} cannot be read: ${shown}.` };
}

const at = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
