import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { organizations } from './tables';

// The property names are those that better-auth asks its adapter for; only the column names are ours.

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** People who may use the console. */
export const staffUser = pgTable(
  'staff_user',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** In lower case, as better-auth compares it. */
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** `true` for the account made at first start, `null` for all others: of two racing set-ups only one inserts. */
    first: boolean('first').unique(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('staff_user_email_lower', sql`${table.email} = lower(${table.email})`),
    check('staff_user_first_true', sql`${table.first}`),
  ],
);

/** What a person may do in an organization. Without `joined_at` they are invited. */
export const staffMembership = pgTable(
  'staff_membership',
  {
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['admin', 'editor', 'viewer'] }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    joinedAt: time('joined_at'),
    deactivatedAt: time('deactivated_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('staff_membership_user_id').on(table.userId),
    check('staff_membership_role_known', sql`${table.role} in ('admin', 'editor', 'viewer')`),
  ],
);

/** Who is signed in, one row a browser. */
export const staffSession = pgTable(
  'staff_session',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: time('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The one that the console shows in this browser. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    /** When the password was last asked for. */
    confirmedAt: time('confirmed_at'),
    /** Id of the company that signed in, in place of a password. */
    company: text('company'),
    createdAt: time('created_at').notNull().defaultNow(),
    /** The last use, to the minute. */
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('staff_session_user_id').on(table.userId)],
);

/** How a person proves who they are: a password's digest, or an account with a provider. */
export const staffAccount = pgTable(
  'staff_account',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => staffUser.id, { onDelete: 'cascade' }),
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
  },
  (table) => [
    index('staff_account_user_id').on(table.userId),
    unique('staff_account_provider').on(table.providerId, table.accountId),
  ],
);

/** Short-lived values that better-auth hands out and expects back. */
export const staffVerification = pgTable(
  'staff_verification',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [index('staff_verification_identifier').on(table.identifier)],
);

/** The secret of a person's authenticator app and their recovery codes, both encrypted. */
export const staffTwoFactor = pgTable('staff_two_factor', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => staffUser.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** Whether a code of the app was entered once; until then it is not asked for. */
  verified: boolean('verified').notNull().default(true),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: time('locked_until'),
});

/** Failed sign-ins by who tried and whom they tried, and codes of apps that were used, for all instances together. */
export const staffRateLimit = pgTable('staff_rate_limit', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  /** From then on the count starts over. */
  resetsAt: time('resets_at').notNull(),
});
