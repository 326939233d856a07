import { isValidIP, normalizeIP } from '@better-auth/core/utils/ip';

/**
 * The address a request came from, as the sign-in limit counts it: IPv6 by its /64, because one household or attacker has
 * a whole one. `null` when there is none.
 *
 * It is the last entry of `X-Forwarded-For`. The front sets that header from the socket, and leaves a proxy's only when it
 * is told to trust it, so a browser cannot choose its own.
 */
export function clientAddress(headers: Headers): string | null {
  const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim().replace(/%.*$/, '') ?? '';
  return isValidIP(last) ? normalizeIP(last) : null;
}
