'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import type { Client } from '@/lib/client/client';
import { contactFilter } from '@/lib/contract/bulk-change';
import { contactIds } from '@/lib/contract/contact';
import { segmentIds } from '@/lib/contract/segment';
import { uuid } from '@/lib/contract/text';
import { callEach } from '../contacts/call-each';
import { AT_ONCE } from '../contacts/calls-at-once';
import { changeSegments } from '../contacts/change-segments';
import { contactName } from '../contacts/contact-name';

/** Those named, or those that match; the API requires one of both. */
const contacts = {
  ids: contactIds.shape.ids.optional(),
  filter: contactFilter.optional(),
};
/** Only if they are as many, and the same. */
const expected = { expectedCount: z.int().optional(), expectedFingerprint: z.string().optional() };
const named = z.strictObject({ id: uuid });

/** Decides which contacts will be deleted, and deletes none yet. */
export const startDeletion = action(
  'contacts:delete',
  z.strictObject({ ...contacts, ...expected }),
  (which, { client }) => client.call('createBulkChange', { body: { change: { type: 'delete' }, ...which } }),
);

/** Decides which contacts' segments will be changed, and changes none yet. */
export const startSegmentChange = action(
  'contacts:write',
  z.strictObject({ ...contacts, ...expected, add: segmentIds, remove: segmentIds }),
  ({ add, remove, ...which }, { client }) =>
    client.call('createBulkChange', { body: { change: { type: 'segments', add, remove }, ...which } }),
);

/** Changes the segments of a few contacts by a call or two each; a word on each, in their order. */
export const changeSegmentsOf = action(
  'contacts:write',
  z
    .array(z.strictObject({ id: uuid, add: segmentIds, remove: segmentIds }))
    .min(1)
    .max(AT_ONCE),
  (changes, { client }) => callEach(client, changes, (caller, change) => changeSegments(caller, change)),
);

/** Carries a bulk change on for a while. */
export const runBulkChange = action('contacts:write', named, ({ id }, { client }) =>
  forAWhile(client, 'runBulkChange', id),
);

/** Puts back for a while what a bulk change did. */
export const undoBulkChange = action('contacts:write', named, ({ id }, { client }) =>
  forAWhile(client, 'undoBulkChange', id),
);

/** What undoing a deletion could not bring back, because another contact has taken the email or phone: the names of some. */
export const nameConflicts = action('contacts:delete', named, async ({ id }, { client }) => {
  // To try it once more is how the API says which they are.
  const again = await client.call('restoreContacts', { body: { deletionId: id } });
  if (!again.ok) return again;
  const trash = await client.call('listTrash', { query: { pageSize: '100' } });
  if (!trash.ok) return trash;
  const conflicting = new Set(again.data.conflicts.map((conflict) => conflict.id));
  const contacts = trash.data.filter((contact) => conflicting.has(contact.id));
  return { ok: true as const, data: contacts.map(contactName) };
});

/** Leaves the rest of the contacts of a bulk change as they are. */
export const cancelBulkChange = action('contacts:write', named, (input, { client }) =>
  client.call('cancelBulkChange', input),
);

/** How many there are, and how many of them are in each segment. */
export const countContactSegments = action('contacts:read', z.strictObject(contacts), (body, { client }) =>
  client.call('countContactSegments', { body }),
);

/** An answer is due so often that progress is seen, in milliseconds. */
const A_WHILE = 600;

/** Calls until the change is over or it is time to say how far it is. What was done before a failure is said first. */
async function forAWhile(client: Client, name: 'runBulkChange' | 'undoBulkChange', id: string) {
  const until = Date.now() + A_WHILE;
  let last = await client.call(name, { id });
  while (last.ok && ['running', 'undoing'].includes(last.data.state) && Date.now() < until) {
    const next = await client.call(name, { id });
    if (!next.ok) break;
    last = next;
  }
  return last;
}
