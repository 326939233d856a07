import { randomBytes } from 'node:crypto';
import { parseCookies, parseSetCookieHeader } from 'better-auth/cookies';
import { inWords } from '@/lib/contract/retry-after';
import { secondFactorInput, signInInput } from '../account';
import { keyedDigest, sameDigest } from '../keyed-digest';
import { recordFailedSignIn } from '../people/record';
import type { SignInResult, StaffCookie, StaffMember } from '../staff';
import type { StaffContext } from '../staff-context';
import { DONE, firstProblem, type Refusal, refuse } from '../transaction';
import { giveBackAppCode, takeAppCode } from './app-code';
import { clientAddress } from './client-address';
import { type Attempt, SignInLimit } from './sign-in-limit';

const YEAR = 365 * 24 * 60 * 60;
/** Wait suggested when the queue is full. */
const BUSY_SECONDS = 5;

/** Returns functions that sign in with a password and a second factor, sign out, and confirm the password. */
export function signIns(context: StaffContext & { isHttps: boolean }) {
  const { pool, auth, secret, log, queue } = context;
  const limit = new SignInLimit(pool);
  const markName = `${context.isHttps ? '__Secure-' : ''}roster.known_browser`;

  /** Marks a browser this person has signed in with, so that password guesses from elsewhere cannot lock it out. */
  const markOf = (id: string, email: string) => `${id}.${keyedDigest(secret, 'known browser', id, email)}`;

  /** The browser's id, if its mark was made for this email address. */
  function readKnownBrowser(email: string, headers: Headers): string | null {
    const mark = parseCookies(headers.get('cookie') ?? '').get(markName) ?? '';
    const [id = ''] = mark.split('.', 1);
    return id && sameDigest(mark, markOf(id, email)) ? id : null;
  }

  const mayUsePassword = (email: string) => !context.passwordOnlyFor || email === context.passwordOnlyFor;

  /**
   * Signs in without the limit, for callers that rule out guessing, and marks the browser as known. `null`: wrong email or
   * password, or no organization.
   */
  async function startSession(
    email: string,
    password: string,
    headers: Headers,
  ): Promise<(SignInResult & { ok: true }) | null> {
    try {
      const answer = await auth.api.signInEmail({
        body: { email, password },
        headers: toBrowserHeaders(headers),
        returnHeaders: true,
      });
      const mark = markOf(randomBytes(16).toString('base64url'), email);
      const cookies = [...readCookies(answer.headers), toCookie(markName, mark, YEAR)];
      return { ok: true, cookies, needsCode: 'twoFactorRedirect' in answer.response };
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /**
   * Runs a password check in the queue and counts it if it fails. Returns `null` if it fails, a refusal if it may not run:
   * after too many failures, or if the queue is full and the browser is unknown.
   */
  async function limitGuesses<R>(
    email: string,
    headers: Headers,
    check: () => Promise<R | null>,
  ): Promise<{ ok: true; data: R } | Refusal | null> {
    const attempt: Attempt = {
      email,
      address: clientAddress(headers),
      browser: readKnownBrowser(email, headers),
    };
    // Check the limit first, so that refused attempts take no place in the queue.
    const retryAfter = await limit.count(attempt);
    if (retryAfter !== null) {
      log.info({ address: attempt.address, retryAfter }, 'Refused a sign-in: too many tries.');
      return tooMany(retryAfter, 'Too many sign-in attempts.');
    }
    // Known browsers get in even if strangers fill the queue.
    if (queue.isFull() && !attempt.browser) {
      await limit.takeBack(attempt);
      return tooMany(BUSY_SECONDS, 'Too many people are signing in.');
    }
    return queue.run(async () => {
      const data = await check();
      if (data === null) {
        log.info({ address: attempt.address }, 'Refused a sign-in: wrong email or password.');
        return null;
      }
      await limit.takeBack(attempt);
      return { ok: true, data };
    });
  }

  /** Id of the person who has entered the password and needs a code; `''` once the challenge has ended. */
  async function findChallenged(headers: Headers): Promise<string> {
    const [, challenge] = /=([^.]*)/.exec(challengeCookie(headers)) ?? [];
    const { rows } = await pool.query<{ value: string }>(
      'select value from staff_verification where identifier = $1',
      [challenge],
    );
    return rows[0]?.value ?? '';
  }

  /** `true` if this is the person's password, else `null`. */
  async function isPasswordOf(userId: string, password: string): Promise<true | null> {
    const { rows } = await pool.query<{ password: string }>(
      "select password from staff_account where user_id = $1 and provider_id = 'credential'",
      [userId],
    );
    const hash = rows[0]?.password;
    const context = await auth.$context;
    return hash && (await context.password.verify({ hash, password })) ? true : null;
  }

  /** Ends the session of these cookies, if any. Returns cookies that clear them. */
  async function endSession(headers: Headers): Promise<StaffCookie[]> {
    const cookie = new Headers({ cookie: headers.get('cookie') ?? '' });
    const answer = await auth.api.signOut({ headers: cookie, returnHeaders: true });
    return readCookies(answer.headers);
  }

  /** Checks a signed-in person's password, and refuses a wrong one; limits guesses. */
  async function checkPassword(by: StaffMember, password: string, headers: Headers) {
    const found = await limitGuesses(by.email, headers, () => isPasswordOf(by.id, password));
    return found?.ok ? DONE : (found ?? refuse('password', 'Incorrect password.'));
  }

  return {
    startSession,
    mayUsePassword,
    checkPassword,

    /**
     * Signs in with email and password, in place of the present session; wrong ones are counted and recorded. Refuses all but
     * `passwordOnlyFor`, if set.
     */
    async signIn(input: unknown, headers: Headers): Promise<SignInResult> {
      const parsed = signInInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const { email, password } = parsed.data;
      if (!mayUsePassword(email)) return refuse('', PASSWORDS_ARE_OFF);
      const found = await limitGuesses(email, headers, () => startSession(email, password, headers));
      if (!found) {
        // Not awaited: the response time must not reveal whether the account exists.
        recordFailedSignIn(pool, 'email', email, 'Wrong password').catch((err: unknown) =>
          log.error({ err }, 'A refused sign-in could not be recorded.'),
        );
        return refuse('', 'Incorrect email or password.');
      }
      if (!found.ok) return found;
      await endSession(headers);
      return found.data;
    },

    /**
     * Completes a sign-in that `needsCode`, with an unused code of the app or a recovery code. Failed ones are counted and
     * recorded.
     */
    async signInWithCode(input: unknown, headers: Headers): Promise<SignInResult> {
      const parsed = secondFactorInput.safeParse(input);
      if (!parsed.success) return firstProblem(parsed.error);
      const code = parsed.data.code.replace(/\s/g, '');
      const userId = await findChallenged(headers);
      if (!userId) return refuse('code', START_AGAIN);
      // Count wrong codes by person, since the right password starts any number of challenges.
      const attempt = { email: `code of ${userId}`, address: clientAddress(headers), browser: null };
      const retryAfter = await limit.count(attempt);
      if (retryAfter !== null) return tooMany(retryAfter, 'Too many wrong codes.');
      const isOfApp = /^\d{6}$/.test(code);
      /** Refuses a code, and records that unless the challenge has ended. */
      const refuseCode = async (message: string) => {
        log.info({ address: attempt.address }, 'Refused a sign-in: wrong code.');
        if (message !== START_AGAIN) await recordFailedSignIn(pool, 'id', userId, 'Wrong two-factor code');
        return refuse('code', message);
      };
      if (isOfApp && !(await takeAppCode(pool, userId, code)))
        return refuseCode('This code has already been used. Wait for the next one.');
      const request = {
        body: { code },
        // The challenge's cookie, without that of an existing session.
        headers: toBrowserHeaders(headers, challengeCookie(headers)),
        returnHeaders: true,
      } as const;
      try {
        const answer = isOfApp
          ? await auth.api.verifyTOTP(request)
          : await auth.api.verifyBackupCode(request);
        await limit.takeBack(attempt);
        await endSession(headers);
        return { ok: true, cookies: readCookies(answer.headers) };
      } catch (error) {
        if (isOfApp) await giveBackAppCode(pool, userId, code);
        const message = isRefusal(error) && codeProblems[codeOfError(error)];
        if (!message) throw error;
        return refuseCode(message);
      }
    },

    /** Ends the session of the request's cookies, if any. */
    async signOut(headers: Headers) {
      return { cookies: await endSession(headers) };
    },

    /** Checks the password, and notes in the session that it is confirmed, for sensitive actions. */
    async confirm(by: StaffMember, password: string, headers: Headers) {
      const checked = await checkPassword(by, password, headers);
      if (checked.ok)
        await pool.query('update staff_session set confirmed_at = now() where id = $1', [by.sessionId]);
      return checked;
    },
  };
}

export const PASSWORDS_ARE_OFF = 'Sign in with your company’s account.';
const START_AGAIN = 'This sign-in has expired. Start again.';
const codeProblems: Record<string, string> = {
  INVALID_CODE: 'Incorrect code.',
  INVALID_BACKUP_CODE: 'Incorrect code.',
  INVALID_TWO_FACTOR_COOKIE: START_AGAIN,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: START_AGAIN,
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Try again in 15 minutes.',
  // The person no longer belongs to any organization.
  '': START_AGAIN,
};

/** Headers for better-auth: only user agent, client address, and `cookie` if given. */
function toBrowserHeaders(headers: Headers, cookie?: string): Headers {
  const known = new Headers({ 'user-agent': headers.get('user-agent')?.slice(0, 500) ?? '' });
  const address = clientAddress(headers);
  if (address) known.set('x-forwarded-for', address);
  if (cookie) known.set('cookie', cookie);
  return known;
}

const challengeCookie = (headers: Headers): string =>
  /(?:^|;) *([^=; ]*two_factor=[^;]*)/.exec(headers.get('cookie') ?? '')?.[1] ?? '';

/** Refusal that says how long to wait. */
function tooMany(retryAfter: number, why: string): Refusal {
  const message = `${why} Try again ${inWords(retryAfter)}.`;
  return { ok: false, error: { path: '', message, retryAfter } };
}

/** Whether an error is a refusal of better-auth, which throws them with HTTP status 400, 401 or 429. */
function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === 400 || statusCode === 401 || statusCode === 429;
}

const codeOfError = (error: unknown): string => (error as { body?: { code?: string } }).body?.code ?? '';

/** The cookies that a response of better-auth sets. */
function readCookies(headers: Headers): StaffCookie[] {
  return headers
    .getSetCookie()
    .flatMap((line) => [...parseSetCookieHeader(line)])
    .map(([name, cookie]) => toCookie(name, cookie.value, cookie['max-age'] ?? 0));
}

export function toCookie(name: string, value: string, maxAge: number): StaffCookie {
  return { name, value, options: { maxAge, path: '/', httpOnly: true, sameSite: 'lax' } };
}
