import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/**
 * Sets the `X-Forwarded-*` headers of a request, by which limits, cookies and the check of its origin
 * go: the client's address, and host and scheme of the console as the browser knows them. What the request brought
 * counts only where a trusted proxy sent it.
 */
export function setForwarded(
  request: IncomingMessage,
  { appUrl, trustedProxies }: { appUrl: string | undefined; trustedProxies: BlockList | undefined },
): void {
  const { headers } = request;
  const peer = withoutPrefix(request.socket.remoteAddress ?? '');
  const isTrusted = (address: string): boolean =>
    isIP(address) > 0 && trustedProxies?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') === true;
  const told = (name: string) => (isTrusted(peer) ? listOf(headers[name]) : []);

  const client = told('x-forwarded-for').findLast((address) => !isTrusted(address)) ?? '';
  const host = told('x-forwarded-host').at(-1) ?? headers.host ?? '';
  const scheme = told('x-forwarded-proto').at(-1) === 'https' ? 'https' : 'http';
  const known = appUrl ? new URL(appUrl) : undefined;
  const isPublic = known && (headers.origin === appUrl || host === known.host);
  headers['x-forwarded-for'] = isIP(client) ? client : peer;
  headers['x-forwarded-host'] = isPublic ? known.host : host;
  headers['x-forwarded-proto'] = isPublic ? known.protocol.slice(0, -1) : scheme;
}

/** Each proxy adds what it knows at the end. */
const listOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => withoutPrefix(part.trim()))
    .filter(Boolean);

/** An IPv4 address as it is, where the socket takes both versions. */
const withoutPrefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
