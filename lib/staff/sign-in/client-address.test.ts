import { expect, it } from 'vitest';
import { clientAddress } from './client-address';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['203.0.113.9, 192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:0000'],
  ['2001:0DB8:0:0:1:2:3:4', '2001:0db8:0000:0000:0000:0000:0000:0000'],
  ['2001:db8:1:2:3::', '2001:0db8:0001:0002:0000:0000:0000:0000'],
  ['fe80::1%eth0', 'fe80:0000:0000:0000:0000:0000:0000:0000'],
  ['::1', '0000:0000:0000:0000:0000:0000:0000:0000'],
  ['unknown', null],
  ['', null],
])('takes %j for %j', (value, expected) => {
  expect(clientAddress(new Headers({ 'x-forwarded-for': value }))).toBe(expected);
});

it('knows no address without the header', () => {
  expect(clientAddress(new Headers())).toBeNull();
});
