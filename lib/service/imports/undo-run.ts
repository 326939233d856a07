import type { BulkWriter } from '@/lib/contacts/bulk-writer';
import { allAssignments, type ContactRow } from '@/lib/contacts/contact-row';
import { type Decision, decideChange, decideMark, missing, segmentIdsOf } from '@/lib/contacts/decide';
import {
  allFieldValues,
  changesBack,
  fieldsAt,
  fitFieldValues,
  namedFields,
  splitFieldValues,
} from '@/lib/contacts/field-values';
import { keptReasonSql } from '@/lib/contacts/kept-by-undo';
import { removeImportedNotes } from '@/lib/contacts/notes';
import { contactFields } from '@/lib/contract/contact-fields';
import { type RequestContext, scoped } from '@/lib/database/statement';
import type { Advance, Job } from '@/lib/jobs/job';
import { trashSegment } from '../segments/trash-segment';
import type { RunInput, RunProgress } from './import-run';

const contactsOfChunk = scoped<{ contact_id: string; before: ContactRow | null }>(
  'imported_contacts_of_chunk',
  `select contact_id, before from imported_contacts
   where organization_id = $1 and run_id = $2 and chunk = $3 order by contact_id`,
);
const keptContacts = scoped<{ contact_id: string }>(
  'kept_imported_contacts',
  `select c.contact_id from imported_contacts c
     left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
   where c.organization_id = $1 and c.run_id = $2 and c.chunk = $3 and c.contact_id = any($4) and ${keptReasonSql} is not null`,
);
/** Tells of contacts as changed since. */
const keepContacts = scoped(
  'keep_imported_contacts',
  'update imported_contacts set kept = true where organization_id = $1 and run_id = $2 and chunk = $3 and contact_id = any($4)',
);
/** The chunk in the condition keeps other chunks from being read. */
const forgetContacts = scoped(
  'forget_imported_contacts',
  'delete from imported_contacts where organization_id = $1 and run_id = $2 and chunk = $3 and contact_id = any($4)',
);
const chunkBefore = scoped<{ chunk: number }>(
  'imported_chunk_before',
  `select coalesce(max(chunk), 0) as chunk from imported_contacts
   where organization_id = $1 and run_id = $2 and chunk < coalesce($3::integer, 2147483647)`,
);
/** Unused segments that the run created: their ids, which are ordered by time, come after its own. */
const unusedSegments = scoped<{ id: string }>(
  'segments_of_import',
  `select s.id from segments s where s.organization_id = $1 and s.deleted_at is null and s.id > $2 and s.title = any($3)
     and coalesce((select sum(n.count) from contact_counts n where n.organization_id = $1 and n.scope_id = s.id), 0) = 0
     and not exists (select from referral_code_segments r where r.organization_id = $1 and r.segment_id = s.id)`,
);

export interface Chunk {
  context: RequestContext;
  job: Job<RunInput, RunProgress>;
  writer: BulkWriter;
}

/**
 * Undoes the latest chunk: trashes created contacts and gives others their values back. Records of kept contacts stay, so
 * that they can be undone later. After the first chunk of the run, trashes unused segments that it created.
 */
export async function undoRun({ context, job, writer }: Chunk): Promise<Advance<RunProgress>> {
  const progress = { ...job.progress };
  // Begin with the last chunk that has contacts: one cancelled at a connected service has some, but was not counted.
  const isFirst = progress.undone + progress.kept === 0;
  const [last] = isFirst ? await chunkBefore(context, job.id, null) : [];
  const number = last?.chunk ?? job.position;
  const records = await contactsOfChunk(context, job.id, number);
  const former = new Map(records.map(({ contact_id, before }) => [contact_id, before]));
  const kept = new Set<string>();
  const unfit: string[] = [];
  await writer.apply({
    context,
    requests: records.map(({ contact_id, before }) => ({
      id: contact_id,
      fields: {},
      segmentIds: before && allAssignments(before).map(([id]) => id),
      custom: before ? namedFields(Object.keys(allFieldValues(before) ?? {})) : undefined,
    })),
    /** Decides the undo of each contact: kept, to the trash, or its former values. */
    async decide(stored, requests, clock) {
      const ids = requests.map(({ id }) => id);
      for (const one of await keptContacts(context, job.id, number, ids)) kept.add(one.contact_id);
      return ids.map((id): Decision => {
        const contact = stored.contact(id);
        if (!contact || kept.has(id)) return missing;
        const before = former.get(id);
        if (!before) return { ...missing, before: contact, deletionId: job.id };
        const fields = Object.fromEntries(contactFields.map((name) => [name, before[name]]));
        const isHidden = (key: string) => Object.hasOwn(contact.hiddenCustom ?? {}, key);
        const wanted = new Map(allAssignments(before));
        const remove = segmentIdsOf(contact).filter((segmentId) => !wanted.has(segmentId));
        const add = [...wanted].filter(([segmentId]) => stored.takes(segmentId));
        const own = allFieldValues(contact);
        const there = fieldsAt(stored.fields, before.updated_at);
        const { fit, lost } = fitFieldValues(there, allFieldValues(before));
        if (lost.length > 0) {
          kept.add(id);
          unfit.push(id);
          return missing;
        }
        const isNewer = (key: string) => stored.fields.has(key) && !there.has(key);
        const stays = Object.entries(own ?? {}).filter(([key]) => isNewer(key));
        const changes = changesBack(own, { ...fit, ...Object.fromEntries(stays) });
        // Values of fields that were archived since come back, too.
        const all = contact.hiddenCustom ? { ...contact, custom: own, hiddenCustom: null } : contact;
        const { after, ...decision } = decideChange(all, fields, { add, remove }, null, clock, changes);
        const shown = after && contact.hiddenCustom ? splitFieldValues(after.custom ?? null, isHidden) : {};
        // An address that comes back may now be a former one.
        const undone = {
          ...decision,
          before: contact,
          after: after && { ...after, ...shown },
          reclaims: true,
        };
        // An address that comes back gets the mark that the contact has by now.
        return decideMark(stored, undone, clock);
      });
    },
    /** Counts contacts undone and kept, and forgets the records of those undone. */
    async settle(settled) {
      const ids = settled.map(({ index }) => records[index]?.contact_id ?? '');
      for (const [place, { refused }] of settled.entries())
        if (refused !== undefined) kept.add(ids[place] as string);
      const undone = ids.filter((id) => !kept.has(id));
      progress.undone += undone.length;
      progress.kept += ids.length - undone.length;
      if (unfit.length > 0) await keepContacts(context, job.id, number, unfit);
      if (undone.length === 0) return;
      await forgetContacts(context, job.id, number, undone);
      if (job.input.settings.targets.includes('note')) await removeImportedNotes(context, job.id, undone);
    },
  });
  const position = (await chunkBefore(context, job.id, number))[0]?.chunk ?? 0;
  const { newSegments } = job.input;
  if (position === 0 && newSegments.length > 0)
    for (const { id } of await unusedSegments(context, job.id, newSegments)) await trashSegment(context, id);
  return { position, progress, done: position === 0 };
}
