'use server';

import * as z from 'zod';
import { action } from '@/app/server/action';
import { runtime } from '@/lib/runtime';

/**
 * Moves the sample contacts and segments to the trash, and turns off the sample referral codes, which are kept. What was
 * added meanwhile stays.
 */
export const removeSampleData = action('sample-data:load', z.undefined(), async (_, { staff, call }) => {
  const sample = new Set(await runtime().staff.sampleIds(staff));
  const [segments, codes] = await Promise.all([call('listSegments', {}), call('listReferralCodes', {})]);
  if (!segments.ok) return segments;
  if (!codes.ok) return codes;
  const others = [...segments.data, ...codes.data].filter(({ id }) => sample.delete(id));
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
      'code' in one
        ? await call('updateReferralCode', { id, body: { active: false } })
        : await call('deleteSegment', { id });
    if (!removed.ok) return removed;
  }
  await runtime().staff.forgetSampleData(staff);
  return { ok: true as const, data: null };
});
