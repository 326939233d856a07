import type { Pool, PoolClient } from 'pg';
import type { Database } from '@/lib/database/database';
import type { Advance, Job, JobType, RequestedBy } from './job';

/** A runner that is alive renews its lease several times within this time. */
const LEASE_SECONDS = 8;
const NOW = "date_trunc('milliseconds', clock_timestamp())";
/** In whole milliseconds, like the column, which would round up: a lease that ends too late counts as over. */
const LEASED_UNTIL = `${NOW} + interval '${LEASE_SECONDS} seconds'`;

interface NewJob<Input, Progress>
  extends Pick<Job<Input, Progress>, 'organizationId' | 'id' | 'input' | 'progress'> {
  requestedBy: RequestedBy;
  /** Finds this job when its creation is repeated (`findByKey`). */
  key?: { idempotencyKey: string; bodyDigest: Buffer } | null;
  isDone?: boolean;
}

/**
 * Creates a job that is due at once, or is finished (`isDone`). If the id exists, a finished or cancelled job restarts, a
 * failed one resumes where it failed, and a running one is left alone. Each keeps its first `input`.
 */
export async function insertJob<Input, Progress extends object>(
  client: Pick<Pool | PoolClient, 'query'>,
  { name }: JobType<Input, Progress>,
  { organizationId, id, input, progress, requestedBy, key, isDone = false }: NewJob<Input, Progress>,
): Promise<void> {
  await client.query({
    name: 'insert_job',
    text: `insert into jobs as j (organization_id, id, kind, input, state, progress, created_by, requested_by, token_id,
        idempotency_key, body_digest, due_at, created_at, updated_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now, now, now from ${NOW} now
      on conflict (organization_id, id) do update set state = excluded.state, undo = false, attempts = 0, error = null,
        lease_holder = null, due_at = excluded.due_at, updated_at = excluded.updated_at,
        position = case j.state when 'failed' then j.position else 0 end,
        progress = case j.state when 'failed' then j.progress else excluded.progress end
      where j.state <> 'running'`,
    values: [
      organizationId,
      id,
      name,
      JSON.stringify(input),
      isDone ? 'finished' : 'running',
      JSON.stringify(progress),
      JSON.stringify(requestedBy.actor),
      JSON.stringify(requestedBy),
      requestedBy.tokenId,
      key?.idempotencyKey ?? null,
      key?.bodyDigest ?? null,
    ],
  });
}

const IN_ORDER = `not exists (select from jobs e where e.organization_id = j.organization_id and e.state = 'running'
  and e.kind = j.kind and (e.due_at, e.id) < (j.due_at, j.id))`;

/** An `updated_at` in the future means that the server's clock was set back: the job is due at once. */
const IS_DUE = '(j.due_at <= clock_timestamp() or j.updated_at > clock_timestamp())';
const LEASE_IS_OVER = `j.lease_until not between clock_timestamp() and ${LEASED_UNTIL}`;

/**
 * Leases the next due job to `holder`; `null` if there is none. Organizations take turns (`served`: least recently first).
 * Jobs of a kind run in order; with `busy`, in parallel to those jobs and for other organizations than those.
 */
export async function leaseNext(
  database: Database,
  holder: string,
  kinds: string[],
  served: string[],
  busy?: { jobs: string[]; organizations: string[] },
): Promise<Job | null> {
  const { rows } = await database.pool.query<Job>({
    name: busy ? 'lease_parallel_job' : 'lease_job',
    text: `update jobs set lease_holder = $1, lease_until = ${LEASED_UNTIL}
      where (organization_id, id) = (
        select j.organization_id, j.id from jobs j
        where j.state = 'running' and j.kind = any($2) and ${IS_DUE}
          and (j.lease_holder is null or j.lease_holder = $1 or ${LEASE_IS_OVER})
          and ${busy ? 'j.id <> all($4) and j.organization_id <> all($5::uuid[])' : IN_ORDER}
        order by array_position($3::uuid[], j.organization_id) nulls first, j.due_at, j.id
        limit 1 for update skip locked)
      returning organization_id as "organizationId", id, kind, input, undo, position, progress, requested_by as "requestedBy", attempts`,
    values: [holder, kinds, served, ...(busy ? [busy.jobs, busy.organizations] : [])],
  });
  return rows[0] ?? null;
}

/** Matches the job unless it was cancelled, restarted or taken over since it was leased. */
const HOLDS_LEASE_SQL = `organization_id = $1 and id = $2 and lease_holder = $3 and position = $4 and undo = $5 and state = 'running'`;
/** The values of `HOLDS_LEASE_SQL`, `$1` to `$5`. */
const leaseParameters = (job: Job, holder: string) => [
  job.organizationId,
  job.id,
  holder,
  job.position,
  job.undo,
];

/** Advances the job, as the last statement of a chunk, so that the chunk happens exactly once. If `false`, roll back. */
export async function advance(client: PoolClient, job: Job, holder: string, next: Advance): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'advance_job',
    text: `update jobs set position = $6, progress = $7, attempts = 0, error = null, updated_at = ${NOW},
        state = case when $8 then 'finished' else state end, lease_until = ${LEASED_UNTIL}
      where ${HOLDS_LEASE_SQL}`,
    values: [...leaseParameters(job, holder), next.position, JSON.stringify(next.progress), next.done],
  });
  return rowCount === 1;
}

/** Prolongs the lease; does nothing if it was lost. */
export async function renewLease(database: Database, job: Job, holder: string): Promise<void> {
  await database.pool.query({
    text: `update jobs set lease_until = ${LEASED_UNTIL} where ${HOLDS_LEASE_SQL}`,
    values: leaseParameters(job, holder),
  });
}

/**
 * Postpones a chunk by `pause` milliseconds, with `error` as the reason, and gives up the lease; does nothing if it was
 * lost. A failure counts; the last one fails the job.
 */
export async function reschedule(
  database: Database,
  job: Job,
  holder: string,
  { error, pause, failure }: { error: string | null; pause: number; failure?: 'retried' | 'last' },
): Promise<void> {
  await database.pool.query({
    text: `update jobs set attempts = attempts + $8, error = $6, updated_at = ${NOW}, lease_holder = null,
        state = case when $9 then 'failed' else state end, due_at = clock_timestamp() + $7 * interval '1 millisecond'
      where ${HOLDS_LEASE_SQL}`,
    values: [...leaseParameters(job, holder), error, pause, failure ? 1 : 0, failure === 'last'],
  });
}

/** Releases the leases of `holder`, or all leases (`null`) of a database that only this process uses. */
export async function releaseLeases(database: Database, holder: string | null): Promise<void> {
  const text =
    "update jobs set lease_holder = null where state = 'running' and lease_holder = coalesce($1, lease_holder)";
  await database.pool.query({ text, values: [holder] });
}

/**
 * Resumes a cancelled or failed job, or starts its undo in any state, or resumes it. Returns whether the state allowed it.
 *
 * @param again Where to start a finished undo once more.
 */
export async function startJob(
  database: Database,
  { organizationId, id, undo, requestedBy }: Pick<Job, 'organizationId' | 'id' | 'undo' | 'requestedBy'>,
  again?: { position: number; progress: object },
): Promise<boolean> {
  const { rowCount } = await database.pool.query({
    text: `update jobs set state = 'running', undo = $3, requested_by = $4, lease_holder = null, attempts = 0, error = null,
        due_at = ${NOW}, updated_at = ${NOW}, position = coalesce($5, position), progress = coalesce($6, progress)
      where organization_id = $1 and id = $2
        and case when $5::integer is not null then undo and state = 'finished'
          when $3 then not undo or state in ('cancelled', 'failed')
          else not undo and state in ('cancelled', 'failed') end`,
    values: [
      organizationId,
      id,
      undo,
      JSON.stringify(requestedBy),
      again?.position ?? null,
      again ? JSON.stringify(again.progress) : null,
    ],
  });
  return rowCount === 1;
}

/** Cancels a running job; its current chunk is rolled back. */
export async function cancelJob(database: Database, organizationId: string, id: string): Promise<void> {
  await database.pool.query({
    text: `update jobs set state = 'cancelled', lease_holder = null, error = null, updated_at = ${NOW}
      where organization_id = $1 and id = $2 and state = 'running'`,
    values: [organizationId, id],
  });
}

export const KEY_HOURS = 24;

/** Finds the job created with an idempotency key, and whether its body was the same. Clears the key if it has expired. */
export async function findByKey(
  database: Database,
  key: { organizationId: string; tokenId: string; idempotencyKey: string; bodyDigest: Buffer },
): Promise<{ id: string; isSame: boolean } | null> {
  const values = [key.organizationId, key.tokenId, key.idempotencyKey];
  const where = 'organization_id = $1 and token_id = $2 and idempotency_key = $3';
  const old = `created_at <= clock_timestamp() - interval '${KEY_HOURS} hours'`;
  const { rows } = await database.pool.query<{ id: string; body_digest: Buffer; old: boolean }>({
    name: 'find_job_by_key',
    text: `select id, body_digest, ${old} as old from jobs where ${where}`,
    values,
  });
  const [row] = rows;
  if (!row) return null;
  if (!row.old) return { id: row.id, isSame: key.bodyDigest.equals(row.body_digest) };
  await database.pool.query({
    text: `update jobs set idempotency_key = null where ${where} and ${old}`,
    values,
  });
  return null;
}
