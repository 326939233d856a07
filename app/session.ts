import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import type { Client } from '@/lib/client/client';
import type { Person } from '@/lib/contract/actor';
import { runtime } from '@/lib/runtime';
import { may, type Permission } from '@/lib/staff/roles';
import type { StaffMember } from '@/lib/staff/staff';

/** A member of staff, and the client that acts for them: what they do is recorded under their name. */
export interface SignedIn {
  staff: StaffMember;
  client: Client;
}

/** Who is signed in, `null` when nobody is. Asks once, however many parts of a page ask. */
export const signedInStaff = cache(
  async (): Promise<StaffMember | null> => runtime().staff.session(await headers()),
);

/**
 * The guard of a page: gives who is signed in and may do this. Sends everybody else to sign in (and back), to the
 * set-up where there is no account yet, or to the page that says that their role may not.
 */
export async function requireStaff(permission: Permission): Promise<SignedIn> {
  const staff = await signedInStaff();
  if (!staff) {
    if (await runtime().staff.needsSetup()) redirect('/setup');
    redirect(signInPath((await headers()).get('x-roster-path')));
  }
  if (!may(staff.role, permission)) forbidden();
  return { staff, client: clientOf(staff) };
}

/** A client of the contacts API that acts for this member of staff. */
export function clientOf(staff: StaffMember): Client {
  return runtime().client(actorOf(staff));
}

/** A member of staff in the records of what they did. */
function actorOf({ id, name, email }: StaffMember): Person {
  return { id, name: `${name} <${email}>` };
}

/** Address of the sign-in page that leads back to `path`. */
function signInPath(path: string | null): string {
  if (!path) return '/sign-in';
  const url = new URL(path, 'http://roster.invalid');
  // Next's router asks for the parts of a page under the page's own address and this parameter.
  url.searchParams.delete('_rsc');
  const back = `${url.pathname}${url.search}`;
  return back === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: back })}`;
}
