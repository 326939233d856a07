'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import type { Client } from '@/lib/client/client';
import { type BulkChangeCreate, contactFilter } from '@/lib/contract/bulk-change';
import { contactIds } from '@/lib/contract/contact';
import { segmentIds } from '@/lib/contract/segment';
import { uuid } from '@/lib/contract/text';
import { contactName } from '../contacts/contact-name';

/** Those named, or those that match; the API requires one of both. */
const contacts = {
  ids: contactIds.shape.ids.optional(),
  filter: contactFilter.optional(),
};
const start = {
  ...contacts,
  /** Only if they are as many, and the same. */
  expectedCount: z.int().optional(),
  expectedFingerprint: z.string().optional(),
  /** One per confirmation: sent again, it creates nothing new. */
  idempotencyKey: z.string().max(100),
};
const named = z.strictObject({ id: uuid });

export const startDeletion = action(
  'contacts:delete',
  z.strictObject(start),
  ({ idempotencyKey, ...which }, { client }) =>
    createBulkChange(client, idempotencyKey, { change: { type: 'delete' }, ...which }),
);

/** Deletes contacts in the trash forever. */
export const startPurge = action(
  'contacts:purge',
  z.strictObject(start),
  ({ idempotencyKey, ids }, { client }) =>
    createBulkChange(client, idempotencyKey, { change: { type: 'purge' }, ids }),
);

export const startSegmentChange = action(
  'contacts:write',
  z.strictObject({ ...start, add: segmentIds, remove: segmentIds }),
  ({ idempotencyKey, add, remove, ...which }, { client }) =>
    createBulkChange(client, idempotencyKey, { change: { type: 'segments', add, remove }, ...which }),
);

export const runBulkChange = action('contacts:write', named, (input, { client }) =>
  client.call('runBulkChange', input),
);

export const undoBulkChange = action('contacts:write', named, (input, { client }) =>
  client.call('undoBulkChange', input),
);

export const cancelBulkChange = action('contacts:write', named, (input, { client }) =>
  client.call('cancelBulkChange', input),
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

/** How many there are, and how many of them are in each segment. */
export const countContactSegments = action('contacts:read', z.strictObject(contacts), (body, { client }) =>
  client.call('countContactSegments', { body }),
);

/** A change that ends within this time shows no progress, in milliseconds. */
const PATIENCE = 1_000;

/** Creates a bulk change and waits a moment for its end. */
async function createBulkChange(client: Client, idempotencyKey: string, body: BulkChangeCreate) {
  const until = Date.now() + PATIENCE;
  const created = await client.call('createBulkChange', { body, idempotencyKey });
  if (!created.ok) return created;
  let { data } = created;
  while (data.state === 'running' && Date.now() < until) {
    // Answers when the change ends, and after half a second at the latest.
    const next = await client.call('runBulkChange', { id: data.id });
    if (!next.ok) break;
    data = next.data;
  }
  return { ok: true as const, data };
}
