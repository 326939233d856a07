import type { Database } from '@/lib/database/database';

/** Removes activity older than `days` by whole seals, oldest first. The seals stay, so that the rest can be verified. */
export async function purgeActivity(database: Database, days: number): Promise<void> {
  for (;;) {
    // One seal per organization at a time, to keep the embedded database responsive.
    const { rowCount } = await database.pool.query({
      text: `with old as (
          select s.organization_id, s.number, s.ids from organizations o cross join lateral (
            select * from activity_seals where organization_id = o.id and ids is not null order by number limit 1) s
          where s.latest_at < clock_timestamp() - make_interval(days => $1)),
        gone as (
          delete from activities a using (select organization_id, unnest(ids) as id from old) o
          where a.organization_id = o.organization_id and a.id = o.id)
        update activity_seals s set ids = null, digests = null, removed_at = clock_timestamp() from old o
        where s.organization_id = o.organization_id and s.number = o.number`,
      values: [days],
    });
    if (!rowCount) return;
  }
}
