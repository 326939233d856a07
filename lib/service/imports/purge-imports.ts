import { EXPORT_DAYS } from '@/lib/contract/export';
import { PROPOSAL_DAYS } from '@/lib/contract/proposal';
import { acrossOrganizations, inEachOrganization } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';
import { UNDO_DAYS } from '../shared/storage';
import { withoutLines } from './import-file';

/** Rows per statement: a million would exceed the statement timeout. */
const BATCH = 20_000;

/** Tables, with the columns of their keys besides the organization. */
const keys = {
  import_files: 'import_id, number',
  imports: 'id',
  import_rows: 'plan_id, line',
  imported_contacts: 'run_id, contact_id',
  proposals: 'id',
};

/**
 * Deletes expired exports; files, samples and corrections of imports after `fileDays`; and after 30 days imports that never
 * ran and what was kept to undo others; and proposals 60 days after they were made. Ids begin with their time (UUIDv7).
 */
export async function purgeImports(database: Database, fileDays: number): Promise<void> {
  const older = (days: number) => `uuid_of(clock_timestamp() - interval '${days} days')`;
  const exports = await run<{ id: string; exports: string[] }>(database, {
    text: `select organization_id as id, array_agg(id) as exports from jobs
      where kind = 'export' and id < ${older(EXPORT_DAYS)} group by organization_id`,
  });
  await inEachOrganization(exports, async ({ id, exports }) => {
    for (const table of [
      'import_files where organization_id = $1 and import_id',
      'jobs where organization_id = $1 and id',
    ])
      await database.pool.query(`delete from ${table} = any($2::uuid[])`, [id, exports]);
  });
  await purge(database, 'import_files', `import_id < ${older(fileDays)}`);
  const withSamples = `id < ${older(fileDays)} and (corrections is not null or jsonb_path_exists(columns, '$[*].samples[*]')
    or jsonb_path_exists(format, '$.tables[*].sample ? (@ != "")'))`;
  await inEachOrganization(await organizationsWith(database, 'imports', withSamples), ({ id }) =>
    database.pool.query(`update imports set ${withoutLines} where organization_id = $1 and ${withSamples}`, [
      id,
    ]),
  );
  await purge(database, 'imports', `run_id is null and id < ${older(UNDO_DAYS)}`);
  await purge(database, 'import_rows', `plan_id < ${older(UNDO_DAYS)}`);
  await purge(database, 'imported_contacts', `run_id < ${older(UNDO_DAYS)}`);
  await purge(database, 'proposals', `id < ${older(PROPOSAL_DAYS + UNDO_DAYS)}`);
}

/** Deletes the rows of a table that meet the condition, one organization at a time, in batches. */
async function purge(database: Database, table: keyof typeof keys, condition: string): Promise<void> {
  const text = `delete from ${table} where organization_id = $1 and (${keys[table]}) in (
    select ${keys[table]} from ${table} where organization_id = $1 and ${condition} limit ${BATCH})`;
  await inEachOrganization(await organizationsWith(database, table, condition), async ({ id }) => {
    for (let deleted = BATCH; deleted === BATCH; )
      deleted = (await database.pool.query(text, [id])).rowCount ?? 0;
  });
}

/** Organizations with rows that meet the condition. */
const organizationsWith = (database: Database, table: string, condition: string) =>
  acrossOrganizations<{ id: string }>(
    database,
    (among) => `select distinct organization_id as id from ${table} where ${condition} and ${among(table)}`,
  );
