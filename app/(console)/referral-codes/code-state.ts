import type { ReferralCode } from '@/lib/contract/referral-code';

/** The table of contacts who redeemed a code. */
export const redeemedBy = (code: string) => `/contacts?${new URLSearchParams({ referralCode: code })}`;

type CodeState = 'Active' | 'Used up' | 'Expired' | 'Off';
type Redeemable = Pick<ReferralCode, 'active' | 'expiresAt' | 'maxRedemptions' | 'redemptionCount'>;

/** Whether a code can be redeemed, and if not, why; in the order in which the API refuses it. */
export function codeState(
  { active, expiresAt, maxRedemptions, redemptionCount }: Redeemable,
  now = new Date(),
): CodeState {
  if (!active) return 'Off';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'Expired';
  if (maxRedemptions !== null && redemptionCount >= maxRedemptions) return 'Used up';
  return 'Active';
}
