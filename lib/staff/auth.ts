import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import {
  staffAccount,
  staffSession,
  staffTwoFactor,
  staffUser,
  staffVerification,
} from '@/lib/database/staff-tables';
import { passwordLength } from './account';
import { createSession } from './sign-in/create-session';

const DAY = 24 * 60 * 60;

/** Tables by better-auth's names. */
const tables = {
  user: staffUser,
  session: staffSession,
  account: staffAccount,
  verification: staffVerification,
  twoFactor: staffTwoFactor,
};

export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

interface AuthOptions {
  pool: Pool;
  /** At least 32 characters; the same in all instances. */
  secret: string;
  sessionDays: number;
  /** Whether only the first organization is accessible. */
  onlyFirst: boolean;
  log: Log;
  /** Public origin; with https, cookies are secure. */
  appUrl: string | undefined;
  passwordHashing: PasswordHashing | undefined;
}

/** How passwords are hashed: scrypt by default, which takes a tenth of a second. */
export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(given: { hash: string; password: string }): Promise<boolean>;
}

/** better-auth, only called in this process: its HTTP endpoints, their rate limit and public sign-up are off. */
export function createAuth({
  pool,
  secret,
  sessionDays,
  onlyFirst,
  appUrl,
  passwordHashing,
  log,
}: AuthOptions) {
  // The adapter uses no transactions: on the embedded database, a query outside an open one would wait forever.
  const adapterOf = drizzleAdapter(drizzle(pool, { schema: tables }), { provider: 'pg', schema: tables });
  return betterAuth({
    appName: 'Roster',
    // `baseURL` is required, but only used by features that are off.
    baseURL: appUrl ?? 'http://localhost',
    secret,
    database: (options: BetterAuthOptions) => {
      const adapter = adapterOf(options);
      /** Creates sessions by `createSession`, and all else by the adapter. */
      const create: typeof adapter.create = (input) =>
        input.model === 'session'
          ? (createSession({ pool, onlyFirst }, input.data) as never)
          : adapter.create(input);
      return { ...adapter, create };
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      ...(passwordHashing && { password: passwordHashing }),
    },
    plugins: [twoFactor({ allowPasswordless: true })],
    // No refresh: pages cannot set cookies while rendering.
    session: { expiresIn: sessionDays * DAY, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'roster',
      useSecureCookies: appUrl?.startsWith('https:') ?? false,
      database: { generateId: () => uuidv7() },
    },
    logger: {
      level: 'error',
      disableColors: true,
      // Logs errors only; other details may contain secrets. The message may be an error, too.
      log: (_level, message: unknown, ...details) => {
        const err = [message, ...details].find((one) => one instanceof Error);
        log.error({ err }, typeof message === 'string' && message ? message : 'better-auth failed.');
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
