import type { Database } from '@/lib/database/database';
import { repeated, run } from './statement';

/** So few at a time that the embedded database, which works on the main thread, stays quick for others. */
const CHUNK = 200;

/**
 * Deletes forever what has been in the trash for `days` days, in every organization, and the bulk changes from before that,
 * of which no more can be undone. Returns how many contacts.
 */
export async function purgeTrash(database: Database, days: number): Promise<number> {
  await run(database, {
    text: 'delete from bulk_changes where created_at < now() - make_interval(days => $1)',
    values: [days],
  });
  for (let purged = 0; ; ) {
    const [row] = await repeated(() =>
      run<{ count: number }>(database, {
        text: `select coalesce(sum(purge_contacts(organization_id, 'system', 'Trash', null, ids)), 0)::bigint as count
          from (select organization_id, array_agg(id) as ids from (
            select organization_id, id from contacts
            where deleted_at < now() - make_interval(days => $1) order by deleted_at limit ${CHUNK}) due
          group by organization_id) due`,
        values: [days],
      }),
    );
    if (!row?.count) return purged;
    purged += row.count;
  }
}
