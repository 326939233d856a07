import { z } from 'zod';

/** Who did something: `id` says who, by kind; `name` is what they were called then. */
export const actor = z
  .object({
    kind: z.enum(['staff', 'token', 'system']),
    id: z.guid().nullable().default(null).meta({
      description: 'Of the person or the token; null where it was not recorded, and of the service itself',
    }),
    name: z.string(),
  })
  .meta({ id: 'Actor' });

export type Actor = z.infer<typeof actor>;

/** Header that says for whom the console makes a request: `actorHeader` writes it. Of other tokens it is not believed. */
export const ACTOR_HEADER = 'Roster-Actor';

/** A member of staff: the id never changes and is nobody else's, the name may. */
export interface Person {
  id: string;
  name: string;
}

export const actorHeader = ({ id, name }: Person): string => `${id} ${encodeURIComponent(name)}`;

const HEADER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S*)$/i;
const LONGEST_NAME = 300;

/** Whom the header names, `null` when it has another form. Cut between characters: of half of one the database makes no JSON. */
export function personOf(header: string): Person | null {
  const [, id, encoded = ''] = HEADER.exec(header) ?? [];
  if (!id) return null;
  try {
    const name = decodeURIComponent(encoded)
      .replace(/\p{Cc}/gu, '')
      .trim();
    return { id: id.toLowerCase(), name: [...name].slice(0, LONGEST_NAME).join('') || 'unknown' };
  } catch {
    return { id: id.toLowerCase(), name: 'unknown' };
  }
}
