import type { ReferralCode } from '@/lib/contract/referral-code';

const orders = {
  code: (one: ReferralCode, other: ReferralCode) => one.code.localeCompare(other.code),
  redemptionCount: (one: ReferralCode, other: ReferralCode) => one.redemptionCount - other.redemptionCount,
  // Codes that never expire come after all days.
  expiresAt: (one: ReferralCode, other: ReferralCode) =>
    (one.expiresAt ?? '9999').localeCompare(other.expiresAt ?? '9999'),
  createdAt: (one: ReferralCode, other: ReferralCode) => one.createdAt.localeCompare(other.createdAt),
};
type Name = keyof typeof orders;

export const codeSorts = (Object.keys(orders) as Name[]).flatMap((name) => [name, `-${name}`] as const);
export type CodeSort = (typeof codeSorts)[number];

/** Finds the codes with `search` in code or label, and sorts them; equal ones latest first, as they are given. */
export function findCodes(codes: readonly ReferralCode[], search: string, sort: CodeSort): ReferralCode[] {
  const words = search.trim().toLowerCase();
  const found = codes.filter(({ code, label }) => `${code}\n${label ?? ''}`.toLowerCase().includes(words));
  const order = orders[sort.replace('-', '') as Name];
  return found.toSorted((one, other) => (sort.startsWith('-') ? order(other, one) : order(one, other)));
}
