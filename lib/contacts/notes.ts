import type { Note } from '@/lib/contract/note';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { actorSql, recordActivity } from './activity';
import { type ContactRow, contactColumnsSql, toContact } from './contact-row';
import { recordsetSql } from './write';

const columns = `n.id, n.contact_id as "contactId", n.text, ${actorSql('n.author', 'n.author_name')} as author,
  n.created_at as "createdAt"`;

/** Reads a live contact and keeps it out of the trash until the transaction ends. */
const lockContact = scoped<ContactRow>(
  'lock_contact_of_note',
  `select ${contactColumnsSql} from contacts c
   where c.organization_id = $1 and c.id = $2 and c.deleted_at is null for key share of c`,
);
/** Up to `$4` notes about a contact with ids below `$3`, latest first. */
export const readNotes = scoped<Note>(
  'list_notes',
  `select ${columns} from (select * from notes where organization_id = $1 and contact_id = $2 offset 0) n
   where n.id < $3 order by n.id desc limit $4`,
);
const find = scoped<{ contact_id: string }>(
  'find_note',
  'select contact_id from notes where organization_id = $1 and id = $2',
);
const insert = scoped<Note>(
  'insert_note',
  `insert into notes as n (organization_id, id, contact_id, text, author_kind, author_id, author_name, created_at)
   select $1, uuid_of(clock_timestamp()), $2, $3, $4, $5, $6, date_trunc('milliseconds', clock_timestamp())
   returning ${columns}`,
);
const remove = scoped<Note>(
  'delete_note',
  `delete from notes n where n.organization_id = $1 and n.id = $2 returning ${columns}`,
);

/** SQL: id of the note that an import run leaves about a contact. Begins with the time of the run, as ids sort by time. */
export const importedNoteIdSql = (runId: string, contactId: string) =>
  `(left(${runId}::text, 24) || right(${contactId}::text, 12))::uuid`;

/** Adds the notes of an import run, `[{ contact_id, text }]` as JSON; a later one about the same contact is appended. */
export const addImportedNotes = scoped(
  'add_imported_notes',
  `insert into notes as n (organization_id, id, contact_id, text, author_kind, author_id, author_name, created_at)
   select $1, ${importedNoteIdSql('$2::uuid', 'g.contact_id')}, g.contact_id, left(string_agg(g.text, E'\\n'), 5000), $4, $5::uuid, $6,
     date_trunc('milliseconds', clock_timestamp())
   from ${recordsetSql('$3', 'contact_id uuid, text text')} group by g.contact_id
   on conflict (id, organization_id) do update set text = left(n.text || E'\\n' || excluded.text, 5000)`,
);
export const removeImportedNotes = scoped(
  'remove_imported_notes',
  `delete from notes where organization_id = $1
     and id in (select ${importedNoteIdSql('$2::uuid', 'g')} from unnest($3::uuid[]) g)`,
);

/** Adds a note and records it; `null` if there is no such live contact. */
export function addNote(context: RequestContext, contactId: string, text: string): Promise<Note | null> {
  return joinTransaction(context, async (context) => {
    const [contact] = await lockContact(context, contactId);
    if (!contact) return null;
    const { kind, id, name } = context.actor;
    const [note] = (await insert(context, contact.id, text, kind, id, name)) as [Note];
    await recordNote(context, 'contact.noted', contact, { after: { note: text } });
    return note;
  });
}

/** Deletes a note and records it; `null` if it does not exist or its contact is in the trash. */
export function deleteNote(context: RequestContext, noteId: string): Promise<Note | null> {
  return joinTransaction(context, async (context) => {
    const [found] = await find(context, noteId);
    const [contact] = found ? await lockContact(context, found.contact_id) : [];
    const [note] = contact ? await remove(context, noteId) : [];
    if (!contact || !note) return null;
    await recordNote(context, 'contact.note-deleted', contact, { before: { note: note.text } });
    return note;
  });
}

/** Records in the activity that a note was added or deleted, with its contact as resource. */
const recordNote = (
  context: RequestContext,
  action: 'contact.noted' | 'contact.note-deleted',
  contact: ContactRow,
  values: { before?: object; after?: object },
) => {
  const resource = toContact(contact, context.organizationId);
  return recordActivity(context, { action, subjectId: contact.id, ...values, resource });
};
