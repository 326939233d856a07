import type { Database } from './database';

/**
 * Tables of the embedded database of which a thousand rows and a tenth have been written since the last vacuum, the one
 * with the most first. Of what was written before a kill nothing is remembered, so a table that no vacuum is known of
 * has its turn too: one that has nothing to do takes a moment.
 */
const due = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as table
  from (select *, n_ins_since_vacuum + n_dead_tup as written from pg_stat_user_tables) t
  where written >= 1000 + n_live_tup / 10
    or last_vacuum is null and (select reltuples from pg_class where oid = relid) >= 1000
  order by written desc limit 1`;

/**
 * Vacuums the one table that needs it most, where one does; returns its name, or `null`. Pages deep down in a list are
 * found in the indexes alone only where no page of the table was written since its last vacuum: of 250,000 rows that is
 * the difference between three seconds and a tenth of one. A PostgreSQL server does this by itself, the embedded database
 * never; there all others wait for it: for 100,000 contacts a twentieth of a second, or a quarter where many were changed
 * or deleted.
 */
export async function vacuumOne({ engine, pool }: Database): Promise<string | null> {
  if (engine === 'server') return null;
  // Whoever waits for the database now comes first; this comes again soon.
  if (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) return null;
  // What was counted goes where it is read from once a second otherwise.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ table: string }>(due);
  const [first] = rows;
  if (!first) return null;
  await pool.query(`vacuum ${first.table}`);
  return first.table;
}
