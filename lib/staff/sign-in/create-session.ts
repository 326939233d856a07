import { tryGetCurrentAuthEndpointContext } from '@better-auth/core/context';
import { APIError } from 'better-auth/api';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { record } from '../people/record';
import { inTransaction } from '../transaction';

interface AccountRow {
  name: string;
  email: string;
  two_factor_enabled: boolean;
  organization_id: string;
}

/**
 * Stores a new session in the organization that the person used last, else joined first. Records the sign-in in all of their
 * organizations, since the session opens all, unless a two-factor code is still to come.
 *
 * @throws APIError 401, as for a wrong password, if the person belongs to no organization.
 */
export async function createSession<T extends Record<string, unknown>>(
  { pool, onlyFirst }: { pool: Pool; onlyFirst: boolean },
  data: T,
): Promise<T> {
  const session = { ...data, id: uuidv7() } as T & { id: string; userId: string };
  const { ok } = await inTransaction({ pool }, async (client) => {
    const { rows } = await client.query<AccountRow>(
      `select u.name, u.email, u.two_factor_enabled, m.organization_id
       from staff_user u
       join staff_membership m on m.user_id = u.id and m.joined_at is not null and m.deactivated_at is null
       join organizations o on o.id = m.organization_id and (o.first or not $2)
       where u.id = $1
       order by (m.organization_id = (select s.organization_id from staff_session s
         where s.user_id = u.id and s.organization_id is not null order by s.updated_at desc limit 1)) desc nulls last,
         m.created_at, o.id`,
      [session.userId, onlyFirst],
    );
    const [row] = rows;
    if (!row) return { ok: false };
    await client.query(
      `insert into staff_session
         (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, confirmed_at, organization_id, identity_provider)
       values ($1, $2, $3, $4, $5, $6, now(), now(), $9, $7, $8)`,
      [
        session.id,
        session.userId,
        session.token,
        session.expiresAt,
        session.ipAddress,
        session.userAgent,
        row.organization_id,
        session.identityProvider ?? null,
        session.confirmedAt === undefined ? new Date() : session.confirmedAt,
      ],
    );
    // After the password, better-auth replaces this session with a two-factor challenge.
    const isHalf = row.two_factor_enabled && tryGetCurrentAuthEndpointContext()?.path === '/sign-in/email';
    const person = { id: session.userId, name: row.name, email: row.email };
    if (!isHalf)
      await record(
        client,
        rows.map((one) => one.organization_id),
        { action: 'person.signed-in', person, by: person },
      );
    return { ok: true };
  });
  if (!ok) throw new APIError('UNAUTHORIZED');
  return session;
}
