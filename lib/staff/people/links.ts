import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { keyedDigest } from '../keyed-digest';
import type { StaffContext } from '../staff-context';
import type { Query } from '../transaction';

const DAY = 24 * 60 * 60 * 1000;

/** How long links of each purpose are valid, in milliseconds. */
const lifetimes = { setup: 7 * DAY, invite: 7 * DAY, reset: DAY };
export type LinkPurpose = keyof typeof lifetimes;

/** Key of a link: at most one exists for each purpose and ids. */
const linkIdentifier = (purpose: LinkPurpose, ...ids: string[]) => [purpose, ...ids].join(' ');

/** Returns functions that make, find and consume one-time codes of links. Only keyed digests of them are stored. */
export function links({ secret }: Pick<StaffContext, 'secret'>) {
  const digestCode = (code: string) => keyedDigest(secret, 'link', code);

  /** Invalidates the code of this purpose for these ids, if any. */
  async function end(client: Query, purpose: LinkPurpose, ...ids: string[]): Promise<void> {
    await client.query('delete from staff_verification where identifier = $1', [
      linkIdentifier(purpose, ...ids),
    ]);
  }

  return {
    end,

    /** Creates a code, which replaces the previous one of the same purpose and ids. */
    async make(client: Query, purpose: LinkPurpose, ...ids: string[]) {
      await end(client, purpose, ...ids);
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + lifetimes[purpose]);
      await client.query(
        'insert into staff_verification (id, identifier, value, expires_at) values ($1, $2, $3, $4)',
        [uuidv7(), linkIdentifier(purpose, ...ids), digestCode(code), expiresAt],
      );
      return { code, expiresAt: expiresAt.toISOString() };
    },

    /** The ids a code was created for; `null` if the code is invalid or has expired. */
    find: (client: Query, purpose: LinkPurpose, code: string) =>
      readIds(client, `select identifier ${VALID}`, [digestCode(code), purpose]),

    /** Like `find`, and consumes the code. */
    take: (client: Query, purpose: LinkPurpose, code: string) =>
      readIds(client, `delete ${VALID} returning identifier`, [digestCode(code), purpose]),
  };
}

const VALID = `from staff_verification
  where value = $1 and (identifier = $2 or identifier like $2 || ' %') and expires_at > now()`;

/** The ids in the identifier that the query returns; `null` if it returns none. */
async function readIds(client: Query, text: string, values: string[]): Promise<string[] | null> {
  const { rows } = await client.query<{ identifier: string }>(text, values);
  return rows[0]?.identifier.split(' ').slice(1) ?? null;
}
