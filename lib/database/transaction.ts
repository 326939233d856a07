import type { PoolClient } from 'pg';
import { type Database, isSilence } from './database';
import { corkUntilNextTick, type RequestContext, run } from './statement';

type Pools = Pick<Database, 'pool' | 'workers'>;

/** Runs `work` in a transaction, on the data of an organization if given; rolls back if it throws. */
export async function transaction<T>(
  on: Pools | { database: Pools; organizationId: string },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const { database, organizationId } = 'database' in on ? on : { database: on };
  return withClient({ database, organizationId }, async (client) => {
    await client.query('begin');
    const result = await work(client);
    await run(database, { text: 'commit' }, client, organizationId);
    return result;
  });
}

/**
 * Runs `work` in the transaction of `context`, or in a new one: then `begin` is sent with the first statements and `commit`
 * with the `last` ones, which `work` returns without awaiting them.
 */
export async function pipelined<T>(
  context: RequestContext,
  work: (context: RequestContext) => Promise<{ result: T; last: Promise<unknown>[] }>,
): Promise<T> {
  if (context.client) {
    const { result, last } = await work(context);
    await Promise.all(last);
    return result;
  }
  return withClient(context, async (client) => {
    const begun = corkUntilNextTick(client).query('begin');
    // `Promise.all` below reports the error.
    begun.catch(() => {});
    const { result, last } = await work({ ...context, client });
    // After a failed statement, `commit` rolls back.
    const committed = run(context.database, { text: 'commit' }, client, context.organizationId);
    await Promise.all([begun, ...last, committed]);
    return result;
  });
}

/**
 * Lends `work` a connection; if it throws, rolls back, or closes a connection that is silent or lost, and rethrows. Throws an
 * outage at once while the organization's worker is silent.
 */
async function withClient<T>(
  { database, organizationId }: { database: Pools; organizationId?: string },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  database.workers?.refuse(organizationId);
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
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

/** Runs `work` in the transaction of `context`, which the caller commits, or in a new one. */
export function joinTransaction<T>(
  context: RequestContext,
  work: (context: RequestContext & { client: PoolClient }) => Promise<T>,
): Promise<T> {
  const { client } = context;
  if (client) return work({ ...context, client });
  return transaction(context, (client) => work({ ...context, client }));
}
