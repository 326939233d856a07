import { expect, test } from 'vitest';
import { nameBeside, readEmail } from './read-email';

test.each<[string, string | null, string[]]>([
  ['Ann Lee <Ann@x.org>', 'ann@x.org', []],
  ['Ann Lee ann@x.org', 'ann@x.org', []],
  ['ann @ x.org', 'ann@x.org', []],
  ['a@x.org, b@x.org', 'a@x.org', ['b@x.org']],
  ['a@x.org b@x.org', 'a@x.org', ['b@x.org']],
  ['a@x.org/b@x.org', 'a@x.org', ['b@x.org']],
  ['a@x.org ::: b@x.org', 'a@x.org', ['b@x.org']],
  ['Ann <a@x.org>; Bob <b@x.org>', 'a@x.org', ['b@x.org']],
  ['a@x.org (work) b@x.org', 'a@x.org', ['b@x.org']],
  ['a@x.org;A@X.ORG', 'a@x.org', []],
  ['nope', null, []],
  ['ann@x', null, []],
])('of %j the first address is taken, and the rest told', (cell, email, others) => {
  expect(readEmail(cell)).toEqual({ email, others });
});

test('a cell that is too long is no list of addresses', () => {
  expect(readEmail('a@x.org,'.repeat(10_000))).toEqual({ email: null, others: [] });
});

test.each([
  ['Ana Silva <a@x.org>', 'Ana Silva'],
  ['"van Dyk, Cleo" <c@x.org>', 'van Dyk, Cleo'],
  ["'Sean O’Brien' <s@x.org>", 'Sean O’Brien'],
  ['花子 hanako@x.org', '花子'],
  ['Ana Silva - a@x.org', 'Ana Silva'],
  ['E-Mail: a@x.org', ''],
  ['a@x.org', ''],
  ['<a@x.org>', ''],
  ['030 901820 a@x.org', ''],
])('the name beside the email in %j is %j', (cell, name) => expect(nameBeside(cell)).toBe(name));
