import type { Database } from './database';
import { isRemote } from './outage';
import { run } from './statement';

/** Ids of organizations, grouped by the Citus worker that stores them. */
const BY_WORKER = `select array_agg(o.id) as ids from organizations o
  join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('contacts', o.id) group by p.groupid`;

/**
 * Runs a query on the data of all organizations. While a Citus worker cannot be reached, returns the rows of the others.
 *
 * @param text builds the query; `among(table)` returns the condition to add for each of its tables.
 */
export async function acrossOrganizations<Row extends object>(
  database: Database,
  text: (among: (table: string) => string) => string,
  values: unknown[] = [],
): Promise<Row[]> {
  try {
    return await run<Row>(database, { text: text(() => 'true'), values }, undefined, null);
  } catch (cause) {
    if (!isRemote(cause)) throw cause;
  }
  const workers = await run<{ ids: string[] }>(database, { text: BY_WORKER });
  const some = text((table) => `${table}.organization_id = any($${values.length + 1}::uuid[])`);
  const found = await Promise.all(
    workers.map(({ ids }) =>
      run<Row>(database, { text: some, values: [...values, ids] }, undefined, ids[0]).catch(
        (cause: unknown): Row[] => {
          if (isRemote(cause)) return [];
          throw cause;
        },
      ),
    ),
  );
  return found.flat();
}

/** Runs `work` for each organization in turn; skips organizations whose Citus worker cannot be reached. */
export async function inEachOrganization<Row extends { id: string }>(
  organizations: Row[],
  work: (organization: Row) => Promise<unknown>,
): Promise<void> {
  for (const organization of organizations)
    await work(organization).catch((cause: unknown) => {
      if (!isRemote(cause)) throw cause;
    });
}
