import { queryOptions } from '@tanstack/react-query';
import { readData } from '@/app/data/read-data';
import type { CodeRedemption, ReferralCode } from '@/lib/contract/referral-code';
import { contactKeys } from '../contacts/contact-queries';
import type { VersionedContact } from '../contacts/form/contact-save';

/** Key prefix of all queries of referral codes. */
export const codeKeys = { codes: ['referral-codes'] as const };

/** All referral codes, latest first. */
export const codeListOptions = queryOptions({
  queryKey: [...codeKeys.codes, 'list'],
  queryFn: (context) => readData<ReferralCode[]>('/data/referral-codes', context),
  // Redeemed in many places.
  staleTime: 0,
});

/** Codes of a contact who refers others. */
export function codesOfReferrerOptions(id: string) {
  return queryOptions({
    queryKey: [...codeKeys.codes, 'referrer', id],
    queryFn: (context) => readData<ReferralCode[]>(`/data/referral-codes?referrerId=${id}`, context),
  });
}

/** The latest who redeemed a code. */
export function redemptionsOfCodeOptions(id: string) {
  return queryOptions({
    queryKey: [...codeKeys.codes, 'redemptions', id],
    queryFn: (context) => readData<CodeRedemption[]>(`/data/referral-codes/${id}/redemptions`, context),
  });
}

/** The table of contacts who redeemed a code. */
export const redeemedBy = (code: string) => `/contacts?${new URLSearchParams({ referralCode: code })}`;

/** The contact who refers others by a code; read once. */
export function referrerOptions(id: string) {
  return queryOptions({
    queryKey: [...contactKeys.contacts, 'referrer', id],
    queryFn: async (context) => (await readData<VersionedContact>(`/data/contacts/${id}`, context)).contact,
    staleTime: 300_000,
  });
}
