'use server';

import { signedInStaff } from '@/app/session';
import { SIGNED_OUT } from '@/components/ui/signed-out';
import { runtime } from '@/lib/runtime';
import { type AuthFormState, signInBy, textOf } from '../sign-in-action';

/** Creates the account of an invited person and signs in. */
export async function join(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const values = { name: textOf(form, 'name') };
  const input = { ...values, code: textOf(form, 'code'), password: textOf(form, 'password') };
  return signInBy(values, (given) => runtime().staff.join(input, given));
}

/** Adds the organization to the account that is signed in. */
export async function joinSignedIn(_before: AuthFormState, form: FormData): Promise<AuthFormState> {
  const staff = await signedInStaff();
  if (!staff) return { error: { path: '', message: SIGNED_OUT }, values: {} };
  return signInBy({}, async () => {
    const joined = await runtime().staff.joinSignedIn(staff, textOf(form, 'code'));
    return joined.ok ? { ok: true, cookies: [] } : joined;
  });
}
