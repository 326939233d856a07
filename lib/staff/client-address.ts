import { isIP } from 'node:net';

/**
 * The address a request came from, as the sign-in limit counts it: IPv4 as it is, IPv6 by its /64, because one
 * household or attacker has a whole one. `null` when there is none.
 *
 * It is the last entry of `X-Forwarded-For`: the one that the nearest hop wrote. `server.ts` sets that header from
 * the socket, and leaves a proxy's only when it is told to trust it, so a browser cannot choose its own.
 */
export function clientAddress(headers: Headers): string | null {
  const last =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .at(-1)
      ?.trim()
      .replace(/^::ffff:/i, '') ?? '';
  const version = isIP(last);
  if (version === 0) return null;
  return version === 4 ? last : networkOf(last);
}

/** The first 64 bits of an IPv6 address. */
function networkOf(address: string): string {
  // The URL parser writes an address in its one canonical form.
  const canonical = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const first = head.split(':').filter(Boolean);
  const last = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
