'use server';

import * as z from 'zod';
import { action } from '@/app/action';
import { referralCodeCreate, referralCodeUpdate } from '@/lib/contract/referral-code';
import { uuid } from '@/lib/contract/text';
import { MOST_CODES } from './generate-code';

const { code } = referralCodeCreate.shape;

/** Creates codes with the same settings. Repeating it after a failure creates those still missing. */
export const createReferralCodes = action(
  'referral-codes:write',
  z.strictObject({ codes: z.array(code).min(1).max(MOST_CODES), settings: referralCodeUpdate }),
  async ({ codes, settings }, { client }) => {
    for (const code of codes) {
      const created = await client.call('createReferralCode', { body: { code, ...settings } });
      // One of several is random: if it exists, an earlier attempt created it.
      if (!created.ok && (codes.length === 1 || created.error.code !== 'CONFLICT')) return created;
    }
    return { ok: true as const, data: codes };
  },
);

/** Changes the settings of a code, or switches it off or on. */
export const updateReferralCode = action(
  'referral-codes:write',
  z.strictObject({ id: uuid, body: referralCodeUpdate }),
  (input, { client }) => client.call('updateReferralCode', input),
);
