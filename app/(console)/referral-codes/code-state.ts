import type { ReferralCode } from '@/lib/contract/referral-code';

type CodeState = 'Active' | 'Used up' | 'Expired' | 'Off';

/** Whether a code can be redeemed, and if not, why; in the order in which the API refuses it. */
export function codeState(code: ReferralCode, now = new Date()): CodeState {
  const { active, expiresAt, maxRedemptions, redemptionCount } = code;
  if (!active) return 'Off';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'Expired';
  if (maxRedemptions !== null && redemptionCount >= maxRedemptions) return 'Used up';
  return 'Active';
}
