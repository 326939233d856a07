'use server';

import { runtime } from '@/lib/runtime';
import { safePath } from '../../safe-path';
import { type AuthFormState, signInBy, textOf } from '../../sign-in-action';

/** Finishes a sign-in with a code of the second factor. */
export async function signInWithCode(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  return signInBy(
    {},
    (given) => runtime().staff.signInWithCode({ code: textOf(form, 'code') }, given),
    () => safePath(form.get('next')),
  );
}
