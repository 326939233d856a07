import { formatCount } from '@/components/text/format-count';
import type { ReferralCode } from '@/lib/contract/referral-code';

type CodeState = 'Active' | 'Used up' | 'Expired' | 'Off';
type Redeemable = Pick<ReferralCode, 'active' | 'expiresAt' | 'maxRedemptions' | 'redemptionCount'>;

/** Whether a code can be redeemed, or the first reason against it, in the order of the API's checks. */
export function codeState(
  { active, expiresAt, maxRedemptions, redemptionCount }: Redeemable,
  now = new Date(),
): CodeState {
  if (!active) return 'Off';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'Expired';
  if (maxRedemptions !== null && redemptionCount >= maxRedemptions) return 'Used up';
  return 'Active';
}

/** "3 of 50"; "3" without a limit. */
export const formatUses = ({ redemptionCount, maxRedemptions }: Redeemable): string =>
  formatCount(redemptionCount) + (maxRedemptions === null ? '' : ` of ${formatCount(maxRedemptions)}`);

export const MOST_CODES = 100;

/** Without 0, O, 1, I and L, which are easily confused. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 8;
/** Bytes from this value on are skipped, because they would favor the first characters. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A random code of 8 characters that can be read aloud, such as 7KQ2M9XB. */
export function generateCode(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = FAIR] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) code += ALPHABET[byte % ALPHABET.length];
  }
  return code;
}
