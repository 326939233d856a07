import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { setForwarded } from './forwarded';

const trustedProxies = new BlockList();
trustedProxies.addAddress('127.0.0.1');
trustedProxies.addSubnet('2001:db8::', 32, 'ipv6');
const PUBLIC = 'https://contacts.example.com';

/** Address, host and scheme that the console receives. */
function told(remoteAddress: string, headers: Record<string, string>, options = {}) {
  const request = { socket: { remoteAddress }, headers: { ...headers } } as unknown as IncomingMessage;
  setForwarded(request, { appUrl: undefined, trustedProxies: undefined, ...options });
  return ['for', 'host', 'proto'].map((name) => request.headers[`x-forwarded-${name}`]);
}

const FORGED = {
  host: 'roster:3000',
  'x-forwarded-for': '1.1.1.1',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
};

test.each(['203.0.113.9', '127.0.0.1', '10.0.0.7', '::1', '2001:db9::1'])(
  'without a trusted proxy the headers of %s are ignored',
  (peer) => {
    expect(told(peer, FORGED)).toEqual([peer, 'roster:3000', 'http']);
    if (peer !== '127.0.0.1') expect(told(peer, FORGED, { trustedProxies })[0]).toBe(peer);
  },
);

test.each(['127.0.0.1', '::ffff:127.0.0.1', '2001:db8::5'])(
  'the headers of the trusted proxy %s count',
  (peer) => {
    expect(told(peer, FORGED, { trustedProxies })).toEqual(['1.1.1.1', 'evil.example', 'https']);
    // A proxy may send only some of the headers.
    const quiet = { host: 'contacts.example.com', 'x-forwarded-proto': 'http' };
    expect(told(peer, quiet, { trustedProxies })).toEqual([
      peer.replace('::ffff:', ''),
      'contacts.example.com',
      'http',
    ]);
  },
);

test('of several addresses, the last one that is not a proxy is the client', () => {
  const chain = (list: string) => told('127.0.0.1', { 'x-forwarded-for': list }, { trustedProxies })[0];
  expect(chain('1.1.1.1, 2.2.2.2')).toBe('2.2.2.2');
  expect(chain('1.1.1.1, 2.2.2.2, 2001:db8::5')).toBe('2.2.2.2');
  expect(chain('1.1.1.1, ::ffff:2.2.2.2')).toBe('2.2.2.2');
  expect(chain('1.1.1.1, unknown')).toBe('127.0.0.1');
});

test('requests to the public origin are recognized, whatever the proxy passes on', () => {
  const appUrl = PUBLIC;
  const own = ['203.0.113.9', 'contacts.example.com', 'https'];
  expect(told('203.0.113.9', { origin: PUBLIC, host: 'roster:3000' }, { appUrl })).toEqual(own);
  expect(told('203.0.113.9', { host: 'contacts.example.com' }, { appUrl })).toEqual(own);
  const foreign = { origin: 'https://evil.example', host: 'roster:3000' };
  expect(told('203.0.113.9', foreign, { appUrl })).toEqual(['203.0.113.9', 'roster:3000', 'http']);
});
