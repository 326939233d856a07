import type { Database } from '@/lib/database/database';
import { retryOnConflict, run } from '../statement';

/** So few at a time that the embedded database, which has one session, stays quick for others. */
const CHUNK = 200;

/**
 * Deletes forever what has been in the trash for `days` days, in every organization, and the jobs from before that,
 * but for those that put somebody into the trash since. Returns how many contacts.
 */
export async function purgeTrash(database: Database, days: number): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await purgeSome(database, days);
    if (count === 0) break;
    purged += count;
  }
  await run(database, {
    text: 'delete from deleted_segments where deleted_at < now() - make_interval(days => $1)',
    values: [days],
  });
  await run(database, {
    text: `delete from jobs b where updated_at < now() - make_interval(days => $1) and state <> 'running'
      and not exists (select from contacts c
        where c.organization_id = b.organization_id and c.deletion_id = b.id and c.deleted_at is not null)`,
    values: [days],
  });
  return purged;
}

async function purgeSome(database: Database, days: number): Promise<number> {
  const [row] = await retryOnConflict(() =>
    run<{ count: number }>(database, {
      // The index of the trash begins with the organization. Without it all that is due would be sorted for each chunk.
      text: `select coalesce(sum(purge_contacts(organization_id, 'system', null, 'Trash', null, ids)), 0)::bigint as count
        from (select organization_id, array_agg(id) as ids from (
          select o.id as organization_id, due.id from organizations o cross join lateral (
            select c.id from contacts c
            where c.organization_id = o.id and c.deleted_at < now() - make_interval(days => $1)
            order by c.deleted_at, c.id limit ${CHUNK}) due
          limit ${CHUNK}) chunk
        group by organization_id) due`,
      values: [days],
    }),
  );
  return row?.count ?? 0;
}
