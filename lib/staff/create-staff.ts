import { randomBytes } from 'node:crypto';
import { parseCookies, parseSetCookieHeader } from 'better-auth/cookies';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { staffSession, staffVerification } from '@/lib/database/staff-tables';
import { StartError } from '@/lib/system/start-error';
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
import { keyedDigest } from './keyed-digest';
import { knownBrowser, markBrowser } from './known-browser';
import { type Role, roles } from './roles';
import { inWords, SignInLimit } from './sign-in-limit';
import { SignInQueue } from './sign-in-queue';
import type { SignInResult, Staff, StaffCookie, StaffError } from './staff';

const YEAR = 365 * 24 * 60 * 60;
/** Until there may be room for one more who signs in. */
const BUSY_SECONDS = 5;
/** Purpose of the set-up code's digest. */
const SETUP = 'first account';
const SETUP_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

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
  /**
   * A new code for the set-up link, which every instance takes and which ends the one before; `null` once there is an
   * account.
   */
  newSetupCode(): Promise<string | null>;
  /** Deletes sessions, counts of sign-ins and set-up codes that are over. */
  purge(): Promise<void>;
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
  const queue = new SignInQueue();
  const markName = `${appUrl?.startsWith('https:') ? '__Secure-' : ''}roster.known_browser`;
  // Accounts do not go back to none while the program runs, except by hand.
  let settled = false;

  async function needsSetup(): Promise<boolean> {
    settled ||= await hasAccounts(database);
    return !settled;
  }

  /** The code itself is stored nowhere. */
  const setupDigest = (code: string) => keyedDigest(secret, SETUP, code);

  async function acceptsSetupCode(given: string): Promise<boolean> {
    const { identifier, value, expiresAt } = staffVerification;
    const isCode = and(eq(identifier, SETUP), eq(value, setupDigest(given)), gt(expiresAt, new Date()));
    const rows = await database.select({ value }).from(staffVerification).where(isCode);
    return rows.length > 0 && (await needsSetup());
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
    // Who has tried too often takes nobody's place in the queue.
    const retryAfter = await limit.count(attempt);
    if (retryAfter !== null) {
      log.info({ address: attempt.address, retryAfter }, 'Refused a sign-in: too many tries.');
      return tooMany(retryAfter, 'Too many sign-in attempts.');
    }
    // Strangers must not keep those out who have signed in before.
    if (queue.isFull() && !attempt.browser) {
      await limit.takeBack(attempt);
      return tooMany(BUSY_SECONDS, 'Too many people are signing in.');
    }
    return queue.run(async () => {
      const cookies = await startSession(email, password, headers);
      if (!cookies) {
        log.info({ address: attempt.address }, 'Refused a sign-in: wrong email or password.');
        return { ok: false, error: { path: '', message: 'Incorrect email or password.' } };
      }
      await limit.takeBack(attempt);
      await endSession(headers);
      return { ok: true, cookies: [...cookies, markCookie(email)] };
    });
  }

  /** Ends the session that the cookies name, if any; returns the cookies that remove them. */
  async function endSession(headers: Headers): Promise<StaffCookie[]> {
    const cookie = new Headers({ cookie: headers.get('cookie') ?? '' });
    const answer = await auth.api.signOut({ headers: cookie, returnHeaders: true });
    return cookiesOf(answer.headers);
  }

  function markCookie(email: string): StaffCookie {
    const options = { maxAge: YEAR, path: '/', httpOnly: true, sameSite: 'lax' } as const;
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
      return { cookies: await endSession(headers) };
    },

    async setUp({ code: given, ...input }, headers) {
      if (!(await acceptsSetupCode(given))) return { ok: false, error: { path: '', message: LINK_IS_OVER } };
      const parsed = setUpInput.safeParse(input);
      if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
      const { name, email, password } = parsed.data;
      return queue.run(async () => {
        const stored = await store({ name, email, password, role: 'admin' }, true);
        if (!stored.ok) return { ok: false, error: { path: '', message: LINK_IS_OVER } };
        settled = true;
        const cookies = await startSession(email, password, headers);
        if (!cookies) throw new Error('The account that was just made cannot sign in.');
        return { ok: true, cookies: [...cookies, markCookie(email)] };
      });
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

    async newSetupCode() {
      if (!(await needsSetup())) return null;
      const code = randomBytes(32).toString('base64url');
      const expiresAt = new Date(Date.now() + SETUP_MILLISECONDS);
      await database.delete(staffVerification).where(eq(staffVerification.identifier, SETUP));
      await database
        .insert(staffVerification)
        .values({ id: uuidv7(), identifier: SETUP, value: setupDigest(code), expiresAt });
      return code;
    },

    async purge() {
      await limit.purge();
      for (const table of [staffSession, staffVerification])
        await database.delete(table).where(lt(table.expiresAt, new Date()));
    },

    async createAccount(input) {
      const parsed = newAccountInput.safeParse(input);
      if (!parsed.success) return { ok: false, error: firstProblem(parsed.error) };
      const stored = await store(parsed.data, false);
      if (stored.ok) return stored;
      return { ok: false, error: { path: 'email', message: 'An account with this email already exists.' } };
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

/** A refusal of who has to wait, and for how long. */
function tooMany(retryAfter: number, why: string): SignInResult {
  const message = `${why} Try again in ${inWords(retryAfter)}.`;
  return { ok: false, error: { path: '', message, retryAfter } };
}

const NO_ADMIN = 'Nobody else is an admin, and somebody has to be.';
const LINK_IS_OVER = 'This setup link is invalid or has already been used.';

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
          httpOnly: true,
          sameSite: 'lax',
        },
      }),
    ),
  );
}
