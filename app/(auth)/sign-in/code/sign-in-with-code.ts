'use server';

import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { runtime } from '@/lib/runtime';
import { attempt, textOf } from '../../attempt';
import type { AuthFormState } from '../../auth-form-state';
import { safePath } from '../../safe-path';
import { giveCookies } from '../../session-cookies';

/** Finishes a sign-in with a code of the second factor. Works without JavaScript, too. */
export async function signInWithCode(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const result = await attempt(async () =>
    runtime().staff.signInWithCode({ code: textOf(form, 'code') }, await headers()),
  );
  if (!result.ok) return { error: result.error, values: {} };
  await giveCookies(result.cookies);
  return redirect(safePath(form.get('next')));
}
