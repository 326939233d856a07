import { type Contact, contact } from '@/lib/contract/contact';

/** A contact in somebody else's list that is not of the contract. */
export interface Unreadable {
  /** `null` where that cannot be read either. */
  id: string | null;
  /** Its place on the page, from 1. */
  position: number;
  /** What is wrong with it, as a sentence for people. */
  problem: string;
}

/** Parts somebody else's list into contacts of the contract and those that are not: one of them must not hide the others. */
export function partContacts(list: unknown[]): { readable: Contact[]; unreadable: Unreadable[] } {
  const readable: Contact[] = [];
  const unreadable: Unreadable[] = [];
  for (const [index, value] of list.entries()) {
    const parsed = contact.safeParse(value);
    if (parsed.success) readable.push(parsed.data);
    else unreadable.push(unreadableOf(value, index + 1, parsed.error.issues[0]?.path ?? []));
  }
  return { readable, unreadable };
}

function unreadableOf(value: unknown, position: number, path: PropertyKey[]): Unreadable {
  const id = contact.shape.id.safeParse(at(value, 'id')).data ?? null;
  const found = path.reduce(at, value);
  const where = path.map(String).join('.');
  if (where === '') return { id, position, problem: 'It is no object.' };
  if (found === undefined || found === null) return { id, position, problem: `It has no ${where}.` };
  return { id, position, problem: `Its ${where} cannot be read: ${JSON.stringify(found).slice(0, 60)}.` };
}

const at = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
