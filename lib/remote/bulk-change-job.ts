import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { Database } from '@/lib/database/database';
import { type BulkChangeInput, bulkChangeType } from '@/lib/jobs/bulk-change';
import { type Job, JobFailure, type JobKinds, jobKind } from '@/lib/jobs/job';
import type { RemoteError } from './client/api-error';
import { recordedBy } from './contact-store';
import { reasonOf } from './refused-change';
import { inParallel, type Remote } from './remote';

/** Contacts per piece; few, so that progress is visible. */
export const CONTACTS_A_PIECE = 20;

/** Segments a piece added to and removed from a contact. */
interface SegmentRecord {
  contact_id: string;
  added: string[];
  removed: string[];
}

interface Chunk {
  contact_ids: string[];
  segment_changes: SegmentRecord[] | null;
  /** Contacts already deleted by this change. */
  deleted: string[];
}

interface Outcome {
  changed: number;
  gone: number;
  undone: number;
  conflicts: number;
  failed: number;
  problem?: string;
}

type BulkJob = Job<BulkChangeInput, BulkChangeProgress>;

interface Parts {
  database: Database;
  remote: Remote;
}

/**
 * Bulk changes at a connected service: one or two calls per contact. Each result is recorded immediately, so that a
 * retried piece continues where it stopped. Contacts that the service rejects are counted and skipped.
 */
export function remoteBulkChangeJob(parts: Parts): JobKinds {
  const advance = (job: BulkJob, position: number, outcome: Outcome, processed: number, done: boolean) => {
    const progress = { ...job.progress };
    progress.processed += processed;
    progress.problem ??= outcome.problem;
    for (const name of ['changed', 'gone', 'undone', 'conflicts', 'failed'] as const)
      progress[name] = (progress[name] ?? 0) + outcome[name];
    return { position, progress, done };
  };
  return jobKind(bulkChangeType, {
    async prepare({ job }) {
      const number = job.undo ? job.position : job.position + 1;
      const outcome: Outcome = { changed: 0, gone: 0, undone: 0, conflicts: 0, failed: 0 };
      if (number === 0) return { outcome, size: 0 };
      const chunk = await readChunk(parts.database, job, number);
      await (job.undo ? undoPiece : runPiece)(parts, job, number, chunk, outcome);
      return { outcome, size: chunk.contact_ids.length };
    },
    async run({ job, prepared }) {
      const { outcome, size } = prepared;
      const position = job.position + 1;
      return advance(job, position, outcome, size, position === job.input.chunks);
    },
    async undo({ job, client, prepared }) {
      const { outcome } = prepared;
      const position = Math.max(job.position - 1, 0);
      if (position === 0)
        await client.query(
          'delete from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2',
          [job.organizationId, job.id],
        );
      return advance(job, position, outcome, 0, position === 0);
    },
  });
}

type Piece = (parts: Parts, job: BulkJob, number: number, chunk: Chunk, outcome: Outcome) => Promise<void>;

const runPiece: Piece = async ({ database, remote }, job, number, chunk, outcome) => {
  const { type, add, remove } = job.input;
  if (type === 'delete') {
    outcome.changed = chunk.deleted.length;
    const left = chunk.contact_ids.filter((id) => !chunk.deleted.includes(id));
    await forEach(left, outcome, async (id) => {
      const { result, isDone } = await remote.delete(id, recordedBy(job), job.id);
      if (isDone) outcome.changed++;
      else if (!result.ok && result.error.code === 'NOT_FOUND') outcome.gone++;
      else return result;
    });
    return;
  }
  const recorded = new Set(chunk.segment_changes?.map(({ contact_id }) => contact_id));
  outcome.changed = recorded.size;
  const left = chunk.contact_ids.filter((id) => !recorded.has(id));
  await forEach(left, outcome, async (id) => {
    const latest = await segmentsOf(database, remote, job, id);
    if ('ok' in latest) return latest;
    if (!latest.segmentIds) {
      outcome.gone++;
      return;
    }
    const { segmentIds } = latest;
    const added = add.filter((one) => !segmentIds.includes(one));
    const removed = remove.filter((one) => segmentIds.includes(one));
    if (added.length + removed.length === 0) return;
    const wanted = [...segmentIds.filter((one) => !removed.includes(one)), ...added];
    const result = await remote.update(id, { segmentIds: wanted }, recordedBy(job));
    if (!result.ok) return result;
    outcome.changed++;
    const record: SegmentRecord = { contact_id: id, added, removed };
    await database.pool.query(
      `update bulk_change_chunks set changed_at = now(), segment_changes = coalesce(segment_changes, '[]') || $4::jsonb
       where organization_id = $1 and bulk_change_id = $2 and number = $3`,
      [job.organizationId, job.id, number, JSON.stringify([record])],
    );
  });
};

const undoPiece: Piece = async ({ database, remote }, job, _number, chunk, outcome) => {
  const { type } = job.input;
  if (type === 'delete') {
    const { count, conflicts, failed } = await remote.restore(chunk.deleted, recordedBy(job));
    outcome.undone = count;
    outcome.conflicts = new Set(conflicts.map(({ id }) => id)).size;
    for (const { error } of failed) countRejection(outcome, error);
    return;
  }
  await forEach(chunk.segment_changes ?? [], outcome, async ({ contact_id, added, removed }) => {
    const latest = await segmentsOf(database, remote, job, contact_id);
    if ('ok' in latest) return latest;
    if (!latest.segmentIds) return;
    const kept = latest.segmentIds.filter((one) => !added.includes(one));
    const segmentIds = [...kept, ...removed.filter((one) => !kept.includes(one))];
    const result = await remote.update(contact_id, { segmentIds }, recordedBy(job));
    if (!result.ok) return result;
    outcome.undone++;
  });
};

/** A contact's segments, from the service if possible, else from the replica; `null` if the contact is gone. */
async function segmentsOf(
  database: Database,
  remote: Remote,
  job: Job,
  id: string,
): Promise<{ segmentIds: string[] | null } | { ok: false; error: RemoteError }> {
  if (remote.canGet) {
    const result = await remote.get(id);
    if (result.ok) return { segmentIds: result.data.segments.map(({ segmentId }) => segmentId) };
    return result.error.code === 'NOT_FOUND' ? { segmentIds: null } : result;
  }
  const { rows } = await database.pool.query<{ ids: string[] }>(
    `select array(select segment_id::text from contact_segments s where s.organization_id = $1 and s.contact_id = c.id
       order by assigned_at, segment_id) as ids
     from contacts c where c.organization_id = $1 and c.id = $2 and c.deleted_at is null`,
    [job.organizationId, id],
  );
  return { segmentIds: rows[0]?.ids ?? null };
}

/** Processes items in parallel. Fails the job if the service is unavailable, after calls in flight have finished. */
async function forEach<T>(
  items: readonly T[],
  outcome: Outcome,
  work: (item: T) => Promise<{ ok: boolean; error?: RemoteError } | void>,
): Promise<void> {
  let stop: unknown;
  await inParallel(items, async (item) => {
    if (stop) return;
    const result = await work(item);
    if (!result || result.ok || !result.error) return;
    try {
      countRejection(outcome, result.error);
    } catch (cause) {
      stop ??= cause;
    }
  });
  if (stop) throw stop;
}

/** Counts a rejected contact. @throws JobFailure if the service is unavailable. */
function countRejection(outcome: Outcome, error: RemoteError): void {
  const reason = reasonOf(error);
  outcome.failed++;
  outcome.problem ??= reason;
}

async function readChunk(database: Database, job: Job, number: number): Promise<Chunk> {
  const { rows } = await database.pool.query<Chunk>(
    `select contact_ids, segment_changes, array(
       select c.id from unnest(b.contact_ids) g cross join lateral (
         select id, organization_id, deletion_id, deleted_at from contacts where id = g offset 0) c
       where c.organization_id = $1 and c.deletion_id = $2 and c.deleted_at is not null) as deleted
     from bulk_change_chunks b where organization_id = $1 and bulk_change_id = $2 and number = $3`,
    [job.organizationId, job.id, number],
  );
  if (!rows[0]) throw new JobFailure('The list of its contacts is gone. Undo it, or start a new change.');
  return rows[0];
}
