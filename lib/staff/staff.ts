import type { SetUpInput, SignInInput } from './account';
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

/** A cookie for the browser; `maxAge` in seconds, 0 removes it. The value is not encoded yet. Who sets it decides whether it is secure. */
export interface StaffCookie {
  name: string;
  value: string;
  options: { maxAge: number; path: string; httpOnly: true; sameSite: 'lax' };
}

export type SignInResult = { ok: true; cookies: StaffCookie[] } | { ok: false; error: StaffError };

/** Accounts and sessions of the people who use the console. */
export interface Staff {
  /** Who is signed in, judged by the request's cookies; `null` when nobody is. A removal or a new role holds at once. */
  session(headers: Headers): Promise<StaffMember | null>;
  /** `headers` are those of the request, for its cookies and its address (see `clientAddress`). */
  signIn(input: SignInInput, headers: Headers): Promise<SignInResult>;
  /** Ends the session that the request's cookies name, if any. */
  signOut(headers: Headers): Promise<{ cookies: StaffCookie[] }>;
  /** Whether the first account is still to be made. */
  needsSetup(): Promise<boolean>;
  /** Whether `code` is the one of the last set-up link in the log, and still good. */
  acceptsSetupCode(code: string): Promise<boolean>;
  /** Makes the first account, an admin, signed in, when `code` is the one of the set-up link in the log. */
  setUp(input: SetUpInput & { code: string }, headers: Headers): Promise<SignInResult>;
}
