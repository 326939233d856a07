'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { signedInStaff } from '@/app/server/session';
import { runtime } from '@/lib/runtime';
import type { Staff } from '@/lib/staff/create-staff';
import type { SignInResult, StaffError } from '@/lib/staff/staff';
import { safePath } from './safe-path';
import { setCookies } from './session-cookies';

export interface AuthFormState {
  error?: StaffError;
  /** Submitted values except the password, to fill in the form without JavaScript. */
  values: Record<string, string>;
}

/** Signs in by email and password and redirects to the form's `next`, or to the page for a second-factor code. */
export async function signIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const email = getText(form, 'email');
  const next = safePath(form.get('next'));
  return signInAndRedirect(
    { email },
    (staff, given) => staff.signIn({ email, password: getText(form, 'password') }, given),
    ({ needsCode }) => (needsCode ? `/sign-in/code?${new URLSearchParams({ next })}` : next),
  );
}

/** Finishes a sign-in with a second-factor or recovery code, and redirects to the form's `next`. */
export async function signInWithCode(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  return signInAndRedirect(
    {},
    (staff, given) => staff.signInWithCode({ code: getText(form, 'code') }, given),
    () => safePath(form.get('next')),
  );
}

/** Creates the first account by the code of the setup link, signs in and redirects to the contacts. */
export async function setUp(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const [name, email, organization, country] = ['name', 'email', 'organization', 'country'].map((key) =>
    getText(form, key),
  ) as [string, string, string, string];
  const values = { name, email, organization, country };
  return signInAndRedirect(values, (staff, given) => staff.setUp({ ...values, ...getSecrets(form) }, given));
}

/** Sets a new password by a reset link, then signs in, or redirects to the page for a second-factor code. */
export async function resetPassword(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  return signInAndRedirect(
    {},
    (staff, given) => staff.resetPassword(getSecrets(form), given),
    ({ needsCode }) => (needsCode ? '/sign-in/code' : '/contacts'),
  );
}

/** Creates the account of an invited person, signs in and redirects to the contacts. */
export async function join(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const values = { name: getText(form, 'name') };
  return signInAndRedirect(values, (staff, given) => staff.join({ ...values, ...getSecrets(form) }, given));
}

/**
 * Adds the organization of an invitation to the signed-in account, switches the session to it and redirects to the contacts.
 * Returns an error if nobody is signed in.
 */
export async function joinSignedIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const by = await signedInStaff();
  if (!by) return { error: { path: '', message: 'You are signed out. Sign in again.' }, values: {} };
  return signInAndRedirect({}, async (staff) => {
    const joined = await staff.joinSignedIn(by, getText(form, 'code'));
    return joined.ok ? { ok: true, cookies: [] } : joined;
  });
}

/**
 * Runs `signIn`, sets its cookies and redirects to `next`, by default the contacts. If refused, returns the error and
 * `values`. Logs unexpected errors and returns a generic message for them.
 */
async function signInAndRedirect(
  values: Record<string, string>,
  signIn: (staff: Staff, given: Headers) => Promise<SignInResult>,
  next: (result: Extract<SignInResult, { ok: true }>) => string = () => '/contacts',
): Promise<AuthFormState> {
  const { staff, log, isOutage } = runtime();
  let result: SignInResult;
  try {
    result = await signIn(staff, await headers());
  } catch (error) {
    log.error({ err: error }, 'A sign-in failed.');
    const message = isOutage(error)
      ? 'The database cannot be reached. Try again in a moment.'
      : 'Something went wrong. The server log has the details.';
    return { error: { path: '', message }, values };
  }
  if (!result.ok) return { error: result.error, values };
  await setCookies(result.cookies);
  return redirect(next(result));
}

/** Value of a text field; `''` if it is missing or a file. */
function getText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

const getSecrets = (form: FormData) => ({ code: getText(form, 'code'), password: getText(form, 'password') });

/** Ends the session and redirects to sign-in. */
export async function signOut(): Promise<void> {
  const { cookies } = await runtime().staff.signOut(await headers());
  await setCookies(cookies);
  redirect('/sign-in');
}
