'use server';

import type { CountryCode } from 'libphonenumber-js/max';
import * as z from 'zod';
import { action, named } from '@/app/server/action';
import { refusal } from '@/app/server/guard';
import { phoneCountryOf, type SignedIn } from '@/app/server/session';
import { referralCodeCreate } from '@/lib/contract/referral-code';
import { foundAddresses } from '@/lib/import/found-addresses';
import { lookUp } from '../import/paste/look-up';
import { codeSettings } from './code-form-values';
import { MOST_CODES } from './code-state';

const { code } = referralCodeCreate.shape;

/** Creates codes with the same settings. A retry after a failure creates the missing ones. */
export const createReferralCodes = action(
  'referral-codes:write',
  z.strictObject({ codes: z.array(code).min(1).max(MOST_CODES), settings: codeSettings }),
  async ({ codes, settings }, signedIn) => {
    const { call } = signedIn;
    const body = await toBody(signedIn, settings);
    if (!body.ok) return body;
    for (const code of codes) {
      const created = await call('createReferralCode', { body: { code, ...body.data } });
      // Several codes end randomly, so an existing one is from an earlier attempt.
      if (!created.ok && (codes.length === 1 || created.error.code !== 'CONFLICT')) return created;
    }
    return { ok: true as const, data: codes };
  },
);

/** Updates the settings of a code, including whether it is active. */
export const updateReferralCode = action(
  'referral-codes:write',
  named.extend({ settings: codeSettings }),
  async ({ id, settings }, signedIn) => {
    const body = await toBody(signedIn, settings);
    return body.ok ? signedIn.call('updateReferralCode', { id, body: body.data }) : body;
  },
);

const NO_CONTACT = 'No contact with this email or phone';

/**
 * Replaces the referrer's email or phone by their id, a blank one by `null`; without `referrer`, none is sent. Refuses
 * unless exactly one contact is found.
 */
async function toBody({ staff, call }: SignedIn, { referrer, ...settings }: z.output<typeof codeSettings>) {
  if (referrer === undefined) return { ok: true as const, data: settings };
  if (referrer === '') return { ok: true as const, data: { ...settings, referrerId: null } };
  const country = (phoneCountryOf(staff)?.code ?? null) as CountryCode | null;
  const result = await lookUp(call, (await foundAddresses(referrer, country)).found);
  if (!result.ok) return result;
  const [contact, another] = result.data.found;
  if (!contact || another)
    return refusal('VALIDATION_ERROR', NO_CONTACT, [{ path: 'referrer', message: NO_CONTACT }]);
  return { ok: true as const, data: { ...settings, referrerId: contact.contactId } };
}
