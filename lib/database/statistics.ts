import type { Database } from './database';

/** The columns of contacts that are in an index; to look at the others as well would take twice as long. */
const LOOKED_UP =
  'organization_id, id, phone, updated_at, deleted_at, deletion_id, search_text, name_key, email_key, company_key';

/**
 * Tells the planner how the tables are filled. Until it has been told once, it takes a partial index that was made on an
 * empty table for empty still, and may read all of it to find one row. A PostgreSQL server does this by itself, a minute
 * later; the embedded database never does.
 */
export async function gatherStatistics(database: Database): Promise<void> {
  await database.pool.query(`analyze contacts (${LOOKED_UP}), contact_segments, segments, referral_codes,
    redemptions, activities, contact_counts`);
}
