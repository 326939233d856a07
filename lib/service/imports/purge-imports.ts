import { EXPORT_DAYS } from '@/lib/contract/export';
import type { Database } from '@/lib/database/database';

/** Days for which an import can be undone, and its rows are listed. */
export const UNDO_DAYS = 30;

/** Rows of one statement: a million would take longer than a statement may. */
const BATCH = 20_000;

/**
 * Deletes exports that have expired, the files and samples of old imports, and what was kept to undo them. All ids begin
 * with their time (UUIDv7).
 */
export async function purgeImports(database: Database, fileDays: number): Promise<void> {
  const older = (days: number) => `uuid_of(clock_timestamp() - interval '${days} days')`;
  const exports = `select id from jobs where kind = 'export' and id < ${older(EXPORT_DAYS)}`;
  await purge(database, 'import_files', `import_id < ${older(fileDays)} or import_id in (${exports})`);
  await purge(database, 'jobs', `kind = 'export' and id < ${older(EXPORT_DAYS)}`);
  await database.pool.query(
    `update imports set columns = without_samples(columns)
     where id < ${older(fileDays)} and jsonb_path_exists(columns, '$[*].samples[*]')`,
  );
  await purge(database, 'imports', `run_id is null and id < ${older(UNDO_DAYS)}`);
  await purge(database, 'import_rows', `plan_id < ${older(UNDO_DAYS)}`);
  await purge(database, 'imported_contacts', `run_id < ${older(UNDO_DAYS)}`);
}

async function purge({ pool }: Database, table: string, condition: string): Promise<void> {
  const text = `delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${BATCH}))`;
  for (let deleted = BATCH; deleted === BATCH; ) deleted = (await pool.query(text)).rowCount ?? 0;
}
