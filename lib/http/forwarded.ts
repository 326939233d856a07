import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';

/** Where a reverse proxy of this installation can stand: the same machine, or a private network. */
const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');
near.addSubnet('fe80::', 10, 'ipv6');

/**
 * Makes the `X-Forwarded-*` headers of a console request trustworthy, because sign-in limits count addresses and
 * Next compares origins by them.
 *
 * - `X-Forwarded-For` becomes one address: what a proxy nearby has put last, else that of the peer.
 * - A request that a page of the public origin sent is told to Next as one to that origin, so that server actions
 *   work behind a proxy that passes another `Host` on. A request from any other origin keeps the `Host` it came with.
 */
export function setForwarded(request: IncomingMessage, appUrl: string | undefined): void {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const trusted = near.check(peer, isIPv6(peer) ? 'ipv6' : 'ipv4');
  const { headers } = request;
  const last = trusted
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  headers['x-forwarded-for'] = last || peer;
  if (!trusted) {
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
  }
  if (appUrl && headers.origin === appUrl) {
    const { host, protocol } = new URL(appUrl);
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
  }
}
