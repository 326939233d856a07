import { expect, test } from 'vitest';
import { binaryFiles, textFiles } from './fixtures';
import { detectFormat } from './text-format';

const formatOf = (text: string) => detectFormat(new TextEncoder().encode(text));

test.each([
  ['excel', 'utf-8', ';', true],
  ['windows1252', 'windows-1252', ';', true],
  ['utf16WithMark', 'utf-16le', '\t', true],
  ['utf16', 'utf-16le', '\t', true],
  ['utf16BigEndian', 'utf-16be', ';', true],
  ['google', 'utf-8', ',', true],
  ['outlook', 'utf-8', ',', true],
  ['quotedBreaks', 'utf-8', ',', true],
  ['ragged', 'utf-8', ',', true],
  ['sep', 'utf-8', '|', true],
  ['emails', 'utf-8', ',', false],
  ['headerOnly', 'utf-8', ',', true],
  ['empty', 'utf-8', ',', false],
  ['wide', 'utf-8', ',', true],
  ['longLine', 'utf-8', ',', true],
] as const)('%s is %s with %j', (name, encoding, delimiter, header) =>
  expect(detectFormat(textFiles[name])).toEqual({ encoding, delimiter, header }),
);

test.each(Object.keys(binaryFiles) as (keyof typeof binaryFiles)[])('%s is no text', (name) =>
  expect(detectFormat(binaryFiles[name])).toBeNull(),
);

test('a character that the end of the head cuts is no reason for another encoding', () => {
  const bytes = new TextEncoder().encode('name\nJosé');
  expect(detectFormat(bytes.subarray(0, -1))?.encoding).toBe('utf-8');
});

test.each([
  ['Name;Email\n"Doe, Jane";jane@example.com\nSilva, Ana;ana@example.com\n', ';'],
  ['a|b\n1,5|2,5\n2,5|3,5\n', '|'],
  ['a;b;c\n"x,y,z";2;3\n"x,y";2;3\n', ';'],
])('%j is separated by %s', (text, delimiter) => expect(formatOf(text)?.delimiter).toBe(delimiter));

test.each([
  ['Ana,ana@example.com\n', false],
  ['Ana,+49 30 901820\n', false],
  ['12,Ana\n', false],
  ['Kundenart,Ort\nx,y\n', true],
  ['Phone,2025\nx,y\n', true],
])('%j has a header: %s', (text, header) => expect(formatOf(text)?.header).toBe(header));
