import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '@/lib/contract/role';
import { type JoinInput, joinInput, type Person, resetInput, type SetUpInput, setUpInput } from '../account';
import {
  type accounts,
  endOthersAccess,
  endResetLink,
  forgetTwoFactor,
  setName,
  setPassword,
} from '../accounts';
import { PASSWORDS_ARE_OFF, type signIns } from '../sign-in/sign-in';
import type { Invitation, SignInResult, StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, inTransaction, type Query, type Refusal, refuse } from '../transaction';
import type { LinkPurpose, links } from './links';
import { record, recordEverywhere } from './record';

interface Parts {
  context: StaffContext;
  link: ReturnType<typeof links>;
  account: ReturnType<typeof accounts>;
  signIn: ReturnType<typeof signIns>;
}

/** Returns functions for people who open a link: create the first account, join, or set a password. */
export function linkSignIns({ context: { pool, queue, log }, link, account, signIn }: Parts) {
  /** Signs in with a password that was just set; throws if it is wrong. */
  async function startSession(email: string, password: string, headers: Headers): Promise<SignInResult> {
    const started = await queue.run(() => signIn.startSession(email, password, headers));
    if (!started) throw new Error('The password that was just set does not sign in.');
    return started;
  }

  async function acceptsSetupCode(code: string): Promise<boolean> {
    return (await link.find(pool, 'setup', code)) !== null && (await account.needsSetup());
  }

  /**
   * The person invited by this code; `null` if the code is invalid or the invitation was withdrawn. `has_account` ignores a
   * password set after the link was made: an admin of another organization may have invited the same address and set it.
   */
  async function findInvited(client: Query, code: string) {
    const ids = await link.find(client, 'invite', code);
    if (!ids) return null;
    const { rows } = await client.query<
      Person & { role: Role; organization: string; organization_id: string; has_account: boolean }
    >(
      `select u.id, u.name, u.email, m.role, o.name as organization, o.id as organization_id,
         exists (select from staff_account a where a.user_id = u.id
           and (a.provider_id <> 'credential' or a.created_at <= v.created_at)) as has_account
       from staff_membership m join staff_user u on u.id = m.user_id join organizations o on o.id = m.organization_id
         join staff_verification v on v.identifier = concat_ws(' ', 'invite', m.organization_id, m.user_id)
       where m.organization_id = $1 and m.user_id = $2 and m.joined_at is null and m.deactivated_at is null`,
      ids,
    );
    return rows[0] ?? null;
  }

  /**
   * Revokes what somebody else may have set up for this address: joined memberships become invitations; if there are any, also
   * deletes sessions, password and second factor, and records that in their organizations.
   */
  async function revokeForeignAccess(client: Query, person: Person): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      `update staff_membership set joined_at = null
       where user_id = $1 and joined_at is not null returning organization_id as id`,
      [person.id],
    );
    if (rows.length === 0) return;
    await client.query('delete from staff_session where user_id = $1', [person.id]);
    await client.query("delete from staff_account where user_id = $1 and provider_id = 'credential'", [
      person.id,
    ]);
    await forgetTwoFactor(client, person.id);
    const organizations = rows.map(({ id }) => id);
    await record(client, organizations, {
      action: 'person.updated',
      person,
      by: person,
      after: { password: 'changed' },
    });
  }

  /**
   * Consumes the code, makes its person a member, ends their reset link, and records that; refuses if the code is invalid or
   * `prepare` returns `null`.
   */
  async function acceptInvitation(
    client: PoolClient,
    code: string,
    prepare: (invited: Person & { has_account: boolean }) => Promise<Person | null>,
  ) {
    const found = await findInvited(client, code);
    const isFirst = (await link.take(client, 'invite', code)) !== null;
    const person = found && isFirst ? await prepare(found) : null;
    if (!found || !person) return refuse('', LINK_IS_OVER);
    const { organization_id: organizationId, role } = found;
    await client.query(
      'update staff_membership set joined_at = now() where organization_id = $1 and user_id = $2',
      [organizationId, person.id],
    );
    // An admin of another organization may hold a reset link.
    await endResetLink(client, person.id);
    await record(client, [organizationId], { action: 'person.joined', person, by: person, after: { role } });
    log.info({ staff: person.id, role }, 'Joined.');
    return { ok: true as const, email: person.email, organizationId };
  }

  /** Hashes a password, which is expensive. Refuses an invalid code, a common password, or if too many people wait. */
  async function hashIfValid(
    purpose: LinkPurpose,
    code: string,
    password: string,
  ): Promise<string | Refusal> {
    if (!(await link.find(pool, purpose, code))) return refuse('', LINK_IS_OVER);
    if (queue.isFull()) return refuse('', 'Too many people are signing in. Try again in a moment.');
    return queue.run(() => account.hash(password));
  }

  return {
    acceptsSetupCode,

    /** Creates a code for a setup link; `null` once there is an account. */
    async newSetupCode(): Promise<string | null> {
      if (!(await account.needsSetup())) return null;
      // A new id keeps the setup links of other instances valid.
      return (await link.make(pool, 'setup', uuidv7())).code;
    },

    /** Creates the first account, an admin, and signs in. Refuses an invalid code, and once there is an account. */
    async setUp({ code, ...input }: SetUpInput & { code: string }, headers: Headers): Promise<SignInResult> {
      if (!(await acceptsSetupCode(code))) return refuse('', SETUP_IS_OVER);
      const parsed = setUpInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { organization, country, ...person } = parsed.data;
      const made = await account.makeFirst(person);
      if (!made.ok) return made.error.path === 'password' ? made : refuse('', SETUP_IS_OVER);
      await pool.query('update organizations set name = $1, country = $2 where first', [
        organization,
        country || null,
      ]);
      return startSession(parsed.data.email, parsed.data.password, headers);
    },

    /** The open invitation with this code, which stays valid; `null` if there is none. */
    async invitation(code: string): Promise<Invitation | null> {
      const found = await findInvited(pool, code);
      return found && { email: found.email, organization: found.organization, hasAccount: found.has_account };
    },

    /** Creates the account of an invited person, and signs in. Refuses one who has an account, and must sign in instead. */
    async join({ code, ...input }: JoinInput & { code: string }, headers: Headers): Promise<SignInResult> {
      const parsed = joinInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { name, password } = parsed.data;
      const digest = await hashIfValid('invite', code, password);
      if (typeof digest !== 'string') return digest;
      const joined = await inTransaction({ pool }, (client) =>
        acceptInvitation(client, code, async (person) => {
          // The owner of an existing account must sign in to accept.
          if (person.has_account || !signIn.mayUsePassword(person.email)) return null;
          await revokeForeignAccess(client, person);
          await setName(client, person.id, name);
          await setPassword(client, person.id, digest);
          return { ...person, name };
        }),
      );
      return joined.ok ? startSession(joined.email, password, headers) : joined;
    },

    /**
     * Accepts an invitation with an existing account, whose session switches to the organization; refuses another person's.
     * Ends access that admins of other organizations may have (`endOthersAccess`).
     */
    joinSignedIn: (by: StaffMember, code: string) =>
      inTransaction({ pool }, async (client) => {
        const joined = await acceptInvitation(client, code, async (person) =>
          person.id === by.id ? person : null,
        );
        if (!joined.ok) return joined;
        await endOthersAccess(client, by.id, {
          session: by.sessionId,
          byPassword: by.identityProvider === null,
        });
        await client.query('update staff_session set organization_id = $2 where id = $1', [
          by.sessionId,
          joined.organizationId,
        ]);
        return DONE;
      }),

    /** The email of a reset link's account; `null` if the link is invalid. */
    async resetOf(code: string): Promise<string | null> {
      const [id] = (await link.find(pool, 'reset', code)) ?? [];
      const { rows } = await pool.query<Person>('select email from staff_user where id = $1', [id]);
      return rows[0]?.email ?? null;
    },

    /** Sets a new password by reset link, ends all sessions, records that, and signs in. */
    async resetPassword({ code, ...input }: { code: string; password: string }, headers: Headers) {
      const parsed = resetInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { password } = parsed.data;
      const digest = await hashIfValid('reset', code, password);
      if (typeof digest !== 'string') return digest;
      const reset = await inTransaction({ pool }, async (client) => {
        const [id] = (await link.take(client, 'reset', code)) ?? [];
        const { rows } = await client.query<Person>('select id, name, email from staff_user where id = $1', [
          id,
        ]);
        const [person] = rows;
        if (!person) return refuse('', LINK_IS_OVER);
        if (!signIn.mayUsePassword(person.email)) return refuse('', PASSWORDS_ARE_OFF);
        await setPassword(client, person.id, digest);
        await client.query('delete from staff_session where user_id = $1', [person.id]);
        await recordEverywhere(client, person, { password: 'changed' });
        return { ok: true as const, email: person.email };
      });
      if (!reset.ok) return reset;
      // A person deactivated meanwhile gets the password, but cannot sign in.
      const started = await queue.run(() => signIn.startSession(reset.email, password, headers));
      return started ?? refuse('', 'The password is set, but this account is deactivated.');
    },
  };
}

const LINK_IS_OVER = 'This link is no longer valid.';
const SETUP_IS_OVER = 'This setup link is no longer valid.';
