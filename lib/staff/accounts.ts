import { and, eq, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { staffAccount, staffUser } from '@/lib/database/staff-tables';
import type { NewAccountInput } from './account';
import type { StaffDatabase } from './auth';

/** Whether there is any account at all. */
export async function hasAccounts(database: StaffDatabase): Promise<boolean> {
  const rows = await database.select({ id: staffUser.id }).from(staffUser).limit(1);
  return rows.length > 0;
}

/** Whether anybody but who has this email is an admin. */
export async function hasOtherAdmin(database: StaffDatabase, email: string): Promise<boolean> {
  const isOther = and(eq(staffUser.role, 'admin'), ne(staffUser.email, email));
  const rows = await database.select({ id: staffUser.id }).from(staffUser).where(isOther).limit(1);
  return rows.length > 0;
}

/**
 * Gives an account another role, password and, where there is one, name; who is signed in with it is signed out. In one
 * statement, as below. Returns whether there is such an account.
 */
export async function renewAccount(
  database: StaffDatabase,
  { name, email, role, digest }: Pick<NewAccountInput, 'email' | 'role'> & { name?: string; digest: string },
): Promise<boolean> {
  const { rows } = await database.execute(sql`
    with person as (
      update staff_user set role = ${role}, name = coalesce(${name ?? null}, name), updated_at = now()
      where email = ${email} returning id),
    signed_out as (delete from staff_session where user_id in (select id from person))
    update staff_account set password = ${digest}, updated_at = now()
    where user_id in (select id from person) and provider_id = 'credential' returning user_id`);
  return rows.length > 0;
}

/**
 * Stores an account with its password's digest. Of several racing to be the `first` one, one is stored. In one statement:
 * drizzle does not give back the connection of a transaction that could not begin.
 * Returns which unique column was taken already, if any.
 */
export async function insertAccount(
  database: StaffDatabase,
  {
    name,
    email,
    role,
    digest,
    first,
  }: Omit<NewAccountInput, 'password'> & { digest: string; first: boolean },
): Promise<{ ok: true; id: string } | { ok: false; taken: 'email' | 'first' }> {
  const userId = uuidv7();
  try {
    const made = database.$with('made').as(
      database
        .insert(staffUser)
        .values({ id: userId, name, email, role, emailVerified: true, first: first ? true : null })
        .returning({ id: staffUser.id }),
    );
    await database
      .with(made)
      .insert(staffAccount)
      .values({ id: uuidv7(), userId, accountId: userId, providerId: 'credential', password: digest });
    return { ok: true, id: userId };
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint === staffUserConstraint.first) return { ok: false, taken: 'first' };
    if (constraint === staffUserConstraint.email) return { ok: false, taken: 'email' };
    throw error;
  }
}

const staffUserConstraint = { email: 'staff_user_email_unique', first: 'staff_user_first_unique' };

/** The constraint that PostgreSQL named; drizzle hands its error on as the cause of its own. */
function constraintOf(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return (cause as { constraint?: string }).constraint;
}
