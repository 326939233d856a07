import type { PoolClient } from 'pg';
import { dropForeignKeys } from './keys-and-indexes';
import { DISTRIBUTED } from './tables';

/** Settings of sessions on workers, which do not inherit `SESSION` in `database.ts` from the coordinator. */
const WORKER_SETTINGS = `timezone = 'UTC'; datestyle = 'ISO'; standard_conforming_strings = on; enable_seqscan = off; max_parallel_workers_per_gather = 0; jit = off`;

/** Whether the database is on a Citus coordinator. */
export async function isCitus(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'");
  return rows.length > 0;
}

/**
 * Distributes the tables of organizations that are still local, with their rows, over the workers of a Citus coordinator.
 * All or nothing.
 */
export async function distribute(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where to_regclass('public.' || name) not in (select logicalrelid from pg_dist_partition)`,
    [DISTRIBUTED],
  );
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return;
  await client.query('begin');
  const addKeys = await dropForeignKeys(client, names);
  await distributeFunctions(client);
  // The other tables are colocated with the first.
  const [first = ''] = DISTRIBUTED;
  for (const name of names)
    await client.query("select create_distributed_table($1, 'organization_id', colocate_with => $2)", [
      name,
      name === first ? 'none' : first,
    ]);
  for (const text of addKeys) await client.query(text);
  await client.query('commit');
  for (const name of names)
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
}

/** Distributes the functions that statements call on workers: all except triggers and functions on rows. */
async function distributeFunctions(client: PoolClient): Promise<void> {
  await client.query(
    `select create_distributed_function(p.oid::regprocedure) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
       and not exists (select from unnest(p.proargtypes::oid[] || p.prorettype) a join pg_type t on t.oid = a where t.typtype = 'c')`,
  );
}

/** Sets `WORKER_SETTINGS` for this database on all workers; an unreachable worker gets them at the next start. */
export async function setUpWorkers(client: PoolClient): Promise<void> {
  const statements = WORKER_SETTINGS.split('; ').map(
    (setting) =>
      `execute format('alter database %I set ${setting.replaceAll("'", "''")}', current_database());`,
  );
  await client.query('select run_command_on_workers($1)', [
    `do $do$ begin set local citus.enable_ddl_propagation = off; ${statements.join(' ')} end $do$`,
  ]);
}
