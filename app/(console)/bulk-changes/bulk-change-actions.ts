'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';
import { newTitles, saveWithNewSegments } from '@/app/server/save-with-new-segments';
import type { BoundCall } from '@/lib/call';
import { type BulkChangeCreate, bulkChangeCreate, fieldChange } from '@/lib/contract/bulk-change';
import { segmentIds } from '@/lib/contract/segment';

/** Fields that select contacts by ids or filter. The service rejects them if count or fingerprint differ. */
const { ids, filter, expectedCount, expectedFingerprint } = bulkChangeCreate.shape;
const idempotencyKey = z.string().max(100);
const start = { ids, filter, expectedCount, expectedFingerprint, idempotencyKey };

/** Moves contacts to the trash by a bulk change. */
export const startDeletion = action(
  'contacts:delete',
  z.strictObject(start),
  ({ idempotencyKey, ...which }, { call }) =>
    createBulkChange(call, idempotencyKey, { change: { type: 'delete' }, ...which }),
);

/** Permanently deletes contacts in the trash, by ids, or all by an empty filter. Requires the password again. */
export const startPurge = action(
  'contacts:purge',
  z.strictObject(start),
  ({ idempotencyKey, ...which }, { call }) =>
    createBulkChange(call, idempotencyKey, { change: { type: 'purge' }, ...which }),
  { confirm: true },
);

/**
 * Adds contacts to segments and removes them from others. Creates new segments, and keeps them only if the change starts.
 */
export const startSegmentChange = action(
  'contacts:write',
  z.strictObject({ ...start, add: segmentIds, remove: segmentIds, newSegments: newTitles }),
  ({ idempotencyKey, add, remove, newSegments, ...which }, signedIn) =>
    saveWithNewSegments(newSegments, signedIn, (made) => {
      const change = { type: 'segments' as const, add: [...add, ...made], remove };
      return createBulkChange(signedIn.call, idempotencyKey, { change, ...which });
    }),
);

/** Sets a field of contacts, or clears it if `value` is `null`. */
export const startFieldChange = action(
  'contacts:write',
  z.strictObject({ ...start, field: fieldChange.shape.field, value: fieldChange.shape.value }),
  ({ idempotencyKey, field, value, ...which }, { call }) =>
    createBulkChange(call, idempotencyKey, { change: { type: 'field', field, value }, ...which }),
);

/** Milliseconds to wait for the end of a change before showing progress. */
const PATIENCE = 1_000;

/**
 * Creates a bulk change and waits about `PATIENCE` for its end. Returns it, ended or still running, or why it was refused.
 */
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
