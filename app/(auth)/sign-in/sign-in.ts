'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { attempt, textOf } from '../attempt';
import type { AuthFormState } from '../auth-form-state';
import { safePath } from '../safe-path';
import { giveCookies } from '../session-cookies';

/** Signs in and redirects to `next`. Works without JavaScript, too. */
export async function signIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const email = textOf(form, 'email');
  const result = await attempt(async () =>
    runtime().staff.signIn({ email, password: textOf(form, 'password') }, await headers()),
  );
  if (!result.ok) return { error: result.error, values: { email } };
  await giveCookies(result.cookies);
  const next = safePath(form.get('next'));
  return redirect(result.needsCode ? `/sign-in/code?${new URLSearchParams({ next })}` : next);
}
