import type { PoolClient } from 'pg';
import { type BulkWriter, localWriter } from '@/lib/contacts/bulk-writer';
import type { Assignment, ContactRow } from '@/lib/contacts/contact-row';
import {
  type ContactRequest,
  type Decision,
  decideChange,
  isChange,
  missing,
  type StoredContacts,
} from '@/lib/contacts/decide';
import {
  type FieldChanges,
  fieldsAt,
  isFit,
  isSameValue,
  namedFields,
  toFieldKey,
} from '@/lib/contacts/field-values';
import { findKeptReasons, type StoredKept, withKept } from '@/lib/contacts/kept-by-undo';
import { lockContacts } from '@/lib/contacts/trash';
import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import type { SharedField } from '@/lib/contract/contact-fields';
import type { FieldValue } from '@/lib/contract/field';
import type { Database } from '@/lib/database/database';
import { parseTime, type RequestContext, scoped } from '@/lib/database/statement';
import { type Advance, JobFailure, type JobKinds, jobKind } from '@/lib/jobs/job';
import { type BulkChangeInput, bulkChangeType } from '../shared/bulk-change-type';
import { jobContext, requireToken } from '../shared/job-context';
import { eraseContacts } from '../trash/erase-contacts';
import {
  approvedVersions,
  type Chunk,
  type ChunkWork,
  dropChunks,
  loadChunk,
  type SegmentRecord,
} from './chunks';
import { runFieldDeletion } from './field-deletion';
import { finishSegmentMerge, undoSegmentMerge } from './finish-merge';
import { runTypeChange, undoTypeChange } from './type-change-job';

const addRecords = scoped(
  'add_bulk_change_records',
  `update bulk_change_chunks set changed_at = $4, segment_changes = coalesce(segment_changes || $5::jsonb, $5::jsonb, segment_changes),
     field_changes = coalesce(field_changes || $6::jsonb, $6::jsonb, field_changes)
   where organization_id = $1 and bulk_change_id = $2 and number = $3`,
);
/** Keeps only the contacts in a chunk that the deletion moved to the trash, because its undo reports on each. */
const writeDeleted = scoped(
  'write_deleted_contacts',
  `update bulk_change_chunks b set contact_ids = array(
     select c.id from unnest(b.contact_ids) g cross join lateral (
       select id, deletion_id, deleted_at, merged_into from contacts where organization_id = $1 and id = g offset 0) c
     where c.deletion_id = $2 and c.deleted_at is not null and c.merged_into is null)
   where b.organization_id = $1 and b.bulk_change_id = $2 and b.number = $3`,
);

const readVersions = scoped<{ id: string; version: number }>(
  'versions_of_contacts',
  'select id, version from contacts where organization_id = $1 and id = any($2::uuid[]) and deleted_at is null',
);

const MOVED = 'It has changed since this was approved.';

/** Locks contacts, and returns those that are as they were approved, and why each of the others is left alone. */
async function lockApproved(
  context: RequestContext,
  ids: string[],
  isApproved: ReturnType<typeof approvedVersions>,
) {
  await lockContacts(context, ids);
  const rows = await readVersions(context, ids);
  const approved = rows.flatMap(({ id, version }) => (isApproved(id, version) ? [id] : []));
  return { approved, moved: Array.from({ length: rows.length - approved.length }, () => MOVED) };
}

type SetField = NonNullable<BulkChangeInput['set']>['field'];

/** The value that a contact has in a field, `null` for none. */
function valueOf(contact: ContactRow | null, field: SetField): FieldValue | null {
  const key = toFieldKey(field);
  return (key === null ? contact?.[field as SharedField] : contact?.custom?.[key]) ?? null;
}

/** Gives a field a value, as decisions take it; nothing if the field is archived or no longer takes it. */
function toFieldChange(
  field: SetField,
  value: FieldValue | null,
  fields: StoredContacts['fields'],
): [Request['fields'], FieldChanges?] {
  const key = toFieldKey(field);
  if (key === null) return [{ [field]: value }];
  return fields.get(key)?.archived === false && isFit(fields, key, value) ? [{}, { [key]: value }] : [{}];
}

/** Names the own field of a change in a request, so that its definition is read. */
const namedField = (set: BulkChangeInput['set']) => {
  const key = set && toFieldKey(set.field);
  return key ? namedFields([key]) : undefined;
};

type Request = ContactRequest & { id: string };

/** Deletes, purges or changes the next chunk of contacts. After the last one, finishes a merge of segments. */
async function runChunk(work: ChunkWork): Promise<Advance<BulkChangeProgress>> {
  const { context, job, writer } = work;
  const { input, progress } = job;
  const number = job.position + 1;
  let { total } = progress;
  if (input.merged && number > input.chunks) {
    const left = await finishSegmentMerge(context, { merged: input.merged, job });
    if (typeof left === 'boolean') return { position: job.position, progress, done: left };
    total += left;
  }
  const chunk = await loadChunk(context, job, number);
  const isApproved = approvedVersions(chunk);
  const ids = chunk.contact_ids.sort();
  let [changed, gone, refused] = [0, 0, [] as string[]];
  if (input.type === 'delete') {
    const { approved, moved } = chunk.versions
      ? await lockApproved(context, ids, isApproved)
      : { approved: ids, moved: [] };
    ({ trashed: changed, refused } = await writer.trash(context, approved, job.id));
    refused.push(...moved);
    gone = ids.length - changed - refused.length;
    // A connected service gets the contacts that it refused again when the chunk is repeated.
    if (changed < ids.length && !writer.isRemote) await writeDeleted(context, job.id, number);
  } else if (input.type === 'purge') {
    changed = await eraseContacts(context, ids);
    gone = ids.length - changed;
  } else ({ changed, gone, refused } = await changeContacts(work, chunk, isApproved));
  const counted = {
    ...progress,
    total,
    processed: progress.processed + ids.length,
    changed: progress.changed + changed,
    gone: progress.gone + gone,
  };
  return {
    position: number,
    progress: withRefused(counted, refused),
    done: number === input.chunks && !input.merged,
  };
}

/**
 * Changes segments or a field of contacts, except those that an interrupted attempt has already changed. Records the
 * earlier state for the undo.
 */
async function changeContacts(
  { context, job, writer }: ChunkWork,
  { contact_ids, segment_changes, field_changes }: Chunk,
  isApproved: ReturnType<typeof approvedVersions>,
) {
  const { add, remove, set } = job.input;
  const recorded = segment_changes?.map((one) => one.contact_id) ?? Object.keys(field_changes ?? {});
  const done = new Set(recorded);
  const left = contact_ids.filter((id) => !done.has(id));
  const outcome = { changed: done.size, gone: 0, refused: [] as string[] };
  const moved = new Set<string>();
  let now = '';
  await writer.apply({
    context,
    requests: left.map((id): Request => ({ id, fields: {}, segmentIds: add, custom: namedField(set) })),
    decide(stored, requests, clock) {
      now = clock.now;
      // Segments deleted meanwhile cannot be added.
      const added = add.filter((id) => stored.takes(id)).map((id): Assignment => [id, now]);
      const [fields, own] = set ? toFieldChange(set.field, set.value, stored.fields) : [{}];
      if (set && !own && toFieldKey(set.field)) throw new JobFailure('The field no longer takes this value.');
      return requests.map(({ id }) => {
        const contact = stored.contact(id);
        if (contact && !isApproved(id, contact.version)) moved.add(id);
        if (!contact || moved.has(id)) return missing;
        return decideChange(contact, fields, { add: added, remove }, null, clock, own);
      });
    },
    async settle(settled) {
      outcome.refused.push(...settled.flatMap(({ refused }) => refused ?? []));
      const decisions = settled.flatMap(({ decision }) => decision ?? []);
      outcome.gone += decisions.filter(({ outcome }) => outcome === 'missing').length;
      const changes = decisions.filter(isChange);
      outcome.changed += changes.length;
      // An erasure finds changes of a field by their values, so store even an empty set.
      if (changes.length === 0 && !set) return;
      const segments = changes.map(({ before, added, removed }): SegmentRecord => {
        const times = new Map(before?.segments);
        const removedAt = removed.map((id) => times.get(id) ?? now);
        return { contact_id: before?.id ?? '', added, removed, removed_at: removedAt };
      });
      const values =
        set && Object.fromEntries(changes.map(({ before }) => [before?.id, valueOf(before, set.field)]));
      const records = [set ? null : segments, values].map((one) => (one ? JSON.stringify(one) : null));
      await addRecords(context, job.id, job.position + 1, now, ...records);
    },
  });
  outcome.gone -= moved.size;
  outcome.refused.push(...[...moved].map(() => MOVED));
  return outcome;
}

/**
 * Undoes the latest chunk, and the end of a merge of segments. Keeps later changes: contacts restored, segments assigned or
 * removed since.
 */
async function undoChunk(work: ChunkWork): Promise<Advance<BulkChangeProgress>> {
  const { context, job, writer } = work;
  const { input, progress } = job;
  let result = { undone: 0, kept: [] as StoredKept[], refused: [] as string[] };
  if (input.merged) await undoSegmentMerge(context, { merged: input.merged, job });
  if (job.position > 0) {
    const chunk = await loadChunk(context, job, job.position);
    result =
      input.type === 'delete'
        ? await writer.restore(context, chunk.contact_ids, job.id)
        : await revert(work, chunk);
  }
  const { undone, kept, refused } = result;
  const counted = {
    ...withKept(progress, kept),
    undone: progress.undone + undone,
    conflicts: progress.conflicts + kept.filter(({ reason }) => reason === 'taken').length,
  };
  const position = Math.max(job.position - 1, 0);
  return { position, progress: withRefused(counted, refused), done: position === 0 };
}

/** Reverts segments and values that are still as the change set them. Other contacts are kept, with the reason. */
async function revert({ context, job, writer }: ChunkWork, chunk: Chunk) {
  const { set } = job.input;
  const records = new Map((chunk.segment_changes ?? []).map((one) => [one.contact_id, one]));
  const values = chunk.field_changes ?? {};
  const requests = [...records.keys(), ...Object.keys(values)].sort().map(
    (id): Request => ({
      id,
      fields: {},
      segmentIds: records.get(id)?.removed,
      custom: namedField(set),
    }),
  );
  // A repeated remote chunk finds contacts that are already reverted.
  const isBack = ({ before }: Decision) =>
    writer.isRemote &&
    before !== null &&
    (!set || isSameValue(valueOf(before, set.field), values[before.id] ?? null));
  const outcome = { undone: 0, refused: [] as string[] };
  const kept: string[] = [];
  await writer.apply({
    context,
    requests,
    decide: (stored, some, clock) =>
      some.map(({ id }) => {
        const { added = [], removed = [], removed_at: at } = records.get(id) ?? {};
        const contact = stored.contact(id);
        if (!contact) return missing;
        const times = new Map(contact.segments);
        // A connected service sets its own times of assignment.
        const remove = added.filter((one) => writer.isRemote || times.get(one) === chunk.changed_at);
        const add = removed
          .map((one, index): Assignment => [one, at?.[index] ? parseTime(at[index]) : clock.now])
          .filter(([one]) => stored.takes(one));
        const isSet = set && isSameValue(valueOf(contact, set.field), set.value);
        const there = fieldsAt(stored.fields, chunk.changed_at ?? clock.now);
        const [fields, own] = isSet ? toFieldChange(set.field, values[id] ?? null, there) : [{}];
        return decideChange(contact, fields, { add, remove }, null, clock, own);
      }),
    async settle(settled) {
      for (const { index, decision, refused } of settled)
        if (refused !== undefined) outcome.refused.push(refused);
        else if (isChange(decision) || isBack(decision)) outcome.undone++;
        else kept.push(requests[index]?.id ?? '');
    },
  });
  return { ...outcome, kept: await findKeptReasons(context, kept, { here: 'edited' }) };
}

/** Makes bulk changes, and undoes them, chunk by chunk. @param writer Changes the contacts. */
export function bulkChangeJob(writer: BulkWriter = localWriter): JobKinds {
  /** Runs or undoes a chunk, if the token that started the change is still usable. */
  const work = async (job: ChunkWork['job'], database: Database, client?: PoolClient) => {
    const context: RequestContext = { ...jobContext(database, job), client };
    await requireToken(context, job);
    const { field, retype } = job.input;
    if (field && retype)
      return (job.undo ? undoTypeChange : runTypeChange)({ context, job, writer, field, retype });
    if (field) return runFieldDeletion({ context, job, writer, field });
    return (job.undo ? undoChunk : runChunk)({ context, job, writer });
  };
  return jobKind<BulkChangeInput, BulkChangeProgress, Advance<BulkChangeProgress> | null>(bulkChangeType, {
    // An erasure only changes this database.
    prepare: async ({ job, database }) =>
      writer.isRemote && job.input.type !== 'purge' ? work(job, database) : null,
    run: async ({ job, database, client, prepared }) => prepared ?? work(job, database, client),
    /** Undoes a chunk; after the last one, forgets the contacts of the change. */
    async undo({ job, database, client, prepared }) {
      const next = prepared ?? (await work(job, database, client));
      if (next.done) await dropChunks({ ...jobContext(database, job), client }, job.id);
      return next;
    },
  });
}

/** Counts contacts that a connected service refused to change, and keeps the first reason. */
const withRefused = (progress: BulkChangeProgress, [first, ...others]: string[]): BulkChangeProgress => {
  const { failed = 0, problem = first } = progress;
  return first === undefined ? progress : { ...progress, failed: failed + 1 + others.length, problem };
};
