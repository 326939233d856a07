import type { Database } from './database';

/**
 * The table with the most rows written since its last vacuum, if more than 1,000 plus a tenth of its rows. Counters are
 * lost in a crash, so tables without a known vacuum are due, too.
 */
const due = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as table
  from (select *, n_ins_since_vacuum + n_dead_tup as written from pg_stat_user_tables) t
  where written >= 1000 + n_live_tup / 10
    or last_vacuum is null and (select reltuples from pg_class where oid = relid) >= 1000
  order by written desc limit 1`;

/**
 * Vacuums the table of the embedded database that needs it most; returns its name, or `null`. A server has autovacuum.
 * Deep pages depend on it for index-only scans (see README).
 */
export async function vacuumOne({ engine, pool }: Database): Promise<string | null> {
  if (engine === 'server') return null;
  // Queries come first; this is called again soon.
  if (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) return null;
  // Otherwise flushed once a second.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ table: string }>(due);
  const [first] = rows;
  if (!first) return null;
  await pool.query(`vacuum ${first.table}`);
  return first.table;
}
