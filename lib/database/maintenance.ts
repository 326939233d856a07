import type { Database } from './database';

/** SQL: a table is due once 1,000 rows and a tenth of its rows were written since the last time. */
const isDue = (written: string) => `${written} >= 1000 + n_live_tup / 10`;

/** Counters are lost in a crash, so tables without a known vacuum are due, too. */
const dueForVacuum = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as table from pg_stat_user_tables
  where ${isDue('n_ins_since_vacuum + n_dead_tup')}
    or last_vacuum is null and (select reltuples from pg_class where oid = relid) >= 1000
  order by n_ins_since_vacuum + n_dead_tup desc limit 1`;
const dueForStatistics = `
  select quote_ident(schemaname) || '.' || quote_ident(relname) as table from pg_stat_user_tables
  where relname = 'contacts' and ${isDue('n_mod_since_analyze')}`;

/**
 * Vacuums and analyzes the table of the embedded database that needs it most: lists rely on statistics, and their deep pages
 * on index-only scans (bench/RESULTS.md). On a server, which has autovacuum, only analyzes newly written contacts.
 *
 * @returns the table's name; `null` if none needs it, or the embedded database is in use.
 */
export async function maintainOne({ engine, pool }: Database): Promise<string | null> {
  const isEmbedded = engine === 'embedded';
  // Queries come first; this is called again soon.
  if (isEmbedded && (pool.waitingCount > 0 || pool.idleCount < pool.totalCount)) return null;
  // Counters are otherwise flushed once a second.
  if (isEmbedded) await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ table: string }>(isEmbedded ? dueForVacuum : dueForStatistics);
  const [first] = rows;
  if (!first) return null;
  await pool.query(isEmbedded ? `vacuum (analyze) ${first.table}` : `analyze (skip_locked) ${first.table}`);
  return first.table;
}
