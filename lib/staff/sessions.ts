import { parseCookies } from 'better-auth/cookies';
import { makeSignature } from 'better-auth/crypto';
import { roles } from '@/lib/contract/role';
import { sameDigest } from './keyed-digest';
import type { StaffMember } from './staff';
import type { StaffContext } from './staff-context';
import { DONE, refuse } from './transaction';

interface SessionRow extends Omit<StaffMember, 'role' | 'organizations'> {
  role: string;
  stale: boolean;
}

/** The person of a session: one row per organization, the current one first. */
const FIND = `
  select u.id, u.name, u.email, m.role, s.id as "sessionId", u.two_factor_enabled as "hasTwoFactor",
    o.two_factor_required as "twoFactorRequired", s.identity_provider as "identityProvider",
    s.updated_at < now() - interval '1 minute' as stale,
    coalesce(s.confirmed_at > now() - interval '15 minutes', false) as confirmed,
    json_build_object('id', o.id, 'name', o.name, 'logo', extract(epoch from o.logo_at)::text,
      'country', o.country, 'timeZone', o.time_zone, 'dateFormat', o.date_format,
      'assistantReads', o.assistant_reads, 'twoApprovers', o.two_approvers,
      'hasSampleData', o.sample_ids is not null) as organization
  from staff_session s
  join staff_user u on u.id = s.user_id
  join staff_membership m on m.user_id = u.id and m.joined_at is not null and m.deactivated_at is null
  join organizations o on o.id = m.organization_id and (o.first or not $3)
  where s.token = $1 and s.expires_at > now() and s.updated_at > now() - make_interval(days => $2)
  order by (o.id = s.organization_id) desc nulls last, m.created_at, o.id`;

/**
 * Returns functions that find the session of a request and switch its organization. Sessions are read for each request, so
 * that changes apply immediately in every instance.
 */
export function sessions({ pool, auth, secret, idleDays, onlyFirst }: StaffContext) {
  /** The token of the session cookie, if its signature is valid. */
  async function readToken(headers: Headers): Promise<string | null> {
    const { authCookies } = await auth.$context;
    const cookie = parseCookies(headers.get('cookie') ?? '').get(authCookies.sessionToken.name) ?? '';
    const end = cookie.indexOf('.');
    const token = cookie.slice(0, Math.max(0, end));
    const isSigned = token && sameDigest(cookie.slice(end + 1), await makeSignature(token, secret));
    return isSigned ? token : null;
  }

  return {
    /**
     * The person signed in by the request's cookies; `null` without a valid session or an organization. Notes the session's
     * use once a minute.
     */
    async session(headers: Headers): Promise<StaffMember | null> {
      const token = await readToken(headers);
      if (!token) return null;
      const { rows } = await pool.query<SessionRow>({
        name: 'staff_session',
        text: FIND,
        values: [token, idleDays, onlyFirst],
      });
      if (!rows[0]) return null;
      const { stale, ...member } = rows[0];
      if (stale)
        await pool.query('update staff_session set updated_at = now() where id = $1', [member.sessionId]);
      return {
        ...member,
        // Unknown roles get the fewest permissions.
        role: roles.find((role) => role === member.role) ?? 'viewer',
        organizations: rows
          .map(({ organization }) => organization)
          .sort((a, b) => a.name.localeCompare(b.name)),
      };
    },

    /** Switches the session to another organization of the person, and refuses any other. */
    async switchOrganization({ sessionId, organizations }: StaffMember, organizationId: string) {
      if (!organizations.some(({ id }) => id === organizationId))
        return refuse('', 'You do not belong to this organization.');
      await pool.query('update staff_session set organization_id = $2 where id = $1', [
        sessionId,
        organizationId,
      ]);
      return DONE;
    },
  };
}
