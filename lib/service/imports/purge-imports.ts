import { EXPORT_DAYS } from '@/lib/contract/export';
import type { Database } from '@/lib/database/database';

/** Days for which an import can be undone, and its rows are listed. */
export const UNDO_DAYS = 30;

/** Deletes the files of old imports and exports, and what was kept to undo them. All ids begin with their time (UUIDv7). */
export async function purgeImports(database: Database, fileDays: number): Promise<void> {
  const older = (days: number) => `uuid_of(clock_timestamp() - interval '${days} days')`;
  await database.pool.query(`delete from import_files where import_id < ${older(fileDays)}`);
  // Samples are part of the file.
  await database.pool.query(
    `update imports set columns = without_samples(columns)
     where id < ${older(fileDays)} and columns <> without_samples(columns)`,
  );
  await database.pool.query(
    `delete from import_files where import_id in (select id from jobs where kind = 'export' and id < ${older(EXPORT_DAYS)})`,
  );
  await database.pool.query(`delete from import_rows where plan_id < ${older(UNDO_DAYS)}`);
  await database.pool.query(`delete from imported_contacts where run_id < ${older(UNDO_DAYS)}`);
}
