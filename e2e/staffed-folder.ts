import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { openDatabase } from '../lib/database/database';
import { staffSession, staffUser } from '../lib/database/staff-tables';
import { createOrganization } from '../lib/service/organizations/create-organization';
import { createStaff } from '../lib/staff/create-staff';
import { type Role, roles } from '../lib/staff/roles';
import { quickHashing } from '../lib/staff/testing';
import { migratedFolder } from './data-folders';
import { ADMIN, type TemporaryFolder } from './program';

export const emailOf = (who: string): string => `${who}@example.com`;

const endings = ['revoked', 'expired', 'idle', 'deactivated', 'removed'] as const;

export interface Staffed extends TemporaryFolder {
  /** `Cookie` of who is signed in, by role. */
  signedIn: Record<Role, string>;
  /** Of who was, and is no longer. */
  signedOut: Record<(typeof endings)[number], string>;
  /** Of an admin whose password was asked for long ago. */
  stale: string;
  /** Of an admin of another organization, its token and id. */
  elsewhere: string;
  otherToken: string;
  otherId: string;
}

/** A data folder with an account for each role, and sessions of programs that have this APP_SECRET. */
export async function staffedFolder(secret: string): Promise<Staffed> {
  const made = await migratedFolder();
  const opened = await openDatabase({ dataDir: made.folder });
  const { pool, close } = opened;
  const database = drizzle(pool);
  const log = { info: () => {}, error: (_: object, message: string) => Promise.reject(new Error(message)) };
  // Their passwords are no longer used once they are signed in.
  const staff = createStaff({ pool, secret, log, passwordHashing: quickHashing });

  async function signIn(who: string, role: Role, organizationId?: string): Promise<string> {
    const account = { name: who, email: emailOf(who), password: ADMIN.password };
    await staff.createAccount({ ...account, role }, organizationId);
    const result = await staff.signIn(account, new Headers());
    if (!result.ok) throw new Error(result.error.message);
    return result.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ');
  }
  const idOf = async (cookie: string) => (await staff.session(new Headers({ cookie })))?.id ?? '';

  const signedIn = {} as Staffed['signedIn'];
  for (const role of roles) signedIn[role] = await signIn(role, role);
  const signedOut = {} as Staffed['signedOut'];
  for (const how of endings) signedOut[how] = await signIn(how, 'admin');
  await staff.signOut(new Headers({ cookie: signedOut.revoked }));
  const age = async (cookie: string, when: Partial<typeof staffSession.$inferInsert>) =>
    database
      .update(staffSession)
      .set(when)
      .where(eq(staffSession.userId, await idOf(cookie)));
  await age(signedOut.expired, { expiresAt: new Date(0) });
  await age(signedOut.idle, { updatedAt: new Date(0) });
  // Leaves the session, as if it had begun at the same moment.
  await pool.query('update staff_membership set deactivated_at = now() where user_id = $1', [
    await idOf(signedOut.deactivated),
  ]);
  await database.delete(staffUser).where(eq(staffUser.id, await idOf(signedOut.removed)));
  const stale = await signIn('stale', 'admin');
  await age(stale, { confirmedAt: new Date(0) });
  const { id: otherId, token: otherToken } = await createOrganization(opened, 'Other');
  const elsewhere = await signIn('elsewhere', 'admin', otherId);
  await close();
  return { ...made, signedIn, signedOut, stale, elsewhere, otherToken, otherId };
}
