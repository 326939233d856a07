'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signedInStaff } from '@/app/session';
import { SIGNED_OUT } from '@/components/ui/signed-out';
import { runtime } from '@/lib/runtime';
import { attempt, textOf } from '../attempt';
import type { AuthFormState } from '../auth-form-state';
import { giveCookies } from '../session-cookies';

/** Makes the account of who was invited, and signs in. Works without JavaScript, too. */
export async function join(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const values = { name: textOf(form, 'name') };
  const input = { ...values, code: textOf(form, 'code'), password: textOf(form, 'password') };
  const result = await attempt(async () => runtime().staff.join(input, await headers()));
  if (!result.ok) return { error: result.error, values };
  await giveCookies(result.cookies);
  return redirect('/contacts');
}

/** Adds the organization to those of who is signed in. */
export async function joinSignedIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const staff = await signedInStaff();
  if (!staff) return { error: { path: '', message: SIGNED_OUT }, values: {} };
  const result = await attempt(async () => {
    const joined = await runtime().staff.joinSignedIn(staff, textOf(form, 'code'));
    return joined.ok ? { ok: true, cookies: [] } : joined;
  });
  if (!result.ok) return { error: result.error, values: {} };
  return redirect('/contacts');
}
