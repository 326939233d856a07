import * as store from '@/lib/contacts/notes';
import { retryOnConflict } from '@/lib/database/statement';
import { NEWEST } from '../activity/read-activity';
import { contactRow } from '../contacts/contacts';
import { decodeCursor, encodeCursor } from '../shared/cursor';
import { type Handler, noSuchCursor, notFound } from '../shared/reply';

const PAGE = 100;
const SORT = 'notes';

/** Lists the notes about a live contact, latest first, `PAGE` after each cursor. */
export const listNotes: Handler<'listNotes'> = async ({ context, id, query }) => {
  const cursor = query.cursor ? decodeCursor(query.cursor, SORT, context.organizationId) : undefined;
  if (cursor === null) return noSuchCursor();
  const [contact] = await contactRow(context, id);
  if (!contact) return notFound('contact');
  const rows = await store.readNotes(context, contact.id, cursor?.id ?? NEWEST, PAGE + 1);
  const data = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? data.at(-1) : undefined;
  const nextCursor = last
    ? encodeCursor({ direction: 'after', sort: SORT, key: '', id: last.id }, context.organizationId)
    : null;
  return { data, meta: { nextCursor } };
};

/** Adds a note to a live contact, in the name of the caller. */
export const createNote: Handler<'createNote'> = async ({ context, id, body }) => {
  const [contact] = await contactRow(context, id);
  const note = contact && (await retryOnConflict(() => store.addNote(context, contact.id, body.text)));
  return note ? { data: note, created: `/notes/${note.id}` } : notFound('contact');
};

/** Deletes a note of a live contact, whoever wrote it, and answers with it. */
export const deleteNote: Handler<'deleteNote'> = async ({ context, id }) => {
  const note = await retryOnConflict(() => store.deleteNote(context, id));
  return note ? { data: note } : notFound('note');
};
