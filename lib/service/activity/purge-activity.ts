import type { PoolClient } from 'pg';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';

/** Removes activity older than `days` by whole seals, oldest first. The seals stay, so that the rest can be verified. */
export async function purgeActivity(database: Database, days: number): Promise<void> {
  // One seal at a time, to keep the embedded database responsive.
  for (const organizationId of await organizationsWithOldSeals(database, days))
    while (await transaction(database, (client) => purgeSeal(client, organizationId, days)));
}

const OLD = 'ids is not null and latest_at < clock_timestamp() - make_interval(days => $1)';

async function organizationsWithOldSeals({ pool }: Database, days: number): Promise<string[]> {
  const text = `select distinct organization_id as id from activity_seals where ${OLD}`;
  return (await pool.query<{ id: string }>(text, [days])).rows.map(({ id }) => id);
}

async function purgeSeal(client: PoolClient, organizationId: string, days: number): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>(
    `select number from activity_seals where organization_id = $2 and ${OLD} and number = (
       select min(number) from activity_seals where organization_id = $2 and ids is not null) for update`,
    [days, organizationId],
  );
  const [seal] = rows;
  if (!seal) return false;
  const key = [organizationId, seal.number];
  await client.query(
    `delete from activities where organization_id = $1
       and id = any((select ids from activity_seals where organization_id = $1 and number = $2)::uuid[])`,
    key,
  );
  await client.query(
    `update activity_seals set ids = null, digests = null, removed_at = clock_timestamp()
     where organization_id = $1 and number = $2`,
    key,
  );
  return true;
}
