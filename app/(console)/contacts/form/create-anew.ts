import { type ContactUpsert, contactFields } from '@/lib/contract/contact';
import type { Caller } from '../changes/call-each';

/** What became of a deleted contact that was to be there again. */
export type CreatedAnew =
  | { id: string; ok: true; newId: string; existed: boolean }
  | { id: string; ok: false; message: string; requestId: string | null };

const ADDED_AGAIN = 'Somebody has added a contact with this email or phone since.';

/** Clocks of the program and of its database may differ by so much, in milliseconds. */
const CLOCKS_DIFFER = 60_000;

/**
 * Creates a deleted contact anew, at a service without a trash, from what the activity says it was. It gets a new id.
 * What somebody has added meanwhile with its email or phone is not overwritten, as far as that is known; `existed` where
 * it turned out only then.
 *
 * @param since When it was deleted at the earliest: what somebody deleted before is not brought back.
 */
export async function createAnew(client: Caller, id: string, since: Date): Promise<CreatedAnew> {
  const refused = (message: string, requestId: string | null = null) =>
    ({ id, ok: false, message, requestId }) as const;
  const history = await client.call('listActivity', {
    query: new URLSearchParams({ subjectId: id, pageSize: '1' }),
  });
  if (!history.ok) return refused(history.error.message, history.error.requestId);
  const [latest] = history.data;
  if (
    latest?.action !== 'contact.deleted' ||
    !latest.before ||
    Date.parse(latest.at) < since.getTime() - CLOCKS_DIFFER
  )
    return refused('It was gone before.');
  const body = bodyOf(latest.before);
  const verdict = await client.call('previewContact', { body });
  if (verdict.ok && verdict.data.outcome !== 'create') return refused(ADDED_AGAIN);
  const result = await client.call('upsertContact', { body });
  if (!result.ok) {
    const [detail] = result.error.details;
    return refused(detail?.message ?? result.error.message, result.error.requestId);
  }
  return { id, ok: true, newId: result.data.id, existed: result.status !== 201 };
}

function bodyOf(before: Record<string, unknown>): ContactUpsert {
  const body: ContactUpsert = {};
  for (const field of contactFields) {
    const value = before[field];
    if (typeof value === 'string') body[field] = value;
  }
  if (Array.isArray(before.segmentIds) && before.segmentIds.length > 0)
    body.segmentIds = before.segmentIds.map(String);
  return body;
}
