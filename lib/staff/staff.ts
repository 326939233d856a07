import type { InvitationInput, JoinInput, PasswordChangeInput, SetUpInput, SignInInput } from './account';
import type { Role } from './roles';

export interface Organization {
  id: string;
  name: string;
}

/** Who is signed in, in one organization. */
export interface StaffMember {
  id: string;
  name: string;
  email: string;
  /** In the organization. */
  role: Role;
  sessionId: string;
  /** The one that is shown, and in which everything is done. */
  organization: Organization;
  /** All that this person may switch to, by name. */
  organizations: Organization[];
  /** Whether the password was asked for lately. */
  confirmed: boolean;
  hasTwoFactor: boolean;
  /** Whether the organization wants two-factor sign-in of everybody. */
  twoFactorRequired: boolean;
  /** Id of the company that signed them in, which is the second factor, too; `null`: a password did. */
  company: string | null;
}

/** Where people can sign in with their company's account. */
export interface Company {
  id: string;
  name: string;
}

/** A refusal in words that can stand in a form; `path` is the field it belongs to, `''` for the whole form. */
export interface StaffError {
  path: string;
  message: string;
  /** Seconds until another try makes sense, when there were too many. */
  retryAfter?: number;
}

export type Outcome<T> = { ok: true; data: T } | { ok: false; error: StaffError };

/** A cookie for the browser; `maxAge` in seconds, 0 removes it. The value is not encoded yet. Who sets it decides whether it is secure. */
export interface StaffCookie {
  name: string;
  value: string;
  options: { maxAge: number; path: string; httpOnly: true; sameSite: 'lax' };
}

/** `needsCode`: the password was right, and a code of the second factor is asked for next. */
export type SignInResult =
  | { ok: true; cookies: StaffCookie[]; needsCode?: boolean }
  | { ok: false; error: StaffError };

/** Somebody of the team. */
export interface Colleague {
  id: string;
  /** The email of whoever has not joined yet. */
  name: string;
  email: string;
  role: Role;
  state: 'active' | 'invited' | 'deactivated';
  hasTwoFactor: boolean;
  /** The last use of the console, to the minute, where a session is left of it. */
  lastSeenAt: string | null;
}

export interface Team {
  people: Colleague[];
  twoFactorRequired: boolean;
}

/** The code of a link, which is shown once. */
export interface MadeLink {
  code: string;
  email: string;
  expiresAt: string;
  /** Whether it was emailed. */
  sent: boolean;
}

/** Whom an invitation is for. */
export interface Invitation {
  email: string;
  organization: string;
  /** Whether they sign in to join, because they have an account. */
  hasAccount: boolean;
}

/** A browser in which somebody is signed in. */
export interface OpenSession {
  id: string;
  /** As the browser describes itself. */
  userAgent: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

export interface TwoFactorSecret {
  /** For the authenticator app, as `otpauth:` address. */
  uri: string;
  recoveryCodes: string[];
}

/** Accounts and sessions of the people who use the console. `headers` are those of the request, for cookies and address. */
export interface Staff {
  /** Who is signed in, judged by the request's cookies; `null` when nobody is. What changed of a person holds at once. */
  session(headers: Headers): Promise<StaffMember | null>;
  signIn(input: SignInInput, headers: Headers): Promise<SignInResult>;
  /** Finishes a sign-in that `needsCode`. */
  signInWithCode(input: { code: string }, headers: Headers): Promise<SignInResult>;
  /** With whose accounts people can sign in, besides passwords. */
  companies: readonly Company[];
  /** Whether but one person may sign in with a password. */
  passwordsAreOff: boolean;
  /** The address at the company that signs people in, `again` if they are, and a cookie to take up the sign-in with. */
  beginCompanySignIn(
    id: string,
    next: string,
    again: boolean,
  ): Promise<{ url: string; cookie: StaffCookie } | null>;
  /** Signs in whom the company sent back with this query; `next` is where they wanted to go. */
  finishCompanySignIn(
    id: string,
    query: string,
    headers: Headers,
  ): Promise<{ ok: true; cookies: StaffCookie[]; next: string } | { ok: false; error: StaffError }>;
  /** Ends the session that the request's cookies name, if any. */
  signOut(headers: Headers): Promise<{ cookies: StaffCookie[] }>;
  /** Asks for the password once more, before something that matters. */
  confirm(by: StaffMember, password: string, headers: Headers): Promise<Outcome<null>>;
  /** Shows another organization of this person from now on, in this browser. */
  switchOrganization(by: StaffMember, organizationId: string): Promise<Outcome<null>>;

  /** Whether the first account is still to be made. */
  needsSetup(): Promise<boolean>;
  /** Whether `code` is the one of the last set-up link in the log, and still good. */
  acceptsSetupCode(code: string): Promise<boolean>;
  /** Makes the first account, an admin, signed in, when `code` is the one of the set-up link in the log. */
  setUp(input: SetUpInput & { code: string }, headers: Headers): Promise<SignInResult>;

  /** Whom the invitation with this code is for; `null` when it is over. */
  invitation(code: string): Promise<Invitation | null>;
  /** Makes the account of who was invited, signed in. */
  join(input: JoinInput & { code: string }, headers: Headers): Promise<SignInResult>;
  /** Takes whoever is signed in into the organization that invited them. */
  joinSignedIn(by: StaffMember, code: string): Promise<Outcome<null>>;
  /** The email of whose password the link with this code sets; `null` when it is over. */
  resetOf(code: string): Promise<string | null>;
  /** Sets the password that a reset link asks for, and signs in with it. */
  resetPassword(input: { password: string; code: string }, headers: Headers): Promise<SignInResult>;

  /** Everybody in the organization of `by`. */
  team(by: StaffMember): Promise<Team>;
  /** Invites somebody, or once more with a new link. */
  invite(by: StaffMember, input: InvitationInput): Promise<Outcome<MadeLink>>;
  newInvitationLink(by: StaffMember, id: string): Promise<Outcome<MadeLink>>;
  setRole(by: StaffMember, id: string, role: Role): Promise<Outcome<null>>;
  /** Takes all access away, or an invitation back. */
  deactivate(by: StaffMember, id: string): Promise<Outcome<null>>;
  reactivate(by: StaffMember, id: string): Promise<Outcome<null>>;
  newResetLink(by: StaffMember, id: string): Promise<Outcome<MadeLink>>;
  /** For somebody who has lost both app and recovery codes. */
  turnOffTwoFactorOf(by: StaffMember, id: string): Promise<Outcome<null>>;
  /** Whether everybody in the organization has to have two-factor sign-in. */
  requireTwoFactor(by: StaffMember, required: boolean): Promise<Outcome<null>>;

  rename(by: StaffMember, name: string): Promise<Outcome<null>>;
  /** Ends all other sessions, too. */
  changePassword(by: StaffMember, input: PasswordChangeInput, headers: Headers): Promise<Outcome<null>>;
  /** The sessions of this person, the current one first. */
  openSessions(by: StaffMember): Promise<OpenSession[]>;
  /** Ends another session of this person; without an id, all others. */
  endSession(by: StaffMember, id?: string): Promise<void>;
  /** A new secret, which counts once `turnOnTwoFactor` got a code of it. */
  newTwoFactorSecret(by: StaffMember, password: string, headers: Headers): Promise<Outcome<TwoFactorSecret>>;
  turnOnTwoFactor(by: StaffMember, code: string): Promise<Outcome<null>>;
  turnOffTwoFactor(by: StaffMember): Promise<Outcome<null>>;
  newRecoveryCodes(by: StaffMember, password: string, headers: Headers): Promise<Outcome<string[]>>;
}
