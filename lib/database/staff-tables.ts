import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

// Tables as better-auth's adapter needs them, with its property names. Keys and checks are in the migrations.

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** People with access to the console. */
export const staffUser = pgTable('staff_user', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** In lower case. */
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

/** Sessions, one per browser. */
export const staffSession = pgTable('staff_session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  token: text('token').notNull(),
  expiresAt: time('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  /** The organization shown in this browser. */
  organizationId: uuid('organization_id'),
  /** When the password was last entered. */
  confirmedAt: time('confirmed_at'),
  /** Id of the identity provider used to sign in; `null` for a password. */
  identityProvider: text('identity_provider'),
  createdAt: time('created_at').notNull().defaultNow(),
  /** Last use, to the minute. */
  updatedAt: time('updated_at').notNull().defaultNow(),
});

/** Credentials: a password's digest, or an account with a provider. */
export const staffAccount = pgTable('staff_account', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: time('access_token_expires_at'),
  refreshTokenExpiresAt: time('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

/** Short-lived values, such as challenges and one-time links. */
export const staffVerification = pgTable('staff_verification', {
  id: uuid('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: time('expires_at').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
});

/** Authenticator secrets and recovery codes, both encrypted. */
export const staffTwoFactor = pgTable('staff_two_factor', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** Whether a code of the app was entered once; until then sign-in does not ask for codes. */
  verified: boolean('verified').notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: time('locked_until'),
});
