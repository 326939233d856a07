import { expect, test } from 'vitest';
import { inChunks, tablesIn } from './fixtures';
import { cardsOf } from './vcard-cards';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Cards as `name email phone`, with what is unclear in each. */
async function cardsIn(file: string | Uint8Array) {
  const cards: [string, string[]][] = [];
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  for await (const { properties, unclear } of cardsOf(inChunks(bytes)))
    cards.push([
      properties.flatMap(({ name, value }) => (name === 'VERSION' ? [] : value)).join(' '),
      unclear,
    ]);
  return cards;
}

const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD'].join('\n');
const NO_END = ['END:VCARD is missing'];
const NO_BEGIN = ['BEGIN:VCARD is missing'];

test.each<[string, string, [string, string[]][]]>([
  [
    'END and BEGIN on one line',
    card('FN:A') + card('FN:B'),
    [
      ['A', []],
      ['B', []],
    ],
  ],
  [
    'the same with a space, in lower case',
    `${card('FN:A').toLowerCase()} ${card('FN:B')}`,
    [
      ['a', []],
      ['B', []],
    ],
  ],
  [
    'END behind a value',
    'BEGIN:VCARD\nFN:A\nTEL:+4930901820END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD',
    [
      ['A +4930901820', []],
      ['B', []],
    ],
  ],
  [
    'BEGIN behind a value',
    `BEGIN:VCARD\nFN:A\nTEL:+4930901820${card('FN:B')}`,
    [
      ['A +4930901820', NO_END],
      ['B', []],
    ],
  ],
  [
    'no END',
    `BEGIN:VCARD\nVERSION:3.0\nFN:A\n${card('FN:B')}\n${card('FN:C')}`,
    [
      ['A', NO_END],
      ['B', []],
      ['C', []],
    ],
  ],
  [
    'no END at all',
    'BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nBEGIN:VCARD\nFN:C\nEMAIL:c@x.org',
    [
      ['A', NO_END],
      ['B', NO_END],
      ['C c@x.org', NO_END],
    ],
  ],
  [
    'no BEGIN',
    `${card('FN:A')}\nVERSION:3.0\nFN:B\nEND:VCARD\n${card('FN:C')}`,
    [
      ['A', []],
      ['B', NO_BEGIN],
      ['C', []],
    ],
  ],
  [
    'neither END nor BEGIN',
    card('FN:A', 'VERSION:3.0', 'FN:B'),
    [
      ['A', NO_END],
      ['B', NO_BEGIN],
    ],
  ],
  [
    'an agent',
    card('FN:A', 'AGENT:', card('FN:B'), 'TEL:1'),
    [
      ['A  1', []],
      ['B', []],
    ],
  ],
  [
    'an agent on one line',
    card('FN:A', `AGENT:${card('FN:B')}`, 'TEL:1'),
    [
      ['A  1', []],
      ['B', []],
    ],
  ],
  [
    'an agent as text',
    card('FN:A', 'AGENT:BEGIN:VCARD\\nFN:B\\nEMAIL\\;INTERNET:b@x.org\\nEND:VCARD\\n', 'TEL:1'),
    [
      ['A 1', []],
      ['B b@x.org', []],
    ],
  ],
  [
    'a card within a card',
    card('FN:A', card('FN:B'), 'TEL:1'),
    [
      ['A 1', []],
      ['B', []],
    ],
  ],
  [
    'a folded BEGIN',
    `${card('FN:A')}\nBEGIN:VC\n ARD\nFN:B\nEND:VCARD`,
    [
      ['A', []],
      ['B', []],
    ],
  ],
  [
    'an indented BEGIN',
    `${card('FN:A')}\n ${card('FN:B', 'NOTE:x', '  y')}`,
    [
      ['A', []],
      ['B x y', []],
    ],
  ],
  [
    'indented cards',
    `${card('FN:A')}\n${card('FN:B', 'EMAIL:b@x.org').replace(/^/gm, '\t')}`,
    [
      ['A', []],
      ['B b@x.org', []],
    ],
  ],
  [
    'an END that a soft line break hides',
    'BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD',
    [
      ['a', []],
      ['B', []],
    ],
  ],
  ...['FN:B\nTEL:2\nEND:VCARD', 'N:B\nTEL:2\nEND:VCARD'].map(
    (rest): [string, string, [string, string[]][]] => [
      `${rest} behind END`,
      card('FN:A', 'TEL:1') + rest,
      [
        ['A 1', []],
        ['B 2', NO_BEGIN],
      ],
    ],
  ),
  [
    'no line breaks around boundaries',
    'BEGIN:VCARDVERSION:3.0\nFN:A\nTEL:1END:VCARDBEGIN:VCARDVERSION:3.0\nFN:B\nEND:VCARDBEGIN:VCARDFN:C\nEND:VCARD',
    [
      ['A 1', []],
      ['B', []],
      ['C', []],
    ],
  ],
  [
    'a space before the word',
    `${card('FN:A')}\n${card('FN:B')}`.replaceAll(':VCARD', ': VCARD'),
    [
      ['A', []],
      ['B', []],
    ],
  ],
  [
    'text that looks like a boundary',
    card('NOTE:see END:VCARD', 'FN:A', 'NOTE:or BEGIN:VCARD', 'TEL:1'),
    [['see END:VCARD A or BEGIN:VCARD 1', []]],
  ],
  ['a line that is no property', card('FN:A', 'what is this'), [['A', ['what is this']]]],
  ['the first line folded', 'BEGIN:VC\n ARD\nFN:A\nEND:VCARD', [['A', []]]],
])('%s', async (_, file, expected) => expect(await cardsIn(file)).toEqual(expected));

test('a fold within a character, and encodings of properties', async () => {
  const bytes = Buffer.concat([
    bytesOf('BEGIN:VCARD\r\nFN:J'),
    Buffer.from('c30d0a20b6', 'hex'),
    bytesOf('rg\r\nNOTE;CHARSET=ISO-8859-1:'),
    Buffer.from('e4', 'hex'),
    bytesOf('\r\nEND:VCARD'),
  ]);
  expect(await cardsIn(bytes)).toEqual([['Jörg ä', []]]);
  expect(await cardsIn(Buffer.from(`\ufeff${card('FN:Jörg')}`, 'utf16le'))).toEqual([['Jörg', []]]);
});

test('a long quoted-printable note ends with itself', async () => {
  const note = `NOTE;ENCODING=QUOTED-PRINTABLE:${'a=\n'.repeat(12_000)}b`;
  const cards = await cardsIn(`${card('FN:A', note)}\n${card('FN:B')}`);
  expect(cards.map(([text]) => text.slice(0, 3))).toEqual(['A a', 'B']);
});

test('all addresses are in the cells, those that are likely first; backslashes stay', async () => {
  const tel = ['1', '12', '123', '+49 30 901843', '1234'].map((value) => `TEL:${value}`);
  const email = ['foo', 'bar', 'n/a', 'a@x.org'].map((value) => `EMAIL:${value}`);
  const { vCard = '' } = await tablesIn(bytesOf(card('N:A\\\\;B\\;C', ...tel, ...email, 'ORG:D\\\\;E')));
  expect(vCard.split('\r\n')[1]).toBe('B;C,,A\\,,,a@x.org,foo,bar; n/a,+49 30 901843,1,12; 123; 1234,D\\,,,');
});

test('the valid address comes first, wherever it stands', async () => {
  const email = Array.from({ length: 9 }, (_, index) => `EMAIL:old${index}@@example-company.com`);
  const tel = Array.from({ length: 20 }, (_, index) => `TEL:000000000000000${index}`);
  const file = card('N:B;A', ...email, 'EMAIL:a@x.org', ...tel, 'TEL:+49 30 901843');
  const { vCard = '' } = await tablesIn(bytesOf(file));
  const cells = vCard.split('\r\n')[1]?.split(',') ?? [];
  expect([cells[5], cells[8]]).toEqual(['a@x.org', '+49 30 901843']);
});

test('a card with two names is unclear', async () => {
  const { vCard = '' } = await tablesIn(bytesOf(card('FN:A', 'EMAIL:a@x.org', 'FN:B', 'EMAIL:b@x.org')));
  expect(vCard.split('\r\n')[1]).toMatch(/FN is there twice$/);
});
