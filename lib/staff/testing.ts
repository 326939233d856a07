import { createHash } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Role } from '@/lib/contract/role';
import type { Database } from '@/lib/database/database';
import type { PasswordHashing } from './auth';
import { createStaff, type StaffOptions, type StaffService } from './create-staff';
import type { SignInResult, StaffCookie, StaffMember } from './staff';

export const secret = 'a secret of the staff tests, long enough';
export const password = 'correct horse battery';

/** Request headers of a browser at this address, with the cookies that are not removed. */
export function request(address = '192.0.2.1', cookies: StaffCookie[] = []): Headers {
  const pairs = cookies
    .filter((c) => c.options.maxAge > 0)
    .map((c) => `${c.name}=${encodeURIComponent(c.value)}`);
  return new Headers({ 'x-forwarded-for': address, 'user-agent': 'test', cookie: pairs.join('; ') });
}

/** Cookies of a sign-in, which must be a success. */
export function cookiesOf(result: SignInResult): StaffCookie[] {
  if (!result.ok) throw new Error(`Not signed in: ${result.error.message}`);
  return result.cookies;
}

/** The data of an outcome that must be a success. */
export function dataOf<T>(outcome: { ok: true; data: T } | { ok: false; error: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.data;
}

const silent = { info: () => {}, error: (_: object, message: string) => console.error(message) };

/** One SHA-256 instead of scrypt. */
export const quickHashing: PasswordHashing = {
  hash: async (password) => `quick:${createHash('sha256').update(password).digest('hex')}`,
  verify: async ({ hash, password }) => hash === (await quickHashing.hash(password)),
};

/** Hashing that waits from `hold` until `release`. */
export function heldHashing() {
  let held = Promise.resolve();
  let open = () => {};
  const hashing: PasswordHashing = {
    hash: (password) => held.then(() => quickHashing.hash(password)),
    verify: (given) => held.then(() => quickHashing.verify(given)),
  };
  const hold = () => {
    held = new Promise((resolve) => (open = resolve));
  };
  return { hashing, hold, release: () => open() };
}

export const openStaff = ({ pool }: Database, options: Partial<StaffOptions> = {}): StaffService =>
  createStaff({ pool, secret, log: silent, passwordHashing: quickHashing, ...options });

/**
 * Deletes all people, their limits and links, and all activity. Deleting a few rows takes a fiftieth of the time of
 * truncating.
 */
export const removeEverybody = ({ pool }: Database) =>
  pool.query(
    'delete from staff_user; delete from staff_rate_limit; delete from staff_verification; delete from activities',
  );

/** A browser with a session. */
export interface Browser {
  headers: Headers;
  /** Throws if signed out. */
  me(): Promise<StaffMember>;
}

/** A browser with the session of a sign-in, which must be a success. */
export function browserOf(staff: StaffService, result: SignInResult): Browser {
  const headers = request(undefined, cookiesOf(result));
  return {
    headers,
    /** The person signed in; throws if signed out. */
    async me() {
      const found = await staff.session(headers);
      if (!found) throw new Error('Signed out.');
      return found;
    },
  };
}

/** Creates the account NAME@example.com, and signs in. */
export async function signedIn(
  staff: StaffService,
  name: string,
  role: Role,
  organizationId?: string,
): Promise<Browser> {
  const email = `${name.toLowerCase()}@example.com`;
  const made = await staff.createAccount({ name, email, password, role }, organizationId);
  if (!made.ok) throw new Error(made.error.message);
  return browserOf(staff, await staff.signIn({ email, password }, request()));
}

/** An authenticator app's code for a key, now or `later` half minutes from now; each signs in once. */
export function appCode(key: string, later = 0): Promise<string> {
  const step = Math.floor(Date.now() / 30_000) + later;
  return createOTP(new TextDecoder().decode(base32.decode(key))).hotp(step);
}

/** An authenticator app's code for an `otpauth:` URI. */
export const codeOf = (uri: string, later?: number): Promise<string> =>
  appCode(new URL(uri).searchParams.get('secret') ?? '', later);
