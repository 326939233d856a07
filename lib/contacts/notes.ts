import type { Actor } from '@/lib/contract/actor';
import type { Note } from '@/lib/contract/note';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { within } from '@/lib/database/transaction';
import { recordActivity } from './activity';
import { type ContactRow, contactColumns, contactOf } from './contact-row';

interface NoteRow {
  id: string;
  contact_id: string;
  text: string;
  author_kind: Actor['kind'];
  author_id: string | null;
  author_name: string;
  created_at: string;
}

const columns = 'n.id, n.contact_id, n.text, n.author_kind, n.author_id, n.author_name, n.created_at';

/** Also keeps the contact from going to the trash at the same time. */
const lockContact = scoped<ContactRow>(
  'lock_contact_of_note',
  `select ${contactColumns} from contacts c
   where c.organization_id = $1 and c.id = $2 and c.deleted_at is null for key share of c`,
);
const list = scoped<NoteRow>(
  'list_notes',
  `select ${columns} from (select * from notes where organization_id = $1 and contact_id = $2 offset 0) n
   where n.id < $3 order by n.id desc limit $4`,
);
const find = scoped<NoteRow>(
  'find_note',
  `select ${columns} from (select * from notes where organization_id = $1 and id = $2 offset 0) n`,
);
const insert = scoped<NoteRow>(
  'insert_note',
  `insert into notes as n (organization_id, id, contact_id, text, author_kind, author_id, author_name, created_at)
   select $1, uuid_of(clock_timestamp()), $2, $3, $4, $5, $6, date_trunc('milliseconds', clock_timestamp())
   returning ${columns}`,
);
const remove = scoped<NoteRow>(
  'delete_note',
  `delete from notes n where n.organization_id = $1 and n.id = $2 returning ${columns}`,
);

/** Notes about a contact with ids below `before`, latest first. */
export async function readNotes(
  context: RequestContext,
  contactId: string,
  before: string,
  limit: number,
): Promise<Note[]> {
  return (await list(context, contactId, before, limit)).map(noteOf);
}

/** Adds a note and records it; `null` if there is no such contact. */
export function addNote(context: RequestContext, contactId: string, text: string): Promise<Note | null> {
  return within(context, async (context) => {
    const [contact] = await lockContact(context, contactId);
    if (!contact) return null;
    const { kind, id, name } = context.actor;
    const [row] = await insert(context, contact.id, text, kind, id, name);
    if (!row) throw new Error('A note was inserted, and is not there.');
    await record(context, 'contact.noted', contact, { after: { note: text } });
    return noteOf(row);
  });
}

/** Deletes a note and records it; `null` if there is none, or its contact is in the trash. */
export function deleteNote(context: RequestContext, noteId: string): Promise<Note | null> {
  return within(context, async (context) => {
    const [found] = await find(context, noteId);
    const [contact] = found ? await lockContact(context, found.contact_id) : [];
    const [row] = contact ? await remove(context, noteId) : [];
    if (!contact || !row) return null;
    await record(context, 'contact.note-deleted', contact, { before: { note: row.text } });
    return noteOf(row);
  });
}

const record = (
  context: RequestContext,
  action: 'contact.noted' | 'contact.note-deleted',
  contact: ContactRow,
  values: { before?: object; after?: object },
) => {
  const resource = contactOf(contact, context.organizationId);
  return recordActivity(context, [{ action, subjectId: contact.id, ...values, resource }]);
};

const noteOf = (row: NoteRow): Note => ({
  id: row.id,
  contactId: row.contact_id,
  text: row.text,
  author: { kind: row.author_kind, id: row.author_id, name: row.author_name },
  createdAt: row.created_at,
});
