import { type Role, roles } from '../lib/contract/role';
import { openDatabase } from '../lib/database/database';
import { createOrganization } from '../lib/service/organizations/create-organization';
import { createStaff } from '../lib/staff/create-staff';
import { openStaff, signedIn as startSession } from '../lib/staff/testing';
import { APP_SECRET } from './program';

const endings = ['revoked', 'expired', 'idle', 'deactivated', 'removed'] as const;

/** Accounts in every data folder of journeys. */
export interface Team {
  /** `Cookie` headers of sessions by role: `ADMIN`, and others named after their role. */
  signedIn: Record<Role, string>;
  /** `Cookie` headers of ended sessions. */
  signedOut: Record<(typeof endings)[number], string>;
  /** `Cookie` header of an admin whose password was confirmed long ago. */
  stale: string;
  /** An admin of another organization: `Cookie` header, and the organization's token and id. */
  elsewhere: string;
  otherToken: string;
  otherId: string;
}

/** Fills a new database with an account for each role and two organizations. */
export async function makeTeam(location: { dataDir: string; url?: string }): Promise<Team> {
  const opened = await openDatabase(location);
  const { pool, close } = opened;
  const log = { info() {}, error: (_: object, message: string) => Promise.reject(new Error(message)) };
  const staff = openStaff(opened, { secret: APP_SECRET, log });
  const signIn = async (who: string, role: Role, organizationId?: string, by = staff) =>
    (await startSession(by, who, role, organizationId)).headers.get('cookie') ?? '';
  const idOf = async (cookie: string) => (await staff.session(new Headers({ cookie })))?.id ?? '';

  const signedIn = {} as Team['signedIn'];
  // Only this account has a password that programs accept.
  signedIn.admin = await signIn('admin', 'admin', undefined, createStaff({ pool, secret: APP_SECRET, log }));
  for (const role of roles) signedIn[role] ??= await signIn(role, role);
  // Keeps passwords confirmed for the whole test run.
  await pool.query("update staff_session set confirmed_at = now() + interval '1 day'");
  const signedOut = {} as Team['signedOut'];
  for (const how of endings) signedOut[how] = await signIn(how, 'admin');
  await staff.signOut(new Headers({ cookie: signedOut.revoked }));
  const age = async (cookie: string, time: 'expires_at' | 'updated_at' | 'confirmed_at') =>
    pool.query(`update staff_session set ${time} = 'epoch' where user_id = $1`, [await idOf(cookie)]);
  await age(signedOut.expired, 'expires_at');
  await age(signedOut.idle, 'updated_at');
  // Keeps the session, as if it had begun at the moment of the deactivation.
  await pool.query('update staff_membership set deactivated_at = now() where user_id = $1', [
    await idOf(signedOut.deactivated),
  ]);
  await pool.query('delete from staff_user where id = $1', [await idOf(signedOut.removed)]);
  const stale = await signIn('stale', 'admin');
  await age(stale, 'confirmed_at');
  const { id: otherId, token: otherToken } = await createOrganization(opened, 'Other');
  const elsewhere = await signIn('elsewhere', 'admin', otherId);
  await close();
  return { signedIn, signedOut, stale, elsewhere, otherToken, otherId };
}
