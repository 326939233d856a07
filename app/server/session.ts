import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import { setDates } from '@/components/text/locale';
import type { BoundCall } from '@/lib/call';
import type { PhoneCountry } from '@/lib/contract/phone';
import { toPhoneCountry } from '@/lib/phone-country';
import { runtime } from '@/lib/runtime';
import { personName } from '@/lib/staff/account';
import { lacksTwoFactor, may, type Permission } from '@/lib/staff/roles';
import type { StaffMember } from '@/lib/staff/staff';

/** A member of staff, and a client that calls the API in their name. */
export interface SignedIn {
  staff: StaffMember;
  call: BoundCall;
}

/** The signed-in member of staff, whose organization's dates the page then shows, or `null`. Cached per request. */
export const signedInStaff = cache(async (): Promise<StaffMember | null> => {
  const staff = await runtime().staff.session(await headers());
  if (staff) setDates(staff.organization);
  return staff;
});

/**
 * Guards a page: returns the signed-in person, redirects to sign-in or setup, or to the profile if two-factor sign-in is
 * missing, or shows "forbidden".
 */
export async function requireStaff(permission: Permission): Promise<SignedIn> {
  const staff = await signedInStaff();
  if (!staff) {
    if (await runtime().staff.needsSetup()) redirect('/setup');
    redirect(signInPath((await headers()).get('x-roster-path')));
  }
  if (lacksTwoFactor(staff, permission)) redirect('/settings/profile');
  if (!may(staff.role, permission)) forbidden();
  return { staff, call: callAs(staff) };
}

/** Country of phone numbers without a country code: the organization's, else the configured one; `null` if they need one. */
export const phoneCountryOf = ({ organization }: StaffMember): PhoneCountry | null =>
  toPhoneCountry(organization.country ?? '') ?? runtime().phoneCountry;

/** Creates a client of the API for a member of staff, in their open organization. */
export function callAs(staff: StaffMember): BoundCall {
  return runtime().callAs(staff.organization.id, { id: staff.id, name: personName(staff) });
}

/** URL of the sign-in page, returning to `path` unless it is `/` or unknown. */
function signInPath(path: string | null): string {
  if (!path) return '/sign-in';
  const url = new URL(path, 'http://roster.invalid');
  // Next's router adds this parameter when it requests parts of a page.
  url.searchParams.delete('_rsc');
  const back = `${url.pathname}${url.search}`;
  return back === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next: back })}`;
}
