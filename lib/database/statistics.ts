import type { Pool, PoolClient } from 'pg';

/** Indexed columns; analyzing all columns would take twice as long. */
const INDEXED_COLUMNS =
  'organization_id, id, phone, created_at, updated_at, deleted_at, deletion_id, search_text, name_key, email_key, company_key, jobtitle_key, segment_ids';

/**
 * Updates the planner's statistics after a bulk load. The embedded database has no autovacuum, and a server's runs a
 * minute later; until then, the planner takes partial indexes for empty and may read them completely.
 */
export async function gatherStatistics(on: Pick<Pool | PoolClient, 'query'>): Promise<void> {
  await on.query(`analyze contacts (${INDEXED_COLUMNS}), segments, referral_codes,
    redemptions, activities, contact_counts`);
}
