import { isValidIP, normalizeIP } from '@better-auth/core/utils/ip';

/**
 * The client's address, as the sign-in limit counts it: the /64 for IPv6, since a household or attacker has a whole one.
 *
 * It is the last entry of `X-Forwarded-For`, which the front sets from the socket unless it trusts the proxy, so that
 * browsers cannot forge it.
 */
export function clientAddress(headers: Headers): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().replace(/%.*$/, '') ?? '';
  return isValidIP(last) ? normalizeIP(last) : null;
}
