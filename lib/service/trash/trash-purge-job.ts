import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { PROPOSAL_DAYS } from '@/lib/contract/proposal';
import { acrossOrganizations } from '@/lib/database/across-organizations';
import type { Database } from '@/lib/database/database';
import { type RequestContext, run, scoped } from '@/lib/database/statement';
import { type JobKinds, jobKind, requestedBySystem, type WorkOf } from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import { purgeSegmentChunk } from '../segments/purge-segment';
import { jobContext } from '../shared/job-context';
import { eraseContacts } from './erase-contacts';

/** `until`: purges what was deleted before this time. */
const purgeType = {
  name: 'trash-purge',
  input: z.object({ until: z.string().optional() }),
  progress: z.object({ purged: z.int() }),
};
/** Contacts per chunk; few, because a chunk blocks the embedded database. */
export const PURGED_AT_ONCE = 200;

/** SQL conditions, one a table: deleted (contacts, segments) or ended (jobs) before a time, or a segment that is partly purged. */
const purgeable = (time: string) => ({
  contacts: `merged_into is null and deleted_at < ${time}`,
  segments: `(purged_at is null and deleted_at < ${time} or purged_at is not null and contact_count is not null)`,
  jobs: `updated_at < ${time} and state <> 'running'`,
});
const DUE = 'now() - make_interval(days => $1)';
const dueRows = purgeable(DUE);
const expired = purgeable('$1::timestamptz');
const DAY = 24 * 60 * 60 * 1000;

/** An organization with something to purge; `until` is at most a day after its oldest row. */
interface Due {
  id: string;
  due: string;
  until: string;
}
const dueSince = (column: string) =>
  `organization_id as id, ${DUE} as due, least(${DUE}, min(${column}) + interval '1 day') as until`;

/**
 * Starts a job in each organization with something to purge after `days` days. Every instance may call it. Usually the
 * latest hour is due. After a long stop, or when the clock has jumped forward, it is more than a day: a purge then takes
 * the oldest day, and the next one waits for two hours.
 */
export async function startTrashPurges(database: Database, days: number): Promise<void> {
  const trash = await acrossOrganizations<Due>(
    database,
    (
      among,
    ) => `select ${dueSince('deleted_at')} from contacts c where ${dueRows.contacts} and ${among('c')} group by organization_id
      union all select ${dueSince('deleted_at')} from segments s where ${dueRows.segments} and ${among('s')} group by organization_id`,
    [days],
  );
  const jobs = await run<Due>(database, {
    text: `select ${dueSince('updated_at')} from jobs where ${dueRows.jobs} group by organization_id`,
    values: [days],
  });
  const purges = await run<{ id: string; is_running: boolean }>(database, {
    text: `select organization_id as id, bool_or(state = 'running') as is_running from jobs
      where kind = $1 and (state = 'running' or created_at between now() - interval '2 hours' and now())
      group by organization_id`,
    values: [purgeType.name],
  });
  const latest = new Map(purges.map((purge) => [purge.id, purge]));
  const first = new Map<string, Due>();
  for (const one of [...trash, ...jobs])
    if (one.until < (first.get(one.id)?.until ?? '~')) first.set(one.id, one);
  for (const { id, until, due } of first.values()) {
    const purge = latest.get(id);
    if (purge && (purge.is_running || until < due)) continue;
    await insertJob(database.pool, purgeType, {
      organizationId: id,
      id: uuidv7(),
      input: { until },
      progress: { purged: 0 },
      requestedBy: requestedBySystem('Trash'),
    });
  }
}

/** Purges what has been in the trash for `days` days, and jobs that can no longer be undone. */
export function trashPurgeJob(days: number): JobKinds {
  /** Erases the next contacts; after them, removes expired segments; last, old jobs. */
  const purge: WorkOf<typeof purgeType> = async ({ job, database, client }) => {
    const until = job.input.until ?? new Date(Date.now() - days * DAY).toISOString();
    const context = { ...jobContext(database, job), client };
    const contacts = await run<{ id: string }>(
      database,
      {
        name: 'expired_contacts',
        text: `select id from contacts where organization_id = $2 and ${expired.contacts}
          order by deleted_at, id limit ${PURGED_AT_ONCE}`,
        values: [until, job.organizationId],
      },
      client,
    );
    const count = await eraseContacts(
      context,
      contacts.map(({ id }) => id),
    );
    const done = count < PURGED_AT_ONCE && !(await purgeSegmentChunk(context, until));
    if (done) await purgeJobs(context, until);
    return { position: job.position + 1, progress: { purged: job.progress.purged + count }, done };
  };
  return jobKind(purgeType, { run: purge });
}

const inTrash = scoped<{ id: string }>(
  'deletions_in_trash',
  `select distinct deletion_id as id from contacts where organization_id = $1 and deletion_id = any($2::uuid[])
     and deleted_at is not null and merged_into is null`,
);
const dropJobs = scoped('drop_jobs', 'delete from jobs where organization_id = $1 and id = any($2::uuid[])');
const changesWithChunks = scoped<{ id: string }>(
  'bulk_changes_with_chunks',
  'select distinct bulk_change_id as id from bulk_change_chunks where organization_id = $1',
);
const thoseThatExist = scoped<{ id: string }>(
  'jobs_that_exist',
  'select id from jobs where organization_id = $1 and id = any($2::uuid[])',
);
const openProposals = scoped<{ id: string }>(
  'proposals_that_are_open',
  `select id from proposals where organization_id = $1 and state = 'open' and id = any($2::uuid[])
     and created_at > clock_timestamp() - interval '${PROPOSAL_DAYS} days'`,
);
const deleteChunks = scoped(
  'drop_chunks_of_bulk_changes',
  'delete from bulk_change_chunks where organization_id = $1 and bulk_change_id = any($2::uuid[])',
);

/** Deletes old jobs, except deletions with contacts in the trash, and the chunks of bulk changes without a job or an open proposal. */
async function purgeJobs(context: RequestContext, until: string): Promise<void> {
  const { database, client, organizationId } = context;
  const values = [until, organizationId];
  const old = await run<{ id: string }>(
    database,
    { text: `select id from jobs where organization_id = $2 and ${expired.jobs}`, values },
    client,
  );
  // Keep changes whose deleted contacts are still in the trash: these can be undone.
  if (old.length > 0) await dropJobs(context, idsWithout(old, await inTrash(context, idsWithout(old))));
  const changes = await changesWithChunks(context);
  if (changes.length === 0) return;
  const ids = idsWithout(changes);
  const kept = [...(await thoseThatExist(context, ids)), ...(await openProposals(context, ids))];
  await deleteChunks(context, idsWithout(changes, kept));
}

/** The ids of rows that are not among the others. */
function idsWithout(rows: { id: string }[], others: { id: string }[] = []): string[] {
  const left = new Set(others.map(({ id }) => id));
  return rows.flatMap(({ id }) => (left.has(id) ? [] : id));
}
