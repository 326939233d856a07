import { openDatabase } from '../lib/database/database';
import { createOrganization } from '../lib/service/organizations/create-organization';
import { type Role, roles } from '../lib/staff/roles';
import { openStaff, signedIn as startSession } from '../lib/staff/testing';
import { migratedFolder } from './data-folders';
import type { TemporaryFolder } from './program';

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
  const staff = openStaff(opened, {
    secret,
    log: { info() {}, error: (_, message) => Promise.reject(new Error(message)) },
  });
  const signIn = async (who: string, role: Role, organizationId?: string) =>
    (await startSession(staff, who, role, organizationId)).headers.get('cookie') ?? '';
  const idOf = async (cookie: string) => (await staff.session(new Headers({ cookie })))?.id ?? '';

  const signedIn = {} as Staffed['signedIn'];
  for (const role of roles) signedIn[role] = await signIn(role, role);
  const signedOut = {} as Staffed['signedOut'];
  for (const how of endings) signedOut[how] = await signIn(how, 'admin');
  await staff.signOut(new Headers({ cookie: signedOut.revoked }));
  const age = async (cookie: string, time: 'expires_at' | 'updated_at' | 'confirmed_at') =>
    pool.query(`update staff_session set ${time} = 'epoch' where user_id = $1`, [await idOf(cookie)]);
  await age(signedOut.expired, 'expires_at');
  await age(signedOut.idle, 'updated_at');
  // Leaves the session, as if it had begun at the same moment.
  await pool.query('update staff_membership set deactivated_at = now() where user_id = $1', [
    await idOf(signedOut.deactivated),
  ]);
  await pool.query('delete from staff_user where id = $1', [await idOf(signedOut.removed)]);
  const stale = await signIn('stale', 'admin');
  await age(stale, 'confirmed_at');
  const { id: otherId, token: otherToken } = await createOrganization(opened, 'Other');
  const elsewhere = await signIn('elsewhere', 'admin', otherId);
  await close();
  return { ...made, signedIn, signedOut, stale, elsewhere, otherToken, otherId };
}
