import { expect, test } from 'vitest';
import { foundAddresses, MOST_FOUND } from './found-addresses';

const values = async (text: string) =>
  (await foundAddresses(text, 'DE')).found.map(({ email, phone }) => email ?? phone);

test.each([
  ['ana@example.com, bob@example.com;c@example.com\nd@example.com\te@example.com f@example.com', 6],
  ['ana@example.com ANA@Example.com <ana@example.com> mailto:ana@example.com (ana@example.com).', 1],
  ['+49 30 901820; 030 901820, tel:+4930901820', 1],
  ['+49 30 901820 +49 30 901821', 2],
  ['030 901820\n(030) 90 18-21\n0049 30 901822', 3],
  ['mailto:ana@example.com?subject=Hi', 1],
  ['', 0],
])('%j has %i', async (text, count) => {
  const { found, unread, complete } = await foundAddresses(text, 'DE');
  expect(found).toHaveLength(count);
  expect(unread).toEqual([]);
  expect(complete).toBe(true);
});

test('takes the name before an address', async () => {
  expect(
    await foundAddresses(
      '"Silva, Ana" <Ana@Example.com>, Bob Ray <bob@example.com> Cy Doe c@example.com',
      null,
    ),
  ).toEqual({
    found: [
      { email: 'ana@example.com', written: 'Ana@Example.com', name: 'Silva, Ana' },
      { email: 'bob@example.com', written: 'bob@example.com', name: 'Bob Ray' },
      { email: 'c@example.com', written: 'c@example.com', name: 'Cy Doe' },
    ],
    unread: [],
    complete: true,
  });
});

test('takes an email and a phone that stand alone in a line for one person', async () => {
  const { found } = await foundAddresses(
    '+49 30 901820\nAna Silva <ana@example.com>; 030/901820\nana@example.com',
    'DE',
  );
  expect(found).toEqual([
    {
      email: 'ana@example.com',
      phone: '+4930901820',
      written: 'ana@example.com, 030/901820',
      name: 'Ana Silva',
    },
  ]);
  expect(await values('a@example.com b@example.com +49 30 901820')).toEqual([
    'a@example.com',
    'b@example.com',
    '+4930901820',
  ]);
});

test('reads a number whose plus may be lost in both ways', async () => {
  const readings = async (text: string) =>
    (await foundAddresses(text, 'DE')).found.map(({ phone, otherPhone }) => [phone, otherPhone]);
  expect(await readings('351912345678')).toEqual([['+351912345678', '+49351912345678']]);
  expect(await readings('030901820, 4930901821')).toEqual([
    ['+4930901820', undefined],
    ['+4930901821', undefined],
  ]);
});

test('tells what it could not read', async () => {
  const { found, unread } = await foundAddresses(
    'Email\nana@\n030 901820\nana@example.com\n12\n"open <x',
    null,
  );
  expect(found.map(({ email }) => email)).toEqual(['ana@example.com']);
  expect(unread).toEqual(['Email', 'ana@', '030 901820', '12', '"open <x']);
});

test('ends after 10,000, and reads a long text without a separator quickly', async () => {
  const many = Array.from({ length: MOST_FOUND + 5 }, (_, index) => `a${index}@example.com`).join('\n');
  const { found, ...rest } = await foundAddresses(many, null);
  expect(rest).toEqual({ complete: false, unread: [] });
  expect(found).toHaveLength(MOST_FOUND);
  for (const part of ['"', '<', 'x', ' ', '"<', 'a ', '1 ']) await foundAddresses(part.repeat(200_000), 'DE');
});
