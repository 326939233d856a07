import { EXPORT_DAYS } from '@/lib/contract/export';
import type { Database } from '@/lib/database/database';

/** Days for which an import can be undone, and its rows are listed. */
export const UNDO_DAYS = 30;

/** Rows of one statement: a million would take longer than a statement may. */
const BATCH = 20_000;

/** Tables, and the rest of their keys beside the organization. */
const keys = {
  import_files: 'import_id, number',
  jobs: 'id',
  imports: 'id',
  import_rows: 'plan_id, line',
  imported_contacts: 'run_id, contact_id',
};

/**
 * Deletes exports that have expired, the files and samples of old imports, and what was kept to undo them. All ids begin
 * with their time (UUIDv7).
 */
export async function purgeImports(database: Database, fileDays: number): Promise<void> {
  const older = (days: number) => `uuid_of(clock_timestamp() - interval '${days} days')`;
  const expired = `kind = 'export' and id < ${older(EXPORT_DAYS)}`;
  await purge(
    database,
    'import_files',
    `(import_id < ${older(fileDays)} or import_id in (
       select id from jobs j where j.organization_id = import_files.organization_id and ${expired}))`,
  );
  await purge(database, 'jobs', expired);
  const withSamples = `id < ${older(fileDays)} and (corrections is not null or jsonb_path_exists(columns, '$[*].samples[*]'))`;
  for (const organizationId of await organizationsWith(database, 'imports', withSamples))
    await database.pool.query(
      `update imports set columns = without_samples(columns), corrections = null where organization_id = $1 and ${withSamples}`,
      [organizationId],
    );
  await purge(database, 'imports', `run_id is null and id < ${older(UNDO_DAYS)}`);
  await purge(database, 'import_rows', `plan_id < ${older(UNDO_DAYS)}`);
  await purge(database, 'imported_contacts', `run_id < ${older(UNDO_DAYS)}`);
}

/** One organization at a time, in batches. */
async function purge(database: Database, table: keyof typeof keys, condition: string): Promise<void> {
  const text = `delete from ${table} where organization_id = $1 and (${keys[table]}) in (
    select ${keys[table]} from ${table} where organization_id = $1 and ${condition} limit ${BATCH})`;
  for (const organizationId of await organizationsWith(database, table, condition))
    for (let deleted = BATCH; deleted === BATCH; )
      deleted = (await database.pool.query(text, [organizationId])).rowCount ?? 0;
}

async function organizationsWith({ pool }: Database, table: string, condition: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct organization_id as id from ${table} where ${condition}`,
  );
  return rows.map(({ id }) => id);
}
