import { expect, it } from 'vitest';
import { hasAddress } from './has-address';
import { splitLists } from './pasted-rows';

it.each([
  ['Jana Lindqvist <jana@x.se>, +46 70 123', 'Jana Lindqvist <jana@x.se>, +46 70 123'],
  ['Jana, jana@x.se, jana.home@x.se, Acme', 'Jana, jana@x.se, jana.home@x.se, Acme'],
  ['Jana Lindqvist <jana@x.se>; ben@x.com', 'Jana Lindqvist <jana@x.se>\nben@x.com'],
  ['"van Dyk, Cleo" <cleo@x.nl>, 花子 <hanako@x.jp>,', '"van Dyk, Cleo" <cleo@x.nl>\n花子 <hanako@x.jp>'],
  ['jana@x.se ben@x.com', 'jana@x.se\nben@x.com'],
  ['jana@x.se\tben@x.com', 'jana@x.se\tben@x.com'],
  ['Name\tMail\r\nJana\tjana@x.se', 'Name\tMail\nJana\tjana@x.se'],
])('splits %j', (text, lines) => expect(splitLists(text)).toBe(lines));

it.each([
  ['jana@x.se', true],
  ['call +46 70-123 45 67', true],
  ['a @ b, 12 of 2026', false],
])('finds an address in %j: %s', (text, found) => expect(hasAddress(text)).toBe(found));
