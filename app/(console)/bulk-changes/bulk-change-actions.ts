'use server';

import * as z from 'zod';
import { action, named, onOne } from '@/app/server/action';
import type { BoundCall } from '@/lib/call';
import { type BulkChangeCreate, bulkChangeCreate } from '@/lib/contract/bulk-change';
import { segmentIds } from '@/lib/contract/segment';
import { contactName } from '../contacts/contact-name';
import { createNewSegments, newTitles } from '../segments/create-new-segments';

/** Selects by ids or by filter; rejected if count or fingerprint differ. */
const { ids, filter, expectedCount, expectedFingerprint } = bulkChangeCreate.shape;
const idempotencyKey = z.string().max(100);
const start = { ids, filter, expectedCount, expectedFingerprint, idempotencyKey };

export const startDeletion = action(
  'contacts:delete',
  z.strictObject(start),
  ({ idempotencyKey, ...which }, { call }) =>
    createBulkChange(call, idempotencyKey, { change: { type: 'delete' }, ...which }),
);

/** Permanently deletes contacts in the trash. */
export const startPurge = action(
  'contacts:purge',
  z.strictObject(start),
  ({ idempotencyKey, ids }, { call }) =>
    createBulkChange(call, idempotencyKey, { change: { type: 'purge' }, ids }),
  { confirm: true },
);

export const startSegmentChange = action(
  'contacts:write',
  z.strictObject({ ...start, add: segmentIds, remove: segmentIds, newSegments: newTitles }),
  ({ idempotencyKey, add, remove, newSegments, ...which }, signedIn) =>
    createNewSegments(newSegments, signedIn, (made) => {
      const change = { type: 'segments' as const, add: [...add, ...made], remove };
      return createBulkChange(signedIn.call, idempotencyKey, { change, ...which });
    }),
);

export const runBulkChange = onOne('contacts:write', 'runBulkChange');
export const undoBulkChange = onOne('contacts:write', 'undoBulkChange');
export const cancelBulkChange = onOne('contacts:write', 'cancelBulkChange');

/** Names of some contacts that an undo could not restore, because their email or phone is taken. */
export const nameConflicts = action('contacts:delete', named, async ({ id }, { call }) => {
  // Restoring again returns the conflicts.
  const again = await call('restoreContacts', { body: { deletionId: id } });
  if (!again.ok) return again;
  const trash = await call('listTrash', { query: { pageSize: '100' } });
  if (!trash.ok) return trash;
  const conflicting = new Set(again.data.conflicts.map((conflict) => conflict.id));
  const contacts = trash.data.filter((contact) => conflicting.has(contact.id));
  return { ok: true as const, data: contacts.map(contactName) };
});

export const countContactSegments = action(
  'contacts:read',
  z.strictObject({ ids, filter }),
  (body, { call }) => call('countContactSegments', { body }),
);

/** Milliseconds before a change shows progress. */
const PATIENCE = 1_000;

/** Creates a bulk change and waits briefly for it to finish. */
async function createBulkChange(call: BoundCall, idempotencyKey: string, body: BulkChangeCreate) {
  const until = Date.now() + PATIENCE;
  const created = await call('createBulkChange', { body, idempotencyKey });
  if (!created.ok) return created;
  let { data } = created;
  while (data.state === 'running' && Date.now() < until) {
    // Returns when the change ends, or after half a second.
    const next = await call('runBulkChange', { id: data.id });
    if (!next.ok) break;
    data = next.data;
  }
  return { ok: true as const, data };
}
