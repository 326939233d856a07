import type { Role } from '@/lib/contract/role';

export interface Organization {
  id: string;
  name: string;
  /** Changes with the logo; `null` without one. */
  logo: string | null;
  /** Two letters (ISO 3166): the default country of phone numbers. */
  country: string | null;
  /** Time zone of days, such as Europe/Berlin; `null` for that of the browser. */
  timeZone: string | null;
  /** How days are written, one of `dateFormats`; `null` for that of the browser. */
  dateFormat: string | null;
  /** Contacts that a token may read a day by the tools of assistants. */
  assistantReads: number;
  /** Whether two people must approve a proposal. */
  twoApprovers: boolean;
  /** Whether sample data was loaded and not yet removed. */
  hasSampleData: boolean;
}

/** A signed-in person, in their current organization. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  /** Role in the current organization. */
  role: Role;
  sessionId: string;
  /** The current organization. */
  organization: Organization;
  /** All organizations of this person, by name. */
  organizations: Organization[];
  /** Whether the password was entered, or the identity confirmed, in the last 15 minutes. */
  confirmed: boolean;
  hasTwoFactor: boolean;
  /** Whether the current organization requires two-factor sign-in. */
  twoFactorRequired: boolean;
  /** Id of the identity provider used to sign in, which counts as a second factor; `null` for a password. */
  identityProvider: string | null;
}

/** A company whose accounts can sign in by OpenID Connect. */
export interface IdentityProvider {
  id: string;
  name: string;
}

/** An error for a form; `path` is the field, or `''` for the whole form. */
export interface StaffError {
  path: string;
  message: string;
  /** Seconds to wait after too many attempts. */
  retryAfter?: number;
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; error: StaffError };

/** A cookie to set; `maxAge` in seconds, 0 removes it. The value is not encoded. The caller decides whether it is secure. */
export interface StaffCookie {
  name: string;
  value: string;
  options: { maxAge: number; path: string; httpOnly: true; sameSite: 'lax' };
}

/** `needsCode`: the password was correct, and a code is needed next. */
export type SignInResult =
  | { ok: true; cookies: StaffCookie[]; needsCode?: boolean }
  | { ok: false; error: StaffError };

/** A team member, as listed. */
export interface Colleague {
  id: string;
  /** Name; the email until the person has joined. */
  name: string;
  email: string;
  role: Role;
  state: 'active' | 'invited' | 'deactivated';
  hasTwoFactor: boolean;
  /** Last use of the console, to the minute; `null` if there is no session. */
  lastSeenAt: string | null;
}

export interface Team {
  people: Colleague[];
  twoFactorRequired: boolean;
}

/** A new link; its code is shown once. */
export interface MadeLink {
  code: string;
  email: string;
  expiresAt: string;
  /** Whether the link was emailed. */
  sent: boolean;
}

export interface Invitation {
  email: string;
  organization: string;
  /** Whether the person has an account, and joins by signing in. */
  hasAccount: boolean;
}

/** A session, as listed in the profile. */
export interface OpenSession {
  id: string;
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

export interface TwoFactorSecret {
  /** `otpauth:` URI for the authenticator app. */
  uri: string;
  recoveryCodes: string[];
}
