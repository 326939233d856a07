'use server';

import { runtime } from '@/lib/runtime';
import { type AuthFormState, signInBy, textOf } from '../sign-in-action';

/** Creates the first account and signs in. */
export async function setUp(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const values = { name: textOf(form, 'name'), email: textOf(form, 'email') };
  const input = { ...values, code: textOf(form, 'code'), password: textOf(form, 'password') };
  return signInBy(values, (given) => runtime().staff.setUp(input, given));
}
