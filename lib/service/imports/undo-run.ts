import { type Assignment, allAssignments, type ContactRow } from '@/lib/contacts/contact-row';
import { type ContactRequest, changed, isChange } from '@/lib/contacts/decide';
import { keptReason } from '@/lib/contacts/kept-by-undo';
import { readContacts } from '@/lib/contacts/read';
import { lockContacts, trashContacts } from '@/lib/contacts/trash';
import { type Change, writeContacts } from '@/lib/contacts/write';
import { contactFields } from '@/lib/contract/contact';
import type { KeptReason } from '@/lib/contract/kept';
import { type RequestContext, scoped } from '@/lib/database/statement';
import type { RunInput, RunProgress } from '@/lib/jobs/import-run';
import type { Work } from '@/lib/jobs/job';
import { jobContext, requireToken } from '../job-context';
import { trashSegment } from '../segments/trash-segment';

const contactsOfPiece = scoped<{ contact_id: string; before: ContactRow | null }>(
  'imported_contacts_of_piece',
  `select contact_id, before from imported_contacts
   where organization_id = $1 and run_id = $2 and piece = $3 order by contact_id`,
);
const keptContacts = scoped<{ contact_id: string; reason: KeptReason | null }>(
  'kept_imported_contacts',
  `select c.contact_id, ${keptReason} as reason from imported_contacts c
     left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
   where c.organization_id = $1 and c.run_id = $2 and c.piece = $3`,
);
/** By the piece, so that no other is read. */
const forgetContacts = scoped(
  'forget_imported_contacts',
  'delete from imported_contacts where organization_id = $1 and run_id = $2 and piece = $3 and contact_id = any($4)',
);
const pieceBefore = scoped<{ piece: number }>(
  'imported_piece_before',
  `select coalesce(max(piece), 0) as piece from imported_contacts
   where organization_id = $1 and run_id = $2 and piece < $3`,
);
/** Ids tell the time, so those that the run made come after its own. Segments that referral codes assign are in use. */
const unusedSegments = scoped<{ id: string }>(
  'segments_of_import',
  `select s.id from segments s where s.organization_id = $1 and s.deleted_at is null and s.id > $2 and s.title = any($3)
     and coalesce((select sum(n.count) from contact_counts n where n.organization_id = $1 and n.counted_id = s.id), 0) = 0
     and not exists (select from referral_code_segments r where r.organization_id = $1 and r.segment_id = s.id)`,
);

/**
 * Undoes what the piece done last did first. Of contacts that are kept the record stays, so that they can be undone later.
 */
export const undoRun: Work<RunInput, RunProgress> = async ({ job, database, client }) => {
  const { importId, newSegments } = job.input;
  const context: RequestContext = { ...jobContext(database, job), client, importId };
  await requireToken(context, job);
  const progress = { ...job.progress };
  const records = await contactsOfPiece(context, job.id, job.position);
  const ids = records.map(({ contact_id }) => contact_id);
  await lockContacts(context, ids);
  const reasons = await keptContacts(context, job.id, job.position);
  const isKept = new Set(reasons.flatMap(({ contact_id, reason }) => (reason ? [contact_id] : [])));
  const { stored, clock } = await readContacts(context, restoring(records));
  const created: string[] = [];
  const changes: Change[] = [];
  for (const { contact_id, before } of records) {
    const contact = stored.contact(contact_id);
    if (!contact || isKept.has(contact_id)) continue;
    if (!before) created.push(contact_id);
    else {
      const fields = Object.fromEntries(contactFields.map((name) => [name, before[name]]));
      const wanted = new Map(allAssignments(before));
      const remove = (contact.segments ?? []).flatMap(([id]) => (wanted.has(id) ? [] : [id]));
      const add = [...wanted].filter(([id]): boolean => stored.segments.has(id)) as Assignment[];
      const decision = changed(contact, fields, { add, remove }, null, clock);
      const { after } = decision;
      if (isChange(decision) && after)
        changes.push({
          context,
          // A former address may be one that comes back.
          decision: { ...decision, after, reclaims: true },
          activityId: clock.nextId(),
          at: clock.now,
        });
    }
  }
  if (created.length > 0) await trashContacts(context, created, job.id);
  if (changes.length > 0 && (await writeContacts(context, changes)).size !== changes.length)
    throw new Error('Contacts that were locked have changed.');
  const undone = ids.filter((id) => !isKept.has(id));
  await forgetContacts(context, job.id, job.position, undone);
  progress.undone += undone.length;
  progress.kept += isKept.size;
  const position = (await pieceBefore(context, job.id, job.position))[0]?.piece ?? 0;
  if (position === 0 && newSegments.length > 0)
    for (const { id } of await unusedSegments(context, job.id, newSegments)) await trashSegment(context, id);
  return { position, progress, done: position === 0 };
};

/** Requests that lead to these contacts, and to the segments that they would get back. */
function restoring(records: { contact_id: string; before: ContactRow | null }[]): ContactRequest[] {
  return records.map(({ contact_id, before }) => ({
    id: contact_id,
    fields: {},
    segmentIds: before && allAssignments(before).map(([id]) => id),
  }));
}
