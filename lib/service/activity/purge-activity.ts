import type { PoolClient } from 'pg';
import { acrossOrganizations, inEachOrganization } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';

/**
 * Removes activity by whole seals, oldest first, while all of a seal is older than `days`. The seals stay, so that the rest
 * can be verified.
 */
export async function purgeActivity(database: Database, days: number): Promise<void> {
  // One seal at a time, to keep the embedded database responsive.
  await inEachOrganization(await organizationsWithOldSeals(database, days), async ({ id }) => {
    while (await transaction({ database, organizationId: id }, (client) => purgeSeal(client, id, days)));
  });
}

const OLD = 'ids is not null and latest_at < clock_timestamp() - make_interval(days => $1)';

/** Organizations with activity left in seals whose latest entry is older than `days`. */
const organizationsWithOldSeals = (database: Database, days: number) =>
  acrossOrganizations<{ id: string }>(
    database,
    (among) => `select distinct organization_id as id from activity_seals s where ${OLD} and ${among('s')}`,
    [days],
  );

/** Removes the activity of the oldest seal that has any; `false` if that is not older than `days`. */
async function purgeSeal(client: PoolClient, organizationId: string, days: number): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>(
    `select number from activity_seals where organization_id = $2 and ${OLD} and number = (
       select min(number) from activity_seals where organization_id = $2 and ids is not null) for update`,
    [days, organizationId],
  );
  const [seal] = rows;
  if (!seal) return false;
  const key = [organizationId, seal.number];
  for (const [table, id] of [
    ['rule_outcomes', 'activity_id'],
    ['activities', 'id'],
  ])
    await client.query(
      `delete from ${table} where organization_id = $1
         and ${id} = any((select ids from activity_seals where organization_id = $1 and number = $2)::uuid[])`,
      key,
    );
  await client.query(
    `update activity_seals set ids = null, digests = null, removed_at = now from clock_timestamp() now
     where organization_id = $1 and number = $2`,
    key,
  );
  return true;
}
