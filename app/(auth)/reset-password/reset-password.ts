'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { attempt, textOf } from '../attempt';
import type { AuthFormState } from '../auth-form-state';
import { giveCookies } from '../session-cookies';

/** Sets the password and signs in with it. Works without JavaScript, too. */
export async function resetPassword(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const input = { code: textOf(form, 'code'), password: textOf(form, 'password') };
  const result = await attempt(async () => runtime().staff.resetPassword(input, await headers()));
  if (!result.ok) return { error: result.error, values: {} };
  await giveCookies(result.cookies);
  return redirect(result.needsCode ? '/sign-in/code' : '/contacts');
}
