import type pg from 'pg';
import { StartError } from '@/lib/system/start-error';

type Session = Pick<pg.ClientBase, 'query'> & { processID?: number | null };

/**
 * Rejects a pooler in transaction mode, where settings, prepared statements and locks of a session reach other clients.
 *
 * @param one,other Two connections.
 * @throws StartError
 */
export async function refuseTransactionPooler(one: Session, other: Session): Promise<void> {
  const first = await readProcessId(one);
  // A pooler greets with a made-up process id; a server with its own.
  if (first === one.processID) return;
  let isShared = (await readProcessId(one)) !== first;
  if (!isShared) {
    await other.query('begin');
    // While `other` is in a transaction, `one` cannot get its session.
    isShared = (await readProcessId(other)) === first || (await readProcessId(one)) !== first;
    await other.query('rollback');
  }
  if (isShared)
    throw new StartError(
      'DATABASE_URL leads to a pooler in transaction mode, which mixes up sessions: set pool_mode = session for this database (in pgbouncer.ini), or connect to the PostgreSQL server itself.',
    );
}

/** Asks for the process id of the session that answers, which a pooler may change. */
async function readProcessId(session: Session): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (rows[0] as { pid: number }).pid;
}
