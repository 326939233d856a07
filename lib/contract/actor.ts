import * as z from 'zod';

/** The author of a change, with the name at that time. */
export const actor = z
  .object({
    kind: z.enum(['staff', 'token', 'system']),
    id: z
      .guid()
      .nullable()
      .default(null)
      .describe('Id of the person or token; null for the system, or if it was not recorded'),
    name: z.string(),
  })
  .meta({ id: 'Actor' });

export type Actor = z.infer<typeof actor>;

/** Who set the marks of sample data, which are removed with it. */
export const SAMPLE_DATA: Actor = { kind: 'system', id: null, name: 'Sample data' };

/** Header that names the person the console acts for. Ignored unless the token has the scope `staff:act`. */
export const ACTOR_HEADER = 'Roster-Actor';

/** A member of staff. The id is unique and never changes; the name may. */
export interface Person {
  id: string;
  name: string;
}

export const actorHeader = ({ id, name }: Person): string => `${id} ${encodeURIComponent(name)}`;

const HEADER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S*)$/i;
const LONGEST_NAME = 300;

/**
 * Parses the header; `null` without an id, `unknown` for a name that is blank or malformed. Cuts the name after 300 code
 * points, never within one, as JSON in the database requires.
 */
export function parsePerson(header: string): Person | null {
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
