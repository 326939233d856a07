import type { Role } from './roles';

export interface StaffMember {
  id: string;
  name: string;
  email: string;
  role: Role;
}

/** A refusal in words that can stand in a form; `path` is the field it belongs to, `''` for the whole form. */
export interface StaffError {
  path: string;
  message: string;
  /** Seconds until another try makes sense, when there were too many. */
  retryAfter?: number;
}

/** `cookies`: `Set-Cookie` header values to hand to the browser. */
export type SignInResult = { ok: true; cookies: string[] } | { ok: false; error: StaffError };

/** Accounts and sessions of the people who use the console. */
export interface Staff {
  /** Who is signed in, judged by the request's cookies; `null` when nobody is. */
  session(headers: Headers): Promise<StaffMember | null>;
  /** `headers` are those of the request, for its address and origin. */
  signIn(input: { email: string; password: string }, headers: Headers): Promise<SignInResult>;
  signOut(headers: Headers): Promise<{ cookies: string[] }>;
  /** Whether the first account is still to be made. */
  needsSetup(): Promise<boolean>;
  /** Makes the first account, signed in, when `code` is the one of the set-up link in the log. */
  setUp(
    input: { code: string; name: string; email: string; password: string },
    headers: Headers,
  ): Promise<SignInResult>;
}
