'use server';

import { runtime } from '@/lib/runtime';
import { type AuthFormState, signInBy, textOf } from '../sign-in-action';

export async function resetPassword(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const input = { code: textOf(form, 'code'), password: textOf(form, 'password') };
  return signInBy(
    {},
    (given) => runtime().staff.resetPassword(input, given),
    ({ needsCode }) => (needsCode ? '/sign-in/code' : '/contacts'),
  );
}
