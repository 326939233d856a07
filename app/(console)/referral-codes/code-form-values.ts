import * as z from 'zod';
import { formatPhone } from '@/components/text/phone';
import type { Contact } from '@/lib/contract/contact';
import { type ReferralCode, referralCodeUpdate } from '@/lib/contract/referral-code';

/** The API's settings, with the referrer's email or phone instead of their id. */
export const codeSettings = referralCodeUpdate
  .omit({ referrerId: true })
  .extend({ referrer: z.string().max(400, 'At most 400 characters.').optional() });

type CodeSettings = z.input<typeof codeSettings>;

/** Values of the form of a referral code, as typed. */
export type CodeValues = ReturnType<typeof toCodeValues>;

/** Converts a stored code, if any, to form values. `referrer` is blank if that contact is in the trash. */
export function toCodeValues(code?: ReferralCode, referrer?: Contact | null) {
  return {
    /** The code, or the prefix of several codes. */
    code: code?.code ?? '',
    number: '1',
    label: code?.label ?? '',
    maxRedemptions: code?.maxRedemptions?.toString() ?? '',
    /** `yyyy-mm-dd`, or blank for a code that does not expire. */
    expiresAt: code?.expiresAt?.slice(0, 10) ?? '',
    segmentIds: code?.segmentIds ?? [],
    /** Email or phone; blank for none. */
    referrer: referrer?.email ?? formatPhone(referrer?.phone ?? ''),
    active: code?.active ?? true,
  };
}

/**
 * Converts form values to settings; a blank number of uses or day means no limit. Codes expire at the end of a day in UTC,
 * the same for everyone.
 */
export function toSettings({ label, maxRedemptions, expiresAt, segmentIds, referrer, active }: CodeValues) {
  return {
    label,
    maxRedemptions: maxRedemptions === '' ? null : Number(maxRedemptions),
    expiresAt: expiresAt === '' ? null : `${expiresAt}T23:59:59.999Z`,
    segmentIds,
    referrer: referrer.trim(),
    active,
  } satisfies CodeSettings;
}

/** The changed settings only, which keeps other people's changes and what the form cannot show: a time, a trashed referrer. */
export function changedSettings(before: CodeValues, after: CodeValues): CodeSettings {
  const [old, wanted] = [toSettings(before), toSettings(after)];
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
    ),
  );
}
