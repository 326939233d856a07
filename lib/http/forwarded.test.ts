import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { setForwarded } from './forwarded';

function headersAfter(remoteAddress: string, headers: Record<string, string>, appUrl?: string) {
  const request = { socket: { remoteAddress }, headers: { ...headers } } as unknown as IncomingMessage;
  setForwarded(request, appUrl);
  return request.headers;
}

test('the address is what a proxy nearby wrote last, and else the peer', () => {
  expect(headersAfter('203.0.113.9', {})['x-forwarded-for']).toBe('203.0.113.9');
  expect(headersAfter('::ffff:203.0.113.9', {})['x-forwarded-for']).toBe('203.0.113.9');
  expect(headersAfter('203.0.113.9', { 'x-forwarded-for': '1.1.1.1' })['x-forwarded-for']).toBe(
    '203.0.113.9',
  );
  expect(headersAfter('127.0.0.1', { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' })['x-forwarded-for']).toBe(
    '2.2.2.2',
  );
  expect(headersAfter('::1', { 'x-forwarded-for': '2.2.2.2' })['x-forwarded-for']).toBe('2.2.2.2');
});

test('a page of the public origin is taken for one, whatever host the proxy names', () => {
  const appUrl = 'https://contacts.example.com';
  const own = headersAfter('127.0.0.1', { origin: appUrl, host: 'roster:3000' }, appUrl);
  expect(own).toMatchObject({ 'x-forwarded-host': 'contacts.example.com', 'x-forwarded-proto': 'https' });
  const foreign = headersAfter('127.0.0.1', { origin: 'https://evil.example', host: 'roster:3000' }, appUrl);
  expect(foreign).not.toHaveProperty('x-forwarded-host');
});

test('a stranger cannot say what host it came by', () => {
  const headers = headersAfter('203.0.113.9', {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  });
  expect(headers).not.toHaveProperty('x-forwarded-host');
  expect(headers).not.toHaveProperty('x-forwarded-proto');
});
