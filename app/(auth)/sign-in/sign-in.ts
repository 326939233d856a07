'use server';

import { runtime } from '@/lib/runtime';
import { safePath } from '../safe-path';
import { type AuthFormState, signInBy, textOf } from '../sign-in-action';

export async function signIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const email = textOf(form, 'email');
  const next = safePath(form.get('next'));
  return signInBy(
    { email },
    (given) => runtime().staff.signIn({ email, password: textOf(form, 'password') }, given),
    ({ needsCode }) => (needsCode ? `/sign-in/code?${new URLSearchParams({ next })}` : next),
  );
}
