import type { ContactRow } from '@/lib/contacts/contact-row';
import { segmentsOf } from '@/lib/contacts/decide';
import { type Kept, withKept } from '@/lib/contacts/kept-by-undo';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { Database } from '@/lib/database/database';
import { type BulkChangeInput, bulkChangeType } from '@/lib/jobs/bulk-change';
import { type Job, JobFailure, type JobKinds, jobKind } from '@/lib/jobs/job';
import type { RemoteError } from './client/api-error';
import { recordedBy } from './contact-store';
import { eachContact, type Parts, readById, type Sent } from './each-contact';
import { reasonOf } from './refused-change';

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
  /** What contacts had in the field that was set, by their ids. */
  field_changes: Record<string, string | null> | null;
  /** Contacts already deleted by this change. */
  deleted: string[];
}

type FieldValue = NonNullable<BulkChangeInput['set']>;

interface Outcome {
  changed: number;
  gone: number;
  undone: number;
  conflicts: number;
  failed: number;
  problem?: string;
  /** Contacts that an undo has left alone. */
  kept: Kept[];
}

type BulkJob = Job<BulkChangeInput, BulkChangeProgress>;

/**
 * Bulk changes at a connected service: one or two calls per contact. Each result is recorded immediately, so that a
 * retried piece continues where it stopped. Contacts that the service rejects are counted and skipped.
 */
export function remoteBulkChangeJob(parts: Parts): JobKinds {
  const advance = (job: BulkJob, position: number, outcome: Outcome, processed: number, done: boolean) => {
    const progress = { ...withKept(job.progress, outcome.kept) };
    progress.processed += processed;
    progress.problem ??= outcome.problem;
    for (const name of ['changed', 'gone', 'undone', 'conflicts', 'failed'] as const)
      progress[name] = (progress[name] ?? 0) + outcome[name];
    return { position, progress, done };
  };
  return jobKind(bulkChangeType, {
    async prepare({ job }) {
      const number = job.undo ? job.position : job.position + 1;
      const outcome: Outcome = { changed: 0, gone: 0, undone: 0, conflicts: 0, failed: 0, kept: [] };
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

const runPiece: Piece = async (parts, job, number, chunk, outcome) => {
  const { type, add, remove } = job.input;
  if (type === 'delete') {
    outcome.changed = chunk.deleted.length;
    const left = chunk.contact_ids.filter((id) => !chunk.deleted.includes(id));
    await eachContact(parts, job, left, {
      find: async () => null,
      decide: (id) => ({ delete: id }),
      async settle(_, __, sent) {
        if (sent?.ok) outcome.changed++;
        else if (sent?.error.code === 'NOT_FOUND') outcome.gone++;
        else if (sent) countRejection(outcome, sent.error);
      },
    });
    return;
  }
  if (job.input.set) return setField(parts, job, number, chunk, outcome);
  const recorded = new Set(chunk.segment_changes?.map(({ contact_id }) => contact_id));
  outcome.changed = recorded.size;
  const difference = (contact: ContactRow) => {
    const assigned = segmentsOf(contact);
    return {
      added: add.filter((id) => !assigned.includes(id)),
      removed: remove.filter((id) => assigned.includes(id)),
    };
  };
  const left = chunk.contact_ids.filter((id) => !recorded.has(id));
  await eachContact(parts, job, left, {
    find: (id) => readById(parts.database, job, id),
    decide(id, contact) {
      if (!contact) return null;
      const { added, removed } = difference(contact);
      if (added.length + removed.length === 0) return null;
      const kept = segmentsOf(contact).filter((one) => !removed.includes(one));
      return { update: id, body: { segmentIds: [...kept, ...added] } };
    },
    async settle(id, contact, sent) {
      if (!contact) outcome.gone++;
      else if (sent?.ok) {
        outcome.changed++;
        const record: SegmentRecord = { contact_id: id, ...difference(contact) };
        await parts.database.pool.query(
          `update bulk_change_chunks set changed_at = now(), segment_changes = coalesce(segment_changes, '[]') || $4::jsonb
           where organization_id = $1 and bulk_change_id = $2 and number = $3`,
          [job.organizationId, job.id, number, JSON.stringify([record])],
        );
      } else if (sent) countRejection(outcome, sent.error);
    },
  });
};

/** Sets a field, and keeps what each contact had. */
const setField: Piece = async (parts, job, number, chunk, outcome) => {
  const { field, value } = job.input.set as FieldValue;
  const recorded = Object.keys(chunk.field_changes ?? {});
  outcome.changed = recorded.length;
  const left = chunk.contact_ids.filter((id) => !recorded.includes(id));
  await eachContact(parts, job, left, {
    find: (id) => readById(parts.database, job, id),
    decide: (id, contact) =>
      contact && contact[field] !== value ? { update: id, body: { [field]: value } } : null,
    async settle(id, contact, sent) {
      if (!contact) outcome.gone++;
      else if (sent?.ok) {
        outcome.changed++;
        await parts.database.pool.query(
          `update bulk_change_chunks set field_changes = coalesce(field_changes, '{}') || $4::jsonb
           where organization_id = $1 and bulk_change_id = $2 and number = $3`,
          [job.organizationId, job.id, number, JSON.stringify({ [id]: contact[field] })],
        );
      } else if (sent) countRejection(outcome, sent.error);
    },
  });
};

/** Puts back what contacts had, where they still have what was set. */
const undoField: Piece = async (parts, job, _number, chunk, outcome) => {
  const { field, value } = job.input.set as FieldValue;
  await eachContact(parts, job, Object.entries(chunk.field_changes ?? {}), {
    find: ([id]) => readById(parts.database, job, id),
    decide: ([id, before], contact) =>
      contact?.[field] === value ? { update: id, body: { [field]: before } } : null,
    settle: ([id], contact, sent) => settleUndo(outcome, id, contact, sent),
  });
};

async function settleUndo(outcome: Outcome, id: string, contact: ContactRow | null, sent: Sent | null) {
  if (sent?.ok) outcome.undone++;
  else if (sent) countRejection(outcome, sent.error);
  else outcome.kept.push({ contactId: id, reason: contact ? 'edited' : 'deleted' });
}

const undoPiece: Piece = async (parts, job, number, chunk, outcome) => {
  if (job.input.type === 'delete') {
    const { count, conflicts, failed } = await parts.remote.restore(chunk.deleted, recordedBy(job));
    outcome.undone = count;
    const taken = [...new Set(conflicts.map(({ id }) => id))];
    outcome.conflicts = taken.length;
    outcome.kept = taken.map((contactId) => ({ contactId, reason: 'taken' }));
    for (const { error } of failed) countRejection(outcome, error);
    return;
  }
  if (job.input.set) return undoField(parts, job, number, chunk, outcome);
  await eachContact(parts, job, chunk.segment_changes ?? [], {
    find: ({ contact_id }) => readById(parts.database, job, contact_id),
    decide({ contact_id, added, removed }, contact) {
      if (!contact) return null;
      const kept = segmentsOf(contact).filter((id) => !added.includes(id));
      const segmentIds = [...kept, ...removed.filter((id) => !kept.includes(id))];
      return { update: contact_id, body: { segmentIds } };
    },
    settle: ({ contact_id }, contact, sent) => settleUndo(outcome, contact_id, contact, sent),
  });
};

/** Counts a rejected contact. @throws JobFailure if the service is unavailable. */
function countRejection(outcome: Outcome, error: RemoteError): void {
  const reason = reasonOf(error);
  outcome.failed++;
  outcome.problem ??= reason;
}

async function readChunk(database: Database, job: Job, number: number): Promise<Chunk> {
  const { rows } = await database.pool.query<Chunk>(
    `select contact_ids, segment_changes, field_changes, array(
       select c.id from unnest(b.contact_ids) g cross join lateral (
         select id, deletion_id, deleted_at from contacts where organization_id = $1 and id = g offset 0) c
       where c.deletion_id = $2 and c.deleted_at is not null) as deleted
     from bulk_change_chunks b where organization_id = $1 and bulk_change_id = $2 and number = $3`,
    [job.organizationId, job.id, number],
  );
  if (!rows[0]) throw new JobFailure('The list of its contacts is gone. Undo it, or start a new change.');
  return rows[0];
}
