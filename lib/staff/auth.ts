import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { relations } from 'drizzle-orm';
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

/** Keys are the names by which better-auth asks for its tables. */
const tables = {
  user: staffUser,
  session: staffSession,
  account: staffAccount,
  verification: staffVerification,
  twoFactor: staffTwoFactor,
};

// With these, better-auth reads a session and its person in one query.
const schema = {
  ...tables,
  userRelations: relations(staffUser, ({ many }) => ({
    sessions: many(staffSession),
    accounts: many(staffAccount),
  })),
  sessionRelations: relations(staffSession, ({ one }) => ({
    user: one(staffUser, { fields: [staffSession.userId], references: [staffUser.id] }),
  })),
  accountRelations: relations(staffAccount, ({ one }) => ({
    user: one(staffUser, { fields: [staffAccount.userId], references: [staffUser.id] }),
  })),
};

/** The staff room's view of the database. */
export function staffDatabase(pool: Pool) {
  return drizzle(pool, { schema });
}

export type StaffDatabase = ReturnType<typeof staffDatabase>;

/** Where the staff room reports what happens in it. */
export interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AuthOptions {
  pool: Pool;
  secret: string;
  /** Days after which a session ends. */
  sessionDays: number;
  /** Whether there is but the first organization. */
  onlyFirst: boolean;
  /** Public origin. Cookies are for https only when it is https. */
  appUrl: string | undefined;
  log: Log;
}

/**
 * better-auth as the console uses it: called in this process, never over HTTP, so its own endpoints and their rate
 * limit are out of play, and public sign-up is off.
 */
export function createAuth({ pool, secret, sessionDays, onlyFirst, appUrl, log }: AuthOptions) {
  // No transactions: on the embedded database a query beside an open one waits for ever, and sign-in needs none.
  const adapterOf = drizzleAdapter(staffDatabase(pool), { provider: 'pg', schema: tables });
  return betterAuth({
    appName: 'Roster',
    // Only asked for by e-mailed links and providers, of which there are none yet.
    baseURL: appUrl ?? 'http://localhost',
    secret,
    database: (options: BetterAuthOptions) => {
      const adapter = adapterOf(options);
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
    },
    plugins: [twoFactor({ allowPasswordless: true })],
    // Never prolonged: a page cannot set cookies while it renders.
    session: { expiresIn: sessionDays * DAY, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'roster',
      useSecureCookies: appUrl?.startsWith('https:') ?? false,
      database: { generateId: () => uuidv7(), joins: true },
    },
    logger: {
      level: 'error',
      disableColors: true,
      // Of what it adds, only errors: the rest may be anything, and the message may be an error, too.
      log: (_level, message: unknown, ...details) => {
        const err = [message, ...details].find((one) => one instanceof Error);
        log.error({ err }, typeof message === 'string' && message ? message : 'better-auth failed.');
      },
    },
  });
}

export type Auth = ReturnType<typeof createAuth>;
