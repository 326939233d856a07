import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';

/*
 * Keys begin with the organization, and so do foreign keys: a row of one organization cannot point at a row of
 * another, whatever a query does.
 */

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Compared byte by byte, so that order and cursors are the same on every server, whatever its locale. */
const sortKey = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
/** Milliseconds are what the wire carries; storing more would make a round trip lossy. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const organizationId = () => uuid('organization_id').notNull();
const actorKind = (name: string) => text(name, { enum: ['staff', 'token', 'system'] });
/**
 * Only for tables that are written now and then. The check of a foreign key locks the row it points at: all who create
 * contacts would meet at the row of their organization. Theirs comes from a token, which has one; organizations are
 * never deleted.
 */
const checkedOrganizationId = () => organizationId().references(() => organizations.id);

export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    name: varchar('name', { length: 200 }).notNull(),
    createdAt: time('created_at').notNull(),
    /** Exactly one organization, the one the program begins with, is the first. */
    first: boolean('first').notNull().default(false),
    /** Whether its people may sign in with a password alone. */
    twoFactorRequired: boolean('two_factor_required').notNull().default(false),
  },
  (table) => [uniqueIndex('organizations_first').on(table.first).where(sql`${table.first}`)],
);

export const apiTokens = pgTable(
  'api_tokens',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    /** `issued` to an integrator, `configured` by the environment, `console` for this program's own pages. */
    kind: text('kind', { enum: ['issued', 'configured', 'console'] }).notNull(),
    name: varchar('name', { length: 100 }).notNull(),
    /** SHA-256 of the token; the token itself is stored nowhere. */
    digest: bytea('digest').notNull(),
    hint: varchar('hint', { length: 16 }).notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: time('created_at').notNull(),
    /** `Actor`; `null` for tokens of the program itself. */
    createdBy: jsonb('created_by'),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
    /** The token it was made with, the one that was made with, and so on: it ends with any of them. */
    makerIds: uuid('maker_ids').array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('api_tokens_digest').on(table.digest),
    check('api_tokens_staff_act', sql`${table.kind} = 'console' or 'staff:act' <> all (${table.scopes})`),
  ],
);

export const contacts = pgTable(
  'contacts',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    email: varchar('email', { length: 254 }),
    phone: varchar('phone', { length: 16 }),
    firstname: varchar('firstname', { length: 200 }),
    lastname: varchar('lastname', { length: 200 }),
    jobtitle: varchar('jobtitle', { length: 200 }),
    company: varchar('company', { length: 200 }),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Counts the changes; with the segments it is the ETag. */
    version: integer('version').notNull().default(1),
    /** Set while the contact is in the trash. */
    deletedAt: time('deleted_at'),
    deletedBy: varchar('deleted_by', { length: 300 }),
    deletedByKind: actorKind('deleted_by_kind'),
    deletedById: uuid('deleted_by_id'),
    /** The delete request that put it there. */
    deletionId: uuid('deletion_id'),
    // What search and sort compare, kept by the trigger `contact_keys`.
    searchText: text('search_text').notNull(),
    nameKey: sortKey('name_key').notNull(),
    /** The email; a contact without one is behind all others. No two are alike. */
    emailKey: sortKey('email_key').notNull(),
    companyKey: sortKey('company_key').notNull(),
  },
  (table) => {
    const live = sql`${table.deletedAt} is null`;
    const trashed = sql`${table.deletedAt} is not null`;
    return [
      // The migration has it INCLUDE deleted_at, and the one of emails id, which cannot be said here: so that who is in a
      // segment or in none, and a page deep down, is found in indexes alone.
      primaryKey({ columns: [table.organizationId, table.id] }),
      check('contacts_email_or_phone', sql`${table.email} is not null or ${table.phone} is not null`),
      // Partial: what is in the trash never blocks its email or phone from being used again.
      // Keys first: whatever the statistics say, a look-up by the key alone can use no other index.
      uniqueIndex('contacts_email').on(table.emailKey, table.organizationId).where(live),
      uniqueIndex('contacts_phone').on(table.phone, table.organizationId).where(live),
      uniqueIndex('contacts_id').on(table.id, table.organizationId),
      index('contacts_by_email').on(table.organizationId, table.emailKey, table.id).where(live),
      index('contacts_by_update').on(table.organizationId, table.updatedAt, table.id).where(live),
      index('contacts_by_name').on(table.organizationId, table.nameKey, table.id).where(live),
      // By creation: ids are UUIDv7, so the primary key is in that order already.
      index('contacts_by_company').on(table.organizationId, table.companyKey, table.id).where(live),
      index('contacts_search').using('gin', sql`${table.searchText} gin_trgm_ops`).where(live),
      index('contacts_by_deletion').on(table.organizationId, table.deletedAt, table.id).where(trashed),
      index('contacts_deletion').on(table.organizationId, table.deletionId).where(trashed),
    ];
  },
);

export const segments = pgTable(
  'segments',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    title: varchar('title', { length: 100 }).notNull(),
    color: varchar('color', { length: 7 }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('segments_title').on(table.organizationId, sql`caseless(${table.title})`),
  ],
);

/** A deleted segment, with all that comes back with it, until it is restored or purged. */
export const deletedSegments = pgTable(
  'deleted_segments',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    title: varchar('title', { length: 100 }).notNull(),
    color: varchar('color', { length: 7 }).notNull(),
    createdAt: time('created_at').notNull(),
    deletedAt: time('deleted_at').notNull(),
    deletedBy: varchar('deleted_by', { length: 300 }).notNull(),
    deletedByKind: actorKind('deleted_by_kind'),
    deletedById: uuid('deleted_by_id'),
    /** As it was counted last. */
    contactCount: bigint('contact_count', { mode: 'number' }).notNull(),
    /** Who was assigned to it, and when: those in the trash, too. */
    contactIds: uuid('contact_ids').array().notNull(),
    assignedAt: time('assigned_at').array().notNull(),
    /** Codes that assigned it. */
    referralCodeIds: uuid('referral_code_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

export const contactSegments = pgTable(
  'contact_segments',
  {
    organizationId: organizationId(),
    contactId: uuid('contact_id').notNull(),
    segmentId: uuid('segment_id').notNull(),
    assignedAt: time('assigned_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contactId, table.organizationId, table.segmentId] }),
    index('contact_segments_by_segment').on(table.organizationId, table.segmentId, table.contactId),
    foreignKey({
      name: 'contact_segments_contact',
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'contact_segments_segment',
      columns: [table.organizationId, table.segmentId],
      foreignColumns: [segments.organizationId, segments.id],
    }).onDelete('cascade'),
  ],
);

/**
 * How many contacts an organization (`counted_id` is its id) or a segment has, outside the trash. The sum over the
 * shards is exact in every transaction; a connection adds to a shard of its own, so that writers don't wait for one
 * another.
 */
export const contactCounts = pgTable(
  'contact_counts',
  {
    organizationId: organizationId(),
    countedId: uuid('counted_id').notNull(),
    shard: smallint('shard').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.countedId, table.shard] })],
);

export const referralCodes = pgTable(
  'referral_codes',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    code: varchar('code', { length: 64 }).notNull(),
    label: varchar('label', { length: 200 }),
    referrerId: uuid('referrer_id'),
    maxRedemptions: integer('max_redemptions'),
    redemptionCount: integer('redemption_count').notNull().default(0),
    expiresAt: time('expires_at'),
    active: boolean('active').notNull().default(true),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('referral_codes_code').on(table.organizationId, sql`caseless(${table.code})`),
    index('referral_codes_referrer').on(table.organizationId, table.referrerId),
    check(
      'referral_codes_limit',
      sql`${table.maxRedemptions} is null or ${table.redemptionCount} <= ${table.maxRedemptions}`,
    ),
  ],
);

export const referralCodeSegments = pgTable(
  'referral_code_segments',
  {
    organizationId: organizationId(),
    referralCodeId: uuid('referral_code_id').notNull(),
    segmentId: uuid('segment_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.referralCodeId, table.segmentId] }),
    foreignKey({
      name: 'referral_code_segments_code',
      columns: [table.organizationId, table.referralCodeId],
      foreignColumns: [referralCodes.organizationId, referralCodes.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'referral_code_segments_segment',
      columns: [table.organizationId, table.segmentId],
      foreignColumns: [segments.organizationId, segments.id],
    }).onDelete('cascade'),
  ],
);

export const redemptions = pgTable(
  'redemptions',
  {
    organizationId: organizationId(),
    contactId: uuid('contact_id').notNull(),
    referralCodeId: uuid('referral_code_id').notNull(),
    redeemedAt: time('redeemed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.contactId, table.referralCodeId] }),
    index('redemptions_by_code').on(
      table.referralCodeId,
      table.redeemedAt,
      table.contactId,
      table.organizationId,
    ),
    foreignKey({
      name: 'redemptions_contact',
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'redemptions_code',
      columns: [table.organizationId, table.referralCodeId],
      foreignColumns: [referralCodes.organizationId, referralCodes.id],
    }),
  ],
);

/** Uses in this minute of what has a limit, of all instances together; not logged (lib/service/http/rate-limits). */
export const rateCounts = pgTable('rate_counts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  resetsAt: time('resets_at').notNull(),
});

/** Who changed what, written in the transaction of the change. */
export const activities = pgTable(
  'activities',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    at: time('at').notNull(),
    action: text('action').notNull(),
    actorKind: actorKind('actor_kind').notNull(),
    actorId: uuid('actor_id'),
    actorName: varchar('actor_name', { length: 300 }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    requestId: varchar('request_id', { length: 128 }),
    /** The import that did it, or whose undo did. */
    importId: uuid('import_id'),
    /** Contacts that lost or regained the segment that was deleted or restored. */
    contactIds: uuid('contact_ids').array(),
    /** Part of the digest, so that erased values cannot be guessed from it. */
    salt: uuid('salt').default(sql`gen_random_uuid()`),
    /** Digest of the values that were here before the contact was deleted forever. */
    erasedDigest: bytea('erased_digest'),
    /** Number of the seal that it is part of. */
    seal: integer('seal'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('activities_by_subject').on(table.organizationId, table.subjectId, table.id),
    index('activities_by_contact').using('gin', table.contactIds).where(sql`${table.contactIds} is not null`),
    index('activities_rare')
      .on(table.organizationId, table.id)
      .where(sql`${table.action} not in ('contact.created', 'contact.updated')`),
    index('activities_unsealed').on(table.organizationId, table.id).where(sql`${table.seal} is null`),
  ],
);

/** Activities that were sealed together, chained to the seal before. */
export const activitySeals = pgTable(
  'activity_seals',
  {
    organizationId: checkedOrganizationId(),
    /** From 1. */
    number: integer('number').notNull(),
    count: integer('count').notNull(),
    /** Its activities and their digests; `null` once they are past their days. */
    ids: uuid('ids').array(),
    digests: bytea('digests').array(),
    /** Of ids and digests. */
    contentsDigest: bytea('contents_digest').notNull(),
    /** Time of its latest activity. */
    latestAt: time('latest_at').notNull(),
    sealedAt: time('sealed_at').notNull(),
    /** Of all of this and the digest of the seal before. */
    digest: bytea('digest').notNull(),
    removedAt: time('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.number] })],
);

/** Work that takes longer than a request (lib/jobs). */
export const jobs = pgTable(
  'jobs',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    /** What is asked for; never changes. */
    input: jsonb('input').notNull(),
    state: text('state', { enum: ['running', 'finished', 'cancelled', 'failed'] }).notNull(),
    /** Whether the state is that of its undo. */
    undo: boolean('undo').notNull().default(false),
    /** Pieces done and not undone. */
    position: integer('position').notNull().default(0),
    /** What the kind counts. */
    progress: jsonb('progress').notNull(),
    createdBy: jsonb('created_by').notNull(),
    /** Who started, resumed or undid it last: actor, token and request. */
    askedBy: jsonb('asked_by').notNull(),
    /** Of the request that created it. */
    tokenId: uuid('token_id'),
    idempotencyKey: varchar('idempotency_key', { length: 255 }),
    bodyDigest: bytea('body_digest'),
    /** The runner that works on it, until the lease runs out. */
    leaseHolder: uuid('lease_holder'),
    leaseUntil: time('lease_until'),
    /** Failures of the piece that is next. */
    attempts: smallint('attempts').notNull().default(0),
    /** Why it failed. */
    error: text('error'),
    /** When it was asked for, or when the next attempt is due. */
    dueAt: time('due_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('jobs_idempotency_key').on(table.organizationId, table.tokenId, table.idempotencyKey),
    index('jobs_running')
      .on(table.organizationId, table.dueAt, table.id)
      .where(sql`${table.state} = 'running'`),
  ],
);

/** Contacts of a bulk change that are changed together. */
export const bulkChangeChunks = pgTable(
  'bulk_change_chunks',
  {
    organizationId: organizationId(),
    bulkChangeId: uuid('bulk_change_id').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    contactIds: uuid('contact_ids').array().notNull(),
    changedAt: time('changed_at'),
    /** What it did to the segments of which contact (`SegmentRecord`). */
    segmentChanges: jsonb('segment_changes'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.bulkChangeId, table.number] }),
    foreignKey({
      name: 'bulk_change_chunks_job',
      columns: [table.organizationId, table.bulkChangeId],
      foreignColumns: [jobs.organizationId, jobs.id],
    }).onDelete('cascade'),
  ],
);

/** Files of contacts that are imported, each with its plan and its run: jobs. */
export const imports = pgTable(
  'imports',
  {
    organizationId: checkedOrganizationId(),
    id: uuid('id').notNull(),
    name: varchar('name', { length: 200 }).notNull(),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Of the first record, to remember the settings by. */
    headerKey: text('header_key').notNull(),
    /** Of lib/contract/import: `ImportFormat`, `ImportSettings`, columns with samples. */
    format: jsonb('format').notNull(),
    settings: jsonb('settings').notNull(),
    columns: jsonb('columns').notNull(),
    /** The latest plan, whose id its rows have. */
    planId: uuid('plan_id'),
    runId: uuid('run_id'),
    createdBy: jsonb('created_by').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
);

/** The file of an import in pieces, from 1. */
export const importFiles = pgTable(
  'import_files',
  {
    organizationId: organizationId(),
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.importId, table.number] })],
);

/** What a plan makes of each row of the file, and what running it did. */
export const importRows = pgTable(
  'import_rows',
  {
    organizationId: organizationId(),
    planId: uuid('plan_id').notNull(),
    line: integer('line').notNull(),
    outcome: text('outcome').notNull(),
    /** What running it did. */
    result: text('result'),
    contactId: uuid('contact_id'),
    /** What the row asks for: `RowRequest`. */
    request: json('request').notNull(),
    /** The contact afterwards, by which later rows find it; `null` where nothing changes. */
    after: json('after'),
    email: text('email'),
    phone: text('phone'),
    /** What the plan shows: `RowDetails`. */
    details: jsonb('details'),
    /** The line before about the same contact. */
    repeats: integer('repeats'),
    /** As they stand in the file, where the row is not imported. */
    cells: json('cells'),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.line] }),
    index('import_rows_by_email').on(table.email, table.planId).where(sql`${table.email} is not null`),
    index('import_rows_by_phone').on(table.phone, table.planId).where(sql`${table.phone} is not null`),
    index('import_rows_by_contact')
      .on(table.contactId, table.planId)
      .where(sql`${table.contactId} is not null`),
  ],
);

/** Contacts that a run has created or updated, as they were before it. */
export const importedContacts = pgTable(
  'imported_contacts',
  {
    organizationId: organizationId(),
    runId: uuid('run_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    /** The piece that changed it first. */
    piece: integer('piece').notNull(),
    /** As stored before (`ContactRow`); `null`: created. */
    before: jsonb('before'),
    /** After its last change by this run. */
    version: integer('version').notNull(),
    /** Changed since when it was to be undone. */
    kept: boolean('kept').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.contactId] }),
    index('imported_contacts_by_piece').on(table.runId, table.piece),
    index('imported_contacts_by_contact').on(table.contactId),
  ],
);

/** A connected service, and the organization that holds the replica of its contacts. */
export const replicas = pgTable(
  'replicas',
  {
    organizationId: organizationId().primaryKey(),
    /** Base address of the service. */
    url: text('url').notNull(),
    /** The service's own organization; null until a contact has told which that is. */
    remoteOrganizationId: uuid('remote_organization_id'),
    /** Of the token that is known to be of that organization. */
    tokenDigest: text('token_digest'),
    /** What the service turned out to be (`Service` in lib/replica); null when it never answered. */
    service: jsonb('service'),
    /** Counts the passes through the service's list. */
    pass: integer('pass').notNull().default(0),
    /** The last pass that met every contact, and when it began. */
    completePass: integer('complete_pass'),
    completeAt: time('complete_at'),
    /** Why the last pass ended early. */
    problem: jsonb('problem'),
  },
  (table) => [unique('replicas_source').on(table.url, table.remoteOrganizationId).nullsNotDistinct()],
);

/** When the service last told of a contact of a replica. */
export const replicaContacts = pgTable(
  'replica_contacts',
  {
    organizationId: uuid('organization_id').notNull(),
    contactId: uuid('contact_id').notNull(),
    seenAt: time('seen_at').notNull(),
    /** The last pass through the list that met it, or that was the latest when another answer told of it. */
    metPass: integer('met_pass').notNull().default(0),
    /** Whether it was that other answer. */
    answered: boolean('answered').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.contactId] }),
    foreignKey({
      name: 'replica_contacts_contact',
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete('cascade'),
  ],
);
