import type { PoolClient } from 'pg';
import { type Database, isSilence } from './database';
import type { RequestContext } from './statement';

/** Runs `work` in a transaction; rolls back if it throws. */
export async function transaction<T>(
  database: Pick<Database, 'pool'>,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (cause) {
    if (isSilence(cause)) broken = cause;
    else
      await client.query('rollback').catch((lost: Error) => {
        broken = lost;
      });
    throw cause;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` in the transaction of `context`, or in one of its own. */
export function within<T>(
  context: RequestContext,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  if (context.client) return work(context);
  return transaction(context.database, (client) => work({ ...context, client }));
}
