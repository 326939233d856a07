import type { PoolClient } from 'pg';
import * as z from 'zod';
import type { Contact } from '@/lib/contract/contact';
import type { Database } from '@/lib/database/database';
import { transaction } from '@/lib/database/transaction';
import {
  type Job,
  JobFailure,
  type JobKinds,
  type JobType,
  jobKind,
  requestedBySystem,
  type Work,
} from '@/lib/jobs/job';
import { insertJob } from '@/lib/jobs/job-table';
import type { HttpClient } from './client/http-client';
import { recordContacts, SERVICE, trashContacts } from './contact-store';
import type { Health } from './health';

const PAGE_SIZE = 100;
/** A longer list is assumed to be endless. */
const MOST_PAGES = 100_000;
/** Contacts moved to the trash per statement. */
const AT_ONCE = 500;

/** Each replica has one sync job, which is restarted. */
export const syncJobId = (organizationId: string): string => organizationId;

export interface SyncProgress {
  pass: number;
  startedAt: string;
  /** Whether this pass confirms contacts missing from the previous one. */
  confirms: boolean;
  page: number;
  /** Size of the first page. A shorter page is the end of the list, if the total agrees. */
  pageSize: number;
  met: number;
  invalid: number;
  firstInvalid: string | null;
  total: number | null;
}

const syncType: JobType<object, SyncProgress> = {
  name: 'sync-replica',
  input: z.object({}),
  progress: z.object({
    pass: z.int(),
    startedAt: z.string(),
    confirms: z.boolean(),
    page: z.int(),
    pageSize: z.int(),
    met: z.int(),
    invalid: z.int(),
    firstInvalid: z.string().nullable(),
    total: z.int().nullable(),
  }),
};

interface Page {
  number: number;
  requestedAt: Date;
  contacts: Contact[];
  invalid: string[];
  total: number | null;
  /** Whether the service has rejected the page number. */
  isBehindEnd: boolean;
}

type SyncJob = Job<object, SyncProgress>;

/** The progress with which a pass begins. */
const firstProgress = (pass: number, startedAt: Date, confirms: boolean): SyncProgress => ({
  pass,
  startedAt: startedAt.toISOString(),
  confirms,
  page: 0,
  pageSize: 0,
  met: 0,
  invalid: 0,
  firstInvalid: null,
  total: null,
});

/** Starts a sync with a new pass, or resumes a failed one. Does nothing while one is running. */
export async function startSync(database: Database, organizationId: string): Promise<void> {
  const id = syncJobId(organizationId);
  const inState = (state: string) =>
    `exists (select from jobs where organization_id = $1 and id = $2 and state = '${state}')`;
  await transaction(database, async (client) => {
    const { rows } = await client.query<{ pass: number }>(
      `update replicas set problem = null, pass = pass + case when ${inState('failed')} then 0 else 1 end
       where organization_id = $1 and not ${inState('running')} returning pass`,
      [organizationId, id],
    );
    if (rows[0])
      await insertJob(client, syncType, {
        organizationId,
        id,
        input: {},
        requestedBy: requestedBySystem('Sync'),
        progress: firstProgress(rows[0].pass, new Date(), false),
      });
  });
}

/** Reads the list page by page. Contacts missing from two complete passes go to the trash. */
export function syncJob(database: Database, client: () => HttpClient, health: Health): JobKinds {
  return jobKind(syncType, {
    prepare: ({ job }) => requestPage(database, client(), health, job),
    run: recordPage,
    undo: async () => {
      throw new JobFailure('A sync cannot be undone.');
    },
  });
}

/**
 * Requests the next page of the list; an empty one if the service rejects its number, but not the first. @throws
 * JobFailure, whose reason is stored, also for an endless list.
 */
async function requestPage(
  database: Database,
  client: HttpClient,
  health: Health,
  job: SyncJob,
): Promise<Page> {
  const { page: last, met } = job.progress;
  const requestedAt = new Date();
  const page = last + 1;
  const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE_SIZE) });
  const result = await client.call('listContacts', { query });
  health.note(result);
  if (!result.ok) {
    // Some services reject pages past the end.
    if (page > 1 && [400, 404, 410, 416, 422].includes(result.error.status))
      return { number: page, requestedAt, contacts: [], invalid: [], total: null, isBehindEnd: true };
    const { code, status, message, retryAfter } = result.error;
    const retryAt = retryAfter && new Date(Date.now() + retryAfter * 1000).toISOString();
    const isFinal = code === 'BAD_RESPONSE' && status > 0 && status < 300;
    return fail(database, job, { message: `Page ${page} of its contacts: ${message}`, isFinal, retryAt });
  }
  const { data: contacts, meta, invalidItems = [] } = result;
  const invalid = invalidItems.map(
    ({ id, position, problem }) =>
      `${id ? `Contact ${id}` : `Contact ${position} on page ${page}`}: ${problem}`,
  );
  const total = meta.totalIsExact ? meta.total : null;
  if (page === 1 && contacts.length === 0 && invalid[0])
    return fail(database, job, { message: `None of its contacts can be used. ${invalid[0]}`, isFinal: true });
  if (page > MOST_PAGES || met > 2 * (total ?? Number.POSITIVE_INFINITY) + 10_000)
    return fail(database, job, { message: 'The list of its contacts does not end.', isFinal: true });
  return { number: page, requestedAt, contacts, invalid, total, isBehindEnd: false };
}

/** Fails the job and stores why. */
async function fail(
  database: Database,
  job: Job,
  problem: { message: string; isFinal: boolean; retryAt?: string | 0 },
): Promise<never> {
  await database.pool.query('update replicas set problem = $2 where organization_id = $1', [
    job.organizationId,
    JSON.stringify(problem),
  ]);
  throw new JobFailure(problem.message);
}

/**
 * Records a page. The pass ends at one without new contacts, or a short one if the total is reached. If a complete pass
 * lacks contacts, begins another one that confirms it; an incomplete one removes nothing.
 */
const recordPage: Work<object, SyncProgress, Page> = async ({ job, database, client, prepared }) => {
  const page = prepared;
  const before = job.progress;
  const { organizationId } = job;
  const { requestedAt, contacts, total } = page;
  const recorded = await recordContacts({ database, client }, organizationId, contacts, {
    requestedAt,
    pass: before.pass,
  });
  const invalid = [...page.invalid, ...recorded.invalid];
  const progress: SyncProgress = {
    ...before,
    page: before.page + 1,
    pageSize: before.pageSize || contacts.length + page.invalid.length,
    met: before.met + recorded.met,
    invalid: before.invalid + invalid.length,
    firstInvalid: before.firstInvalid ?? invalid[0] ?? null,
    total: page.isBehindEnd ? before.total : total,
  };
  const position = job.position + 1;
  const count = progress.met + progress.invalid;
  const isShort = contacts.length + page.invalid.length < (page.number === 1 ? PAGE_SIZE : progress.pageSize);
  const isComplete = progress.total === null || count >= progress.total;
  // Past the end, some lists start over or repeat their last page.
  const isEnd = recorded.met === 0 || (isShort && isComplete && progress.total !== null);
  if (!isEnd) return { position, progress, done: false };
  if (!isComplete) return { position, progress, done: true };
  const unmet = await completePass({ database, client }, organizationId, progress);
  if (unmet === 0 || before.confirms) return { position, progress, done: true };
  const { rows } = await client.query<{ pass: number }>(
    'update replicas set pass = pass + 1 where organization_id = $1 returning pass',
    [organizationId],
  );
  const next = firstProgress(rows[0]?.pass ?? 0, new Date(), true);
  return { position, progress: next, done: false };
};

/** Ends a complete pass: trashes contacts that it and the one before lack; returns how many live contacts this one lacks. */
async function completePass(
  where: { database: Database; client: PoolClient },
  organizationId: string,
  { pass, startedAt }: SyncProgress,
): Promise<number> {
  const { client } = where;
  const { rows } = await client.query<{ complete_pass: number | null }>(
    'select complete_pass from replicas where organization_id = $1 for update',
    [organizationId],
  );
  const earlier = rows[0]?.complete_pass ?? 0;
  const live = `from contacts c join replica_contacts m on m.organization_id = c.organization_id and m.contact_id = c.id
    where c.organization_id = $1 and c.deleted_at is null and m.last_seen_pass < $2`;
  for (;;) {
    const gone = await client.query<{ id: string }>(`select c.id ${live} limit ${AT_ONCE}`, [
      organizationId,
      earlier,
    ]);
    if (gone.rows.length === 0) break;
    await trashContacts(
      where,
      organizationId,
      gone.rows.map(({ id }) => id),
      SERVICE,
    );
  }
  await client.query('update replicas set complete_pass = $2, complete_at = $3 where organization_id = $1', [
    organizationId,
    pass,
    startedAt,
  ]);
  const { rows: unmet } = await client.query<{ count: number }>(`select count(*)::int as count ${live}`, [
    organizationId,
    pass,
  ]);
  return unmet[0]?.count ?? 0;
}
