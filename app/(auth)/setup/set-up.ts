'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { attempt, textOf } from '../attempt';
import type { AuthFormState } from '../auth-form-state';
import { giveCookies } from '../session-cookies';

/** Creates the first account and signs in. Works without JavaScript, too. */
export async function setUp(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const values = { name: textOf(form, 'name'), email: textOf(form, 'email') };
  const input = { ...values, code: textOf(form, 'code'), password: textOf(form, 'password') };
  const result = await attempt(async () => runtime().staff.setUp(input, await headers()));
  if (!result.ok) return { error: result.error, values };
  await giveCookies(result.cookies);
  return redirect('/contacts');
}
