import type { Database } from './database';

export type Readiness = 'ready' | 'without database' | 'read-only database' | 'without tables';

/** How long the database may take to answer. */
const PROBE_MILLISECONDS = 2_000;
/** All tables; the test compares the list with the migrations. */
export const TABLES = `
  activities
  activity_seals
  api_tokens
  bulk_change_chunks
  contact_counts
  contact_segments
  contacts
  deleted_segments
  duplicates
  idempotent_answers
  import_files
  import_rows
  imported_contacts
  imports
  jobs
  notes
  organizations
  rate_counts
  redemptions
  referral_code_segments
  referral_codes
  replica_contacts
  replicas
  saved_views
  segment_days
  segments
  staff_account
  staff_membership
  staff_rate_limit
  staff_session
  staff_two_factor
  staff_user
  staff_verification
  unsealed_activities
  webhook_deliveries
  webhooks
`
  .trim()
  .split(/\s+/);

/** Checks, without writing, whether this instance can write to its own tables. */
export async function readiness(database: Database): Promise<Readiness> {
  const late = new Promise<Readiness>((resolve) =>
    setTimeout(resolve, PROBE_MILLISECONDS, 'without database').unref(),
  );
  const found = probe(database).catch((): Readiness => 'without database');
  return Promise.race([found, late]);
}

async function probe({ pool }: Database): Promise<Readiness> {
  const client = await pool.connect();
  let found: Readiness = 'without database';
  try {
    // Transactions are also read-only on a standby.
    const { rows } = await client.query<{ read_only: boolean; lacks: boolean }>(
      `select current_setting('transaction_read_only')::boolean as read_only,
        exists (select from unnest($1::text[]) name where to_regclass('public.' || quote_ident(name)) is null) as lacks`,
      [TABLES],
    );
    if (rows[0]?.read_only) found = 'read-only database';
    else found = rows[0]?.lacks ? 'without tables' : 'ready';
    return found;
  } finally {
    // A new connection may reach a writable server.
    client.release(found === 'without database' || found === 'read-only database');
  }
}
