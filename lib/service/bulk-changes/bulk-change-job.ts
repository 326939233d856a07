import { type Kept, reasonsFor, withKept } from '@/lib/contacts/kept-by-undo';
import { lockContacts, restoreContacts, trashContacts } from '@/lib/contacts/trash';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { type BulkChangeInput, bulkChangeType } from '@/lib/jobs/bulk-change';
import { type Job, JobFailure, jobKind, type Work } from '@/lib/jobs/job';
import { jobContext, requireToken } from '../job-context';
import { finishMerge, undoMerge } from '../segments/finish-merge';
import { eraseContacts } from '../trash/erase-contacts';
import { changeField, undoField } from './field-change';
import { changeSegments, type SegmentRecord, undoSegments } from './segment-changes';

interface Chunk {
  contact_ids: string[];
  changed_at: string | null;
  segment_changes: SegmentRecord[] | null;
  field_changes: Record<string, string | null> | null;
}

const readChunk = scoped<Chunk>(
  'read_bulk_change_chunk',
  `select contact_ids, changed_at, segment_changes, field_changes from bulk_change_chunks
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
const writeRecords = scoped(
  'write_segment_records',
  `update bulk_change_chunks set changed_at = $4, segment_changes = $5
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
const writeValues = scoped(
  'write_values_before',
  `update bulk_change_chunks set field_changes = $4
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
/** Leaves those in a chunk that the deletion moved to the trash: its undo tells what has become of each. */
const writeDeleted = scoped(
  'write_deleted_contacts',
  `update bulk_change_chunks b set contact_ids = array(
     select c.id from unnest(b.contact_ids) g cross join lateral (
       select id, deletion_id, deleted_at, merged_into from contacts where organization_id = $1 and id = g offset 0) c
     where c.deletion_id = $2 and c.deleted_at is not null and c.merged_into is null)
   where b.organization_id = $1 and b.bulk_change_id = $2 and b.number = $3`,
);
export const dropChunks = scoped(
  'drop_bulk_change_chunks',
  'delete from bulk_change_chunks where organization_id = $1 and bulk_change_id = $2',
);

type BulkWork = Work<BulkChangeInput, BulkChangeProgress>;

/** Changes the next chunk of contacts. */
const run: BulkWork = async (piece) => {
  const { job, context, input, progress } = await open(piece);
  const number = job.position + 1;
  let { total } = progress;
  if (input.merged && number > input.chunks) {
    const left = await finishMerge(context, { merged: input.merged, job });
    if (typeof left === 'boolean') return { position: job.position, progress, done: left };
    total += left;
  }
  const chunk = await chunkOf(context, job, number);
  const ids = chunk.contact_ids.sort();
  let [changed, gone] = [0, 0];
  if (input.type === 'delete') {
    changed = await trashContacts(context, ids, job.id);
    gone = ids.length - changed;
    if (gone > 0) await writeDeleted(context, job.id, number);
  } else if (input.type === 'purge') {
    changed = await eraseContacts(context, ids);
    gone = ids.length - changed;
  } else if (input.set) {
    const { found, before } = await changeField(context, ids, input.set);
    await writeValues(context, job.id, number, JSON.stringify(before));
    changed = Object.keys(before).length;
    gone = ids.length - found;
  } else {
    const done = await changeSegments(context, ids, input);
    await writeRecords(context, job.id, number, done.at, JSON.stringify(done.records));
    changed = done.records.length;
    gone = ids.length - done.found;
  }
  return {
    position: number,
    progress: {
      ...progress,
      total,
      processed: progress.processed + ids.length,
      changed: progress.changed + changed,
      gone: progress.gone + gone,
    },
    done: number === input.chunks && !input.merged,
  };
};

/** Undoes the latest chunk. Keeps later changes: contacts restored, segments assigned or removed since. */
const undo: BulkWork = async (piece) => {
  const { job, context, input, progress } = await open(piece);
  let result: { undone: number; kept: Kept[] } = { undone: 0, kept: [] };
  if (input.merged) await undoMerge(context, { merged: input.merged, job });
  if (job.position > 0) {
    const chunk = await chunkOf(context, job, job.position);
    if (input.type === 'delete') result = await undoDelete(context, chunk.contact_ids.sort(), job.id);
    else if (input.set) result = await undoField(context, chunk.field_changes ?? {}, input.set);
    else result = await undoSegments(context, chunk.segment_changes ?? [], chunk.changed_at);
  }
  const { undone, kept } = result;
  const position = Math.max(job.position - 1, 0);
  if (position === 0) await dropChunks(context, job.id);
  return {
    position,
    progress: {
      ...withKept(progress, kept),
      undone: progress.undone + undone,
      conflicts: progress.conflicts + kept.filter(({ reason }) => reason === 'taken').length,
    },
    done: position === 0,
  };
};

/** Restores those that are still in the trash by this deletion. */
async function undoDelete(context: RequestContext, ids: string[], deletionId: string) {
  const contacts = await lockContacts(context, ids);
  const left = new Set(contacts.flatMap((one) => (one.deletion_id === deletionId ? [one.id] : [])));
  const undone = await restoreContacts(context, [...left]);
  const all = undone === ids.length ? [] : await reasonsFor(context, ids, { here: 'restored', deletionId });
  const kept = all.filter(({ contactId, reason }) => reason !== 'restored' || !left.has(contactId));
  return { undone, kept };
}

export const bulkChangeJob = jobKind(bulkChangeType, { run, undo });

async function open({ job, database, client }: Parameters<BulkWork>[0]) {
  const context: RequestContext = { ...jobContext(database, job), client };
  await requireToken(context, job);
  return { job, context, input: job.input, progress: job.progress };
}

async function chunkOf(context: RequestContext, job: Job, number: number): Promise<Chunk> {
  const [chunk] = await readChunk(context, job.id, number);
  if (!chunk) throw new JobFailure('The list of its contacts is gone. Undo it, or start a new change.');
  return chunk;
}
