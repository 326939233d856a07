import { randomBytes } from 'node:crypto';
import { parseCookies, parseSetCookieHeader } from 'better-auth/cookies';
import { lt } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { staffSession } from '@/lib/database/staff-tables';
import { StartError } from '@/lib/start-error';
import {
  firstAccountInput,
  type GivenAccountInput,
  givenAccountInput,
  type NewAccountInput,
  newAccountInput,
  setUpInput,
  signInInput,
} from './account';
import { hasAccounts, hasOtherAdmin, insertAccount, renewAccount } from './accounts';
import { createAuth, type Log, staffDatabase } from './auth';
import { clientAddress } from './client-address';
import { keyedDigest, sameDigest } from './keyed-digest';
import { knownBrowser, markBrowser } from './known-browser';
import { type Role, roles } from './roles';
import { inWords, SignInLimit } from './sign-in-limit';
import type { SignInResult, Staff, StaffCookie, StaffError } from './staff';

const YEAR = 365 * 24 * 60 * 60;

export interface StaffOptions {
  pool: Pool;
  /** 32 characters or more. Every instance on the same database has the same. */
  secret: string;
  /** Public origin. Cookies are for https only when it is https. */
  appUrl?: string | undefined;
  log: Log;
}

/** What only the program itself may do, not a page. */
export interface StaffRoom extends Staff {
  /**
   * Makes the admin that the environment names, when there is no account at all. Returns whether it did.
   * @throws StartError when the values cannot be used.
   */
  ensureFirstAccount(input: { email: string; password: string }): Promise<boolean>;
  /** The code of the set-up link, the same in every instance; `null` once there is an account. */
  setupCode(): Promise<string | null>;
  /** Makes an account. */
  createAccount(input: NewAccountInput): Promise<{ ok: true; id: string } | { ok: false; error: StaffError }>;
  /**
   * Makes an account, or gives the one with this email the role and another password, which ends its sessions. The password
   * is made here, and is nowhere else. There is always an admin.
   */
  giveAccount(
    input: GivenAccountInput,
  ): Promise<
    { ok: true; isNew: boolean; email: string; password: string } | { ok: false; error: StaffError }
  >;
}

/** The staff room on better-auth; see `Staff` for what each function promises. */
export function createStaff({ pool, secret, appUrl, log }: StaffOptions): StaffRoom {
  const database = staffDatabase(pool);
  const auth = createAuth({ database, secret, appUrl, log });
  const limit = new SignInLimit(database);
  const code = keyedDigest(secret, 'first account');
  const secure = appUrl?.startsWith('https:') ?? false;
  const markName = `${secure ? '__Secure-' : ''}roster.known_browser`;
  // Accounts do not go back to none while the program runs, except by hand.
  let settled = false;

  async function needsSetup(): Promise<boolean> {
    settled ||= await hasAccounts(database);
    return !settled;
  }

  async function acceptsSetupCode(given: string): Promise<boolean> {
    return sameDigest(given, code) && (await needsSetup());
  }

  async function store(input: NewAccountInput, first: boolean) {
    const { password } = await auth.$context;
    const { password: secretText, ...person } = input;
    const stored = await insertAccount(database, {
      ...person,
      digest: await password.hash(secretText),
      first,
    });
    if (stored.ok) log.info({ staff: stored.id, role: input.role }, 'Made an account.');
    return stored;
  }

  /** Signs in without counting: the caller has seen to it that this is no guess. */
  async function startSession(
    email: string,
    password: string,
    headers: Headers,
  ): Promise<StaffCookie[] | null> {
    const address = clientAddress(headers);
    const known = new Headers({ 'user-agent': headers.get('user-agent')?.slice(0, 500) ?? '' });
    if (address) known.set('x-forwarded-for', address);
    try {
      const answer = await auth.api.signInEmail({
        body: { email, password },
        headers: known,
        returnHeaders: true,
      });
      return cookiesOf(answer.headers);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  async function signIn(input: unknown, headers: Headers): Promise<SignInResult> {
    const parsed = signInInput.safeParse(input);
    if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
    const { email, password } = parsed.data;
    const mark = parseCookies(headers.get('cookie') ?? '').get(markName);
    const attempt = { email, address: clientAddress(headers), browser: knownBrowser(secret, email, mark) };
    const retryAfter = await limit.count(attempt);
    if (retryAfter !== null) {
      log.info({ email, address: attempt.address, retryAfter }, 'Refused a sign-in: too many tries.');
      const message = `Too many tries to sign in. Try again in ${inWords(retryAfter)}.`;
      return { ok: false, error: { path: '', message, retryAfter } };
    }
    const cookies = await startSession(email, password, headers);
    if (!cookies) {
      log.info({ email, address: attempt.address }, 'Refused a sign-in: wrong email or password.');
      return { ok: false, error: { path: '', message: 'Email or password is wrong.' } };
    }
    await limit.takeBack(attempt);
    await database.delete(staffSession).where(lt(staffSession.expiresAt, new Date()));
    return { ok: true, cookies: [...cookies, markCookie(email)] };
  }

  function markCookie(email: string): StaffCookie {
    const options = { maxAge: YEAR, path: '/', secure, httpOnly: true, sameSite: 'lax' } as const;
    return { name: markName, value: markBrowser(secret, email), options };
  }

  return {
    needsSetup,
    acceptsSetupCode,
    signIn,

    async session(headers) {
      const found = await auth.api.getSession({
        headers: new Headers({ cookie: headers.get('cookie') ?? '' }),
      });
      if (!found) return null;
      const { id, name, email, role } = found.user;
      return { id, name, email, role: roleOf(role) };
    },

    async signOut(headers) {
      const cookie = new Headers({ cookie: headers.get('cookie') ?? '' });
      const answer = await auth.api.signOut({ headers: cookie, returnHeaders: true });
      return { cookies: cookiesOf(answer.headers) };
    },

    async setUp({ code: given, ...input }, headers) {
      if (!(await acceptsSetupCode(given))) return { ok: false, error: { path: '', message: LINK_IS_OVER } };
      const parsed = setUpInput.safeParse(input);
      if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
      const { name, email, password } = parsed.data;
      const stored = await store({ name, email, password, role: 'admin' }, true);
      if (!stored.ok) return { ok: false, error: { path: '', message: LINK_IS_OVER } };
      settled = true;
      const cookies = await startSession(email, password, headers);
      if (!cookies) throw new Error('The account that was just made cannot sign in.');
      return { ok: true, cookies: [...cookies, markCookie(email)] };
    },

    async ensureFirstAccount({ email, password }) {
      if (!(await needsSetup())) return false;
      const parsed = firstAccountInput.safeParse({ email, password });
      if (!parsed.success) {
        const { path, message } = firstProblem(parsed.error);
        throw new StartError(
          `${path === 'email' ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'} cannot be used: ${message}`,
        );
      }
      const stored = await store({ ...parsed.data, name: nameOf(parsed.data), role: 'admin' }, true);
      settled = true;
      return stored.ok;
    },

    async setupCode() {
      return (await needsSetup()) ? code : null;
    },

    async createAccount(input) {
      const parsed = newAccountInput.safeParse(input);
      if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
      const stored = await store(parsed.data, false);
      if (stored.ok) return stored;
      return { ok: false, error: { path: 'email', message: 'There is an account with this email already.' } };
    },

    async giveAccount(input) {
      const parsed = givenAccountInput.safeParse(input);
      if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
      const { email, role } = parsed.data;
      if (role !== 'admin' && !(await hasOtherAdmin(database, email)))
        return { ok: false, error: { path: 'role', message: NO_ADMIN } };
      const password = randomBytes(15).toString('base64url');
      const digest = await (await auth.$context).password.hash(password);
      if (await renewAccount(database, { ...parsed.data, digest })) {
        log.info({ role }, 'Gave an account another role and password.');
        return { ok: true, isNew: false, email, password };
      }
      const stored = await store({ ...parsed.data, name: nameOf(parsed.data), password }, false);
      if (!stored.ok) throw new Error('The account was made by somebody else meanwhile.');
      return { ok: true, isNew: true, email, password };
    },
  };
}

/** Of a person whose name nobody has said: the first part of the address. */
const nameOf = ({ name, email }: { name?: string | undefined; email: string }): string =>
  name ?? (email.split('@')[0] as string);

const NO_ADMIN = 'Nobody else is an admin, and somebody has to be.';
const LINK_IS_OVER = 'This set-up link is not valid, or the first account has been made already.';

function roleOf(text: string): Role {
  // The table lets no other role in; should one come, it may do the least.
  return roles.find((role) => role === text) ?? 'viewer';
}

function firstProblem(error: z.ZodError): StaffError {
  const [issue] = error.issues;
  return { path: issue?.path.join('.') ?? '', message: issue?.message ?? 'This cannot be used.' };
}

/** better-auth throws what it refuses, with the status that it would answer over HTTP. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === 400 || statusCode === 401;
}

function cookiesOf(headers: Headers): StaffCookie[] {
  return headers.getSetCookie().flatMap((line) =>
    [...parseSetCookieHeader(line)].map(
      ([name, cookie]): StaffCookie => ({
        name,
        value: cookie.value,
        options: {
          maxAge: cookie['max-age'] ?? 0,
          path: cookie.path ?? '/',
          secure: cookie.secure ?? false,
          httpOnly: true,
          sameSite: 'lax',
        },
      }),
    ),
  );
}
