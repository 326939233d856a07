import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';
import { askedBySystem, type JobKinds, type JobType, jobKind, type Work } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { jobContext } from '../job-context';
import { eraseContacts } from './erase-contacts';

interface PurgeProgress {
  purged: number;
}

const purgeType: JobType<object, PurgeProgress> = {
  name: 'trash-purge',
  input: z.object({}),
  progress: z.object({ purged: z.int() }),
};
/** Contacts per piece; few, because a piece blocks the embedded database. */
export const PURGED_AT_ONCE = 200;

/** Rows of organization `o` to purge after `$1` days. */
const expired = {
  contacts: `select c.id from contacts c
    where c.organization_id = o.id and c.merged_into is null and c.deleted_at < now() - make_interval(days => $1)`,
  segments: `select s.id from deleted_segments s
    where s.organization_id = o.id and s.deleted_at < now() - make_interval(days => $1)`,
  // Not those whose deleted contacts are still in the trash: they can be undone.
  jobs: `select j.id from jobs j
    where j.organization_id = o.id and j.updated_at < now() - make_interval(days => $1) and j.state <> 'running'
      and not exists (select from contacts c
        where c.organization_id = j.organization_id and c.deletion_id = j.id and c.deleted_at is not null and c.merged_into is null)`,
};

/** Starts a job in each organization with something to purge. Every instance may call it. */
export async function startTrashPurges(database: Database, days: number): Promise<void> {
  const expiring = await run<{ id: string }>(database, {
    text: `select o.id from organizations o
      where (exists (${expired.contacts}) or exists (${expired.segments}) or exists (${expired.jobs}))
        and not exists (select from jobs r where r.organization_id = o.id and r.kind = $2 and r.state = 'running')`,
    values: [days, purgeType.name],
  });
  for (const { id } of expiring)
    await insertJob(database.pool, purgeType, {
      organizationId: id,
      id: uuidv7(),
      input: {},
      progress: { purged: 0 },
      askedBy: askedBySystem('Trash'),
    });
}

/** Purges what has been in the trash for `days` days, and jobs that can no longer be undone. */
export function trashPurgeJob(days: number): JobKinds {
  const purge: Work<object, PurgeProgress> = async ({ job, database, client }) => {
    const { rows } = await client.query<{ id: string }>({
      name: 'expired_contacts',
      text: `select e.id from organizations o cross join lateral (
          ${expired.contacts} order by c.deleted_at, c.id limit ${PURGED_AT_ONCE}) e where o.id = $2`,
      values: [days, job.organizationId],
    });
    const ids = rows.map(({ id }) => id);
    const count = await eraseContacts({ ...jobContext(database, job), client }, ids);
    const done = count < PURGED_AT_ONCE;
    for (const [table, which] of done
      ? [
          ['deleted_segments', expired.segments],
          ['jobs', expired.jobs],
        ]
      : [])
      await client.query(
        `delete from ${table} d using organizations o
         where o.id = $2 and d.organization_id = o.id and d.id in (${which})`,
        [days, job.organizationId],
      );
    const orphans = [
      `delete from bulk_change_chunks b where b.organization_id = $1
         and not exists (select from jobs j where j.organization_id = $1 and j.id = b.bulk_change_id)`,
      `delete from segment_days d where d.organization_id = $1
         and not exists (select from segments s where s.organization_id = $1 and s.id = d.segment_id)
         and not exists (select from deleted_segments s where s.organization_id = $1 and s.id = d.segment_id)`,
    ];
    for (const text of done ? orphans : []) await client.query(text, [job.organizationId]);
    return { position: job.position + 1, progress: { purged: job.progress.purged + count }, done };
  };
  return jobKind(purgeType, { run: purge });
}
