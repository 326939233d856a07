import { parseCookies } from 'better-auth/cookies';
import { makeSignature } from 'better-auth/crypto';
import { sameDigest } from './keyed-digest';
import { roles } from './roles';
import { type Room, refuse } from './room';
import type { Organization, StaffMember } from './staff';

interface Row {
  id: string;
  name: string;
  email: string;
  role: string;
  session_id: string;
  stale: boolean;
  confirmed: boolean | null;
  has_two_factor: boolean;
  two_factor_required: boolean;
  company: string | null;
  organization: Organization;
}

/** The person of a session: one row per organization, the current one first. */
const FIND = `
  select u.id, u.name, u.email, m.role, s.id as session_id, u.two_factor_enabled as has_two_factor,
    o.two_factor_required, s.company,
    s.updated_at < now() - interval '1 minute' as stale,
    s.confirmed_at > now() - interval '15 minutes' as confirmed,
    json_build_object('id', o.id, 'name', o.name, 'logo', extract(epoch from o.logo_at)::text) as organization
  from staff_session s
  join staff_user u on u.id = s.user_id
  join staff_membership m on m.user_id = u.id and m.joined_at is not null and m.deactivated_at is null
  join organizations o on o.id = m.organization_id and (o.first or not $3)
  where s.token = $1 and s.expires_at > now() and s.updated_at > now() - make_interval(days => $2)
  order by (o.id = s.organization_id) desc nulls last, m.created_at, o.id`;

/** Sessions, read for each request, so that changes apply immediately in every instance. */
export function sessions({ pool, auth, secret, idleDays, onlyFirst }: Room) {
  /** The token of the session cookie, if its signature is valid. */
  async function tokenOf(headers: Headers): Promise<string | null> {
    const { authCookies } = await auth.$context;
    const cookie = parseCookies(headers.get('cookie') ?? '').get(authCookies.sessionToken.name) ?? '';
    const end = cookie.indexOf('.');
    const token = cookie.slice(0, Math.max(0, end));
    const isSigned = token && sameDigest(cookie.slice(end + 1), await makeSignature(token, secret));
    return isSigned ? token : null;
  }

  return {
    async session(headers: Headers): Promise<StaffMember | null> {
      const token = await tokenOf(headers);
      if (!token) return null;
      const { rows } = await pool.query<Row>({
        name: 'staff_session',
        text: FIND,
        values: [token, idleDays, onlyFirst],
      });
      const [row] = rows;
      if (!row) return null;
      if (row.stale)
        await pool.query('update staff_session set updated_at = now() where id = $1', [row.session_id]);
      return {
        id: row.id,
        name: row.name,
        email: row.email,
        // Unknown roles get the fewest permissions.
        role: roles.find((role) => role === row.role) ?? 'viewer',
        sessionId: row.session_id,
        organization: row.organization,
        organizations: rows
          .map(({ organization }) => organization)
          .sort((a, b) => a.name.localeCompare(b.name)),
        confirmed: row.confirmed === true,
        hasTwoFactor: row.has_two_factor,
        twoFactorRequired: row.two_factor_required,
        company: row.company,
      };
    },

    async switchOrganization({ sessionId, organizations }: StaffMember, organizationId: string) {
      if (!organizations.some(({ id }) => id === organizationId))
        return refuse('', 'You do not belong to this organization.');
      await pool.query('update staff_session set organization_id = $2 where id = $1', [
        sessionId,
        organizationId,
      ]);
      return { ok: true as const, data: null };
    },
  };
}
