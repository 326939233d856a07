import type { Role } from '@/lib/contract/role';
import type { SavedView, SavedViewChange, SavedViewInput } from '@/lib/contract/saved-view';
import type { InvitationInput, JoinInput, PasswordChangeInput, SetUpInput, SignInInput } from './account';

export interface Organization {
  id: string;
  name: string;
  /** Changes with the logo; `null` without one. */
  logo: string | null;
}

/** A signed-in person, in their current organization. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  /** In the current organization. */
  role: Role;
  sessionId: string;
  /** The current organization. */
  organization: Organization;
  /** All organizations of this person, by name. */
  organizations: Organization[];
  /** Whether the password was entered recently. */
  confirmed: boolean;
  hasTwoFactor: boolean;
  /** Whether the organization requires two-factor sign-in. */
  twoFactorRequired: boolean;
  /** Id of the company they signed in with, which counts as a second factor; `null`: a password. */
  company: string | null;
}

/** A company whose accounts can sign in. */
export interface Company {
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
  /** The email, if they have not joined yet. */
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
  /** Whether it was emailed. */
  sent: boolean;
}

export interface Invitation {
  email: string;
  organization: string;
  /** Whether they have an account, and sign in to join. */
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

/** Accounts and sessions of the console. `headers` are those of the request, for cookies and address. */
export interface Staff {
  /** Who is signed in, by the request's cookies; `null` if nobody is. */
  session(headers: Headers): Promise<StaffMember | null>;
  signIn(input: SignInInput, headers: Headers): Promise<SignInResult>;
  /** Completes a sign-in that `needsCode`. */
  signInWithCode(input: { code: string }, headers: Headers): Promise<SignInResult>;
  companies: readonly Company[];
  /** Whether passwords are off for everybody but one person. */
  passwordsAreOff: boolean;
  /** Starts a sign-in at a company: where to redirect, and a cookie to continue with. `again`: to confirm who it is. */
  beginCompanySignIn(
    id: string,
    next: string,
    again: boolean,
  ): Promise<{ url: string; cookie: StaffCookie } | null>;
  /** Completes a company sign-in with the query of its redirect; `next` is where to go. */
  finishCompanySignIn(
    id: string,
    query: string,
    headers: Headers,
  ): Promise<{ ok: true; cookies: StaffCookie[]; next: string } | { ok: false; error: StaffError }>;
  /** Ends the session of the request's cookies, if any. */
  signOut(headers: Headers): Promise<{ cookies: StaffCookie[] }>;
  /** Checks the password again, before sensitive actions. */
  confirm(by: StaffMember, password: string, headers: Headers): Promise<Outcome<null>>;
  /** Switches the session to another organization. */
  switchOrganization(by: StaffMember, organizationId: string): Promise<Outcome<null>>;

  /** Whether there is no account yet. */
  needsSetup(): Promise<boolean>;
  /** Whether `code` is valid for setup. */
  acceptsSetupCode(code: string): Promise<boolean>;
  /** Creates the first account, an admin, and signs in. */
  setUp(input: SetUpInput & { code: string }, headers: Headers): Promise<SignInResult>;

  /** The invitation with this code; `null` if it is invalid. */
  invitation(code: string): Promise<Invitation | null>;
  /** Creates the account of an invited person, and signs in. */
  join(input: JoinInput & { code: string }, headers: Headers): Promise<SignInResult>;
  /** Accepts an invitation with an existing account. */
  joinSignedIn(by: StaffMember, code: string): Promise<Outcome<null>>;
  /** The email of a reset link's account; `null` if it is invalid. */
  resetOf(code: string): Promise<string | null>;
  /** Sets a new password by reset link, and signs in. */
  resetPassword(input: { password: string; code: string }, headers: Headers): Promise<SignInResult>;

  team(by: StaffMember): Promise<Team>;
  invite(by: StaffMember, input: InvitationInput): Promise<Outcome<MadeLink>>;
  newInvitationLink(by: StaffMember, id: string): Promise<Outcome<MadeLink>>;
  setRole(by: StaffMember, id: string, role: Role): Promise<Outcome<null>>;
  /** Removes access, or revokes an invitation. */
  deactivate(by: StaffMember, id: string): Promise<Outcome<null>>;
  reactivate(by: StaffMember, id: string): Promise<Outcome<null>>;
  newResetLink(by: StaffMember, id: string): Promise<Outcome<MadeLink>>;
  /** For people who have lost both app and recovery codes. */
  turnOffTwoFactorOf(by: StaffMember, id: string): Promise<Outcome<null>>;
  /** Sets whether the organization requires two-factor sign-in. */
  requireTwoFactor(by: StaffMember, required: boolean): Promise<Outcome<null>>;

  renameOrganization(by: StaffMember, name: string): Promise<Outcome<null>>;
  /** Sets a PNG of at most `LOGO_SIDE` pixels a side; `null` removes it. */
  setLogo(by: StaffMember, png: Uint8Array | null): Promise<Outcome<null>>;
  /** The PNG of the current organization; `null` if it has another version by now. */
  logo(by: StaffMember, version: string): Promise<Uint8Array<ArrayBuffer> | null>;

  rename(by: StaffMember, name: string): Promise<Outcome<null>>;
  /** Also ends all other sessions. */
  changePassword(by: StaffMember, input: PasswordChangeInput, headers: Headers): Promise<Outcome<null>>;
  /** The sessions of this person, the current one first. */
  openSessions(by: StaffMember): Promise<OpenSession[]>;
  /** Ends another session of this person; without an id, all others. */
  endSession(by: StaffMember, id?: string): Promise<void>;
  /** A new secret, to be confirmed with `turnOnTwoFactor`. */
  newTwoFactorSecret(by: StaffMember, password: string, headers: Headers): Promise<Outcome<TwoFactorSecret>>;
  turnOnTwoFactor(by: StaffMember, code: string): Promise<Outcome<null>>;
  turnOffTwoFactor(by: StaffMember): Promise<Outcome<null>>;
  newRecoveryCodes(by: StaffMember, password: string, headers: Headers): Promise<Outcome<string[]>>;

  /** Their own views, then shared ones, by title. */
  savedViews(by: StaffMember): Promise<SavedView[]>;
  createView(by: StaffMember, input: SavedViewInput): Promise<Outcome<null>>;
  updateView(by: StaffMember, id: string, change: SavedViewChange): Promise<Outcome<null>>;
  deleteView(by: StaffMember, id: string): Promise<Outcome<null>>;
}
