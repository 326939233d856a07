'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';
import type { SignedIn } from '@/app/server/session';
import { SAMPLE_DATA } from '@/lib/contract/actor';
import type { Field } from '@/lib/contract/field';
import { runtime } from '@/lib/runtime';

/**
 * Moves the sample contacts and segments to the trash, removes their marks, archives the sample fields that no other contact
 * uses, and turns off the sample referral codes, which are kept. What was added meanwhile stays.
 */
export const removeSampleData = action('sample-data:load', z.undefined(), async (_, { staff, call }) => {
  const sample = new Set(await runtime().staff.sampleIds(staff));
  const [segments, codes, fields] = await Promise.all([
    call('listSegments', {}),
    call('listReferralCodes', {}),
    call('listFields', {}),
  ]);
  if (!segments.ok) return segments;
  if (!codes.ok) return codes;
  if (!fields.ok) return fields;
  const others = [...segments.data, ...codes.data, ...fields.data].filter(({ id }) => sample.delete(id));
  // A mark stays with its address, also in the trash.
  const marked = await call('listContacts', { query: { doNotContact: 'true', pageSize: '100' } });
  if (!marked.ok) return marked;
  for (const { id, email, phone, doNotContact } of marked.data) {
    if (!sample.has(id) || doNotContact?.by.name !== SAMPLE_DATA.name) continue;
    const body = { ...(email ? { email } : { phone }), reason: 'Sample data removed' };
    const removed = await call('unmarkDoNotContact', { body });
    if (!removed.ok) return removed;
  }
  const started = await call('createBulkChange', { body: { change: { type: 'delete' }, ids: [...sample] } });
  if (!started.ok) return started;
  for (let { state } = started.data; state === 'running'; ) {
    const next = await call('runBulkChange', { id: started.data.id });
    if (!next.ok) return next;
    ({ state } = next.data);
  }
  for (const one of others) {
    const { id } = one;
    const removed =
      'key' in one
        ? await archiveUnused(call, one)
        : 'code' in one
          ? await call('updateReferralCode', { id, body: { active: false } })
          : await call('deleteSegment', { id });
    if (!removed.ok) return removed;
  }
  await runtime().staff.forgetSampleData(staff);
  return { ok: true as const, data: null };
});

/** Archives a field, unless contacts outside the trash have values in it. */
async function archiveUnused(call: SignedIn['call'], { id, key, archived }: Field) {
  const used = archived
    ? null
    : await call('listContacts', { query: { has: `fields.${key}`, pageSize: '1' } });
  if (used && (!used.ok || used.meta.total > 0)) return used;
  return call('updateField', { id, body: { archived: true } });
}
