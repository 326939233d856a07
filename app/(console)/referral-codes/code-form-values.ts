import type { ReferralCode, ReferralCodeUpdate } from '@/lib/contract/referral-code';

/** The form of a referral code, as it is typed. */
export interface CodeValues {
  /** The code, or the prefix of several. */
  code: string;
  number: string;
  label: string;
  maxRedemptions: string;
  /** `yyyy-mm-dd`, or blank for a code that does not expire. */
  expiresAt: string;
  segmentIds: string[];
  active: boolean;
}

/** In the order of the form. */
export const codeFields = [
  'code',
  'number',
  'label',
  'maxRedemptions',
  'expiresAt',
  'segmentIds',
  'active',
] as const;

/** A stored code, or none, as form values. */
export function valuesOf(code?: ReferralCode): CodeValues {
  return {
    code: code?.code ?? '',
    number: '1',
    label: code?.label ?? '',
    maxRedemptions: code?.maxRedemptions?.toString() ?? '',
    expiresAt: code?.expiresAt?.slice(0, 10) ?? '',
    segmentIds: code?.segmentIds ?? [],
    active: code?.active ?? true,
  };
}

/** Form values as settings of the API. Codes expire at the end of a day in UTC, the same for everyone. */
export function settingsOf({ label, maxRedemptions, expiresAt, segmentIds, active }: CodeValues) {
  return {
    label,
    maxRedemptions: maxRedemptions === '' ? null : Number(maxRedemptions),
    expiresAt: expiresAt === '' ? null : `${expiresAt}T23:59:59.999Z`,
    segmentIds,
    active,
  } satisfies ReferralCodeUpdate;
}

/** Only changed settings, to keep other people's changes and a time of expiry that the form does not show. */
export function changedSettings(before: CodeValues, after: CodeValues): ReferralCodeUpdate {
  const [old, wanted] = [settingsOf(before), settingsOf(after)];
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name as keyof typeof old]),
    ),
  );
}
