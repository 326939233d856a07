import { expect, test } from 'vitest';
import { isOwnHost } from './own-host';

test.each([
  '127.0.0.1:9464',
  '10.0.0.7:9464',
  '[::1]:9464',
  '[::1]',
  'localhost:9464',
  'roster:9464',
  'roster.default.svc.cluster.local:9464',
  'Contacts.Example.COM:9464',
])('%s is this machine', (host) => expect(isOwnHost(host, ['contacts.example.com'])).toBe(true));

test.each([
  undefined,
  '',
  'evil.example:9464',
  '127.0.0.1.evil.example',
  'localhost.evil.example:9464',
  'roster.local.evil.example',
  'local.evil',
  'a b',
  '.local',
])('%s is not', (host) => expect(isOwnHost(host, ['contacts.example.com'])).toBe(false));
