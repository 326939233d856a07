import type { Database } from './database';
import { TABLES } from './tables';

export type Readiness = 'ready' | 'without database' | 'read-only database' | 'without tables';

/** How long the database may take to answer. */
const PROBE_MILLISECONDS = 2_000;
/** Checks, without writing, whether this instance can write to its own tables. No answer in 2 s: `without database`. */
export async function readiness(database: Database): Promise<Readiness> {
  const late = new Promise<Readiness>((resolve) =>
    setTimeout(resolve, PROBE_MILLISECONDS, 'without database').unref(),
  );
  const found = probe(database).catch((): Readiness => 'without database');
  return Promise.race([found, late]);
}

/** Asks one connection, and closes it if it is read-only or the question fails. Throws then, or if there is no connection. */
async function probe({ pool }: Database): Promise<Readiness> {
  const client = await pool.connect();
  let found: Readiness = 'without database';
  try {
    // Transactions are also read-only on a standby.
    const { rows } = await client.query<{ read_only: boolean; lacks: boolean }>(
      `select current_setting('transaction_read_only')::boolean as read_only,
        exists (select from unnest($1::text[]) name where to_regclass('public.' || quote_ident(name)) is null) as lacks`,
      [TABLES],
    );
    if (rows[0]?.read_only) found = 'read-only database';
    else found = rows[0]?.lacks ? 'without tables' : 'ready';
    return found;
  } finally {
    // Close the connection: a new one may reach a writable server.
    client.release(found === 'without database' || found === 'read-only database');
  }
}
