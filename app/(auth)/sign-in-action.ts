import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import type { SignInResult, StaffError } from '@/lib/staff/staff';
import { setCookies } from './session-cookies';

export interface AuthFormState {
  error?: StaffError;
  /** Submitted values except the password, to fill in the form without JavaScript. */
  values: Record<string, string>;
}

type SignedIn = Extract<SignInResult, { ok: true }>;

/**
 * Signs in by a form and redirects to `next`. Works without JavaScript; logs unexpected errors and shows a generic
 * message.
 */
export async function signInBy(
  values: Record<string, string>,
  signIn: (given: Headers) => Promise<SignInResult>,
  next: (result: SignedIn) => string = () => '/contacts',
): Promise<AuthFormState> {
  let result: SignInResult;
  try {
    result = await signIn(await headers());
  } catch (error) {
    runtime().log.error({ err: error }, 'Signing in failed.');
    const message = 'Something went wrong. The server log has the details.';
    return { error: { path: '', message }, values };
  }
  if (!result.ok) {
    return { error: result.error, values };
  }
  await setCookies(result.cookies);
  return redirect(next(result));
}

/** A text field of a form; `''` if missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
