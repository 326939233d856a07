import type { PoolClient } from 'pg';
import type { Database } from './database';

/** Write-ahead log that a start after a crash may have to replay. */
const MOST_BYTES = 64 * 2 ** 20;
/** Age at which smaller changes are checkpointed, too. */
const MOST_MILLISECONDS = 3 * 60_000;
/** Log that an idle database writes, such as the checkpoint's own record. */
const IDLE_BYTES = 64 * 2 ** 10;

const SINCE_LAST = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes,
    extract(epoch from checkpoint_time)::float8 * 1000 as at
  from pg_control_checkpoint()`;

/**
 * Checkpoints the embedded database after many changes, or some minutes after few, as its write-ahead log would grow until the
 * disk is full. Returns whether it did: never on a server, which has a process for it.
 */
export async function checkpoint(
  { engine, pool }: { engine: Database['engine']; pool: Pick<PoolClient, 'query'> },
  now = Date.now(),
): Promise<boolean> {
  if (engine === 'server') return false;
  const { rows } = await pool.query<{ bytes: number; at: number }>(SINCE_LAST);
  const { bytes, at } = rows[0] as { bytes: number; at: number };
  const isDue = bytes >= MOST_BYTES || (bytes >= IDLE_BYTES && now - at >= MOST_MILLISECONDS);
  if (isDue) await pool.query('checkpoint');
  return isDue;
}
