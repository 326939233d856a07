import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Role } from '@/lib/contract/role';
import { ensureFirstOrganization } from '@/lib/database/first-organization';
import {
  type GivenAccountInput,
  givenAccountInput,
  type NewAccountInput,
  newAccountInput,
  type Person,
} from './account';
import { type Author, record } from './people/record';
import type { StaffContext } from './staff-context';
import { firstProblem, inTransaction, type Query, type Refusal, refuse } from './transaction';

export const NO_ADMIN = 'At least one admin is required.';

/** Serializes changes of an organization's members, until the end of the transaction. */
export const lockPeople = (client: Query, organizationId: string) =>
  // `no key`: does not block foreign key checks.
  client.query('select from organizations where id = $1 for no key update', [organizationId]);

/** Whether the organization has an active admin other than `userId`; `null`: any. */
export async function hasOtherAdmin(client: Query, organizationId: string, userId: string | null) {
  const { rows } = await client.query(
    `select from staff_membership where organization_id = $1 and user_id is distinct from $2
       and role = 'admin' and joined_at is not null and deactivated_at is null limit 1`,
    [organizationId, userId],
  );
  return rows.length > 0;
}

export const setName = (client: Query, userId: string, name: string) =>
  client.query('update staff_user set name = $2, updated_at = now() where id = $1', [userId, name]);

/** Sets a person's password, even if there was none, and invalidates an open reset link. */
export async function setPassword(client: Query, userId: string, digest: string): Promise<void> {
  await client.query(
    `insert into staff_account (id, user_id, account_id, provider_id, password)
     values ($1, $2::uuid, $2::uuid::text, 'credential', $3)
     on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`,
    [uuidv7(), userId, digest],
  );
  await endResetLink(client, userId);
}

/** Invalidates an open reset link. */
export async function endResetLink(client: Query, userId: string): Promise<void> {
  await client.query('delete from staff_verification where identifier = $1', [`reset ${userId}`]);
}

/** Turns two-factor sign-in off; returns whether it was on. */
export async function forgetTwoFactor(client: Query, userId: string): Promise<boolean> {
  await client.query('delete from staff_two_factor where user_id = $1', [userId]);
  const { rowCount } = await client.query(
    'update staff_user set two_factor_enabled = false, updated_at = now() where id = $1 and two_factor_enabled',
    [userId],
  );
  return rowCount === 1;
}

/**
 * Ends access that an admin of another organization may have to the account of a person in several organizations: deletes all
 * sessions except `session`, and unless they have signed in `byPassword`, password and second factor. Does nothing for other
 * people.
 */
export async function endOthersAccess(
  client: Query,
  userId: string,
  { session, byPassword }: { session: string | null; byPassword: boolean },
): Promise<void> {
  const { rows } = await client.query('select from staff_membership where user_id = $1 limit 2', [userId]);
  if (rows.length < 2) return;
  await client.query('delete from staff_session where user_id = $1 and id is distinct from $2', [
    userId,
    session,
  ]);
  if (byPassword) return;
  await client.query("delete from staff_account where user_id = $1 and provider_id = 'credential'", [userId]);
  await forgetTwoFactor(client, userId);
}

const COMMAND: Author = { command: 'npm run staff' };
const START: Author = { command: 'Roster' };

/** Returns functions that create accounts without a link: the first one, and those of `npm run staff`. */
export function accounts(context: StaffContext) {
  const { pool, auth, log, queue } = context;

  const needsSetup = async () => (await pool.query('select from staff_user limit 1')).rows.length === 0;

  /** Hashes a password; refuses common ones. */
  async function hash(password: string): Promise<string | Refusal> {
    // Imported on demand: unpacking the list takes a tenth of a start.
    const { COMMON_PASSWORD, isCommonPassword } = await import('./common-password');
    if (isCommonPassword(password)) return refuse('password', COMMON_PASSWORD);
    const context = await auth.$context;
    return context.password.hash(password);
  }

  /**
   * Stores an account, in the first organization by default, and records it in the activity. Refuses common passwords and
   * known emails; of several `first` accounts, stores one.
   */
  async function storeAccount(
    { name, email, role, password }: NewAccountInput,
    { first = false, by, organizationId }: { first?: boolean; by: Author; organizationId?: string },
  ) {
    const digest = await queue.run(() => hash(password));
    if (typeof digest !== 'string') return digest;
    const where = organizationId ?? (await ensureFirstOrganization({ pool }));
    const id = uuidv7();
    const stored = await inTransaction({ pool }, async (client) => {
      const { rowCount } = await client.query(
        `insert into staff_user (id, name, email, email_verified, first) values ($1, $2, $3, true, $4)
         on conflict do nothing`,
        [id, name, email, first || null],
      );
      if (rowCount === 0) return refuse('email', 'An account with this email already exists.');
      await setPassword(client, id, digest);
      await addMember(client, where, { id, name, email }, role, by);
      return { ok: true as const, id };
    });
    if (stored.ok) log.info({ staff: id, role }, 'Created an account.');
    return stored;
  }

  return {
    needsSetup,
    hash,
    makeFirst: (input: Omit<NewAccountInput, 'role'>) =>
      storeAccount({ ...input, role: 'admin' }, { first: true, by: START }),

    /** Creates an account, in the first organization by default. Refuses invalid input, common passwords and known emails. */
    async createAccount(input: NewAccountInput, organizationId?: string) {
      const parsed = newAccountInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      return storeAccount(parsed.data, { by: COMMAND, organizationId });
    },

    /**
     * Creates an account, or resets an existing one: new role and password, no second factor, all sessions ended. Returns
     * the generated password. Refuses to remove the last admin.
     */
    async giveAccount(input: GivenAccountInput & { organizationId?: string | undefined }) {
      const parsed = givenAccountInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { email, role, name } = parsed.data;
      const password = randomBytes(15).toString('base64url');
      const digest = await (await auth.$context).password.hash(password);
      const organizationId = input.organizationId ?? (await ensureFirstOrganization({ pool }));
      const given = await inTransaction({ pool }, async (client) => {
        await lockPeople(client, organizationId);
        const { rows } = await client.query<{ id: string; name: string; is_new: boolean }>(
          `insert into staff_user (id, name, email, email_verified) values ($1, $2, $3, true)
           on conflict (email) do update set name = coalesce($4, staff_user.name), updated_at = now()
           returning id, name, xmax = 0 as is_new`,
          [uuidv7(), name ?? nameFromEmail(email), email, name ?? null],
        );
        const [found] = rows as [{ id: string; name: string; is_new: boolean }];
        if (role !== 'admin' && !(await hasOtherAdmin(client, organizationId, found.id)))
          return refuse('role', NO_ADMIN);
        await setPassword(client, found.id, digest);
        await forgetTwoFactor(client, found.id);
        await client.query('delete from staff_session where user_id = $1', [found.id]);
        await addMember(client, organizationId, { ...found, email }, role, COMMAND);
        return { ok: true as const, isNew: found.is_new, email, password };
      });
      if (given.ok) log.info({ role }, 'Set the role and password of an account.');
      return given;
    },
  };
}

/** Adds a member, or changes the role of an existing one, who becomes active again. Records that in the activity. */
async function addMember(
  client: PoolClient,
  organizationId: string,
  person: Person,
  role: Role,
  by: Author,
): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select role from staff_membership where organization_id = $1 and user_id = $2
       and joined_at is not null and deactivated_at is null`,
    [organizationId, person.id],
  );
  await client.query(
    `insert into staff_membership (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())
     on conflict (organization_id, user_id) do update
     set role = excluded.role, joined_at = coalesce(staff_membership.joined_at, now()), deactivated_at = null`,
    [organizationId, person.id, role],
  );
  const [before] = rows;
  await record(client, [organizationId], {
    action: before ? 'person.updated' : 'person.joined',
    person,
    by,
    ...(before && { before: { role: before.role } }),
    after: { role, ...(before && { password: 'changed' }) },
  });
}

/** Default name: the local part of the email. */
export const nameFromEmail = (email: string): string => email.split('@')[0] as string;
