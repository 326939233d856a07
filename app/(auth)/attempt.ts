import { runtime } from '@/lib/runtime';
import type { SignInResult } from '@/lib/staff/staff';

/** Runs a sign-in; logs errors and returns a generic message. */
export async function attempt(signIn: () => Promise<SignInResult>): Promise<SignInResult> {
  try {
    return await signIn();
  } catch (error) {
    runtime().log.error({ err: error }, 'Signing in failed.');
    const message = 'Something went wrong. The server log has the details.';
    return { ok: false, error: { path: '', message } };
  }
}

/** A text field of a form; `''` if missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
