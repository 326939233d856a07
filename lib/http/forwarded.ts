import type { IncomingMessage } from 'node:http';
import { type BlockList, isIP } from 'node:net';

/**
 * Sets `X-Forwarded-For`, `-Host` and `-Proto` to the client's address and the origin the browser sees. Rate limits,
 * cookies and the origin check rely on them, so values sent by anyone but a trusted proxy are dropped.
 */
export function setForwarded(
  request: IncomingMessage,
  { appUrl, trustedProxies }: { appUrl: string | undefined; trustedProxies: BlockList | undefined },
): void {
  const { headers } = request;
  const peer = withoutPrefix(request.socket.remoteAddress ?? '');
  const isTrusted = (address: string): boolean =>
    isIP(address) > 0 && trustedProxies?.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') === true;
  const sent = (name: string) => (isTrusted(peer) ? splitHeader(headers[name]) : []);

  const client = sent('x-forwarded-for').findLast((address) => !isTrusted(address)) ?? '';
  const host = sent('x-forwarded-host').at(-1) ?? headers.host ?? '';
  const scheme = sent('x-forwarded-proto').at(-1) === 'https' ? 'https' : 'http';
  const known = appUrl ? new URL(appUrl) : undefined;
  const isPublic = known && (headers.origin === appUrl || host === known.host);
  headers['x-forwarded-for'] = isIP(client) ? client : peer;
  headers['x-forwarded-host'] = isPublic ? known.host : host;
  headers['x-forwarded-proto'] = isPublic ? known.protocol.slice(0, -1) : scheme;
}

/** Splits a header to which each proxy has appended its value. */
const splitHeader = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => withoutPrefix(part.trim()))
    .filter(Boolean);

/** Strips the prefix of IPv4 addresses on a dual-stack socket. */
const withoutPrefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');
