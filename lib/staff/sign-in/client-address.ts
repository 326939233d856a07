import { isValidIP, normalizeIP } from '@better-auth/core/utils/ip';

/**
 * The client's address as the sign-in limit counts it; for IPv6 the /64, since a household or attacker has a whole one.
 * Browsers cannot forge the last entry of `X-Forwarded-For`: the HTTP server or a trusted proxy sets it. `null` without a
 * valid one.
 */
export function clientAddress(headers: Headers): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().replace(/%.*$/, '') ?? '';
  return isValidIP(last) ? normalizeIP(last) : null;
}
