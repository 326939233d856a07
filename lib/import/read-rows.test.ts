import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow } from '@/lib/contract/csv-cell';
import { readHead } from './file-head';
import { inChunks, textFiles } from './fixtures';
import { readRows, type TextFormat } from './read-rows';
import type { FileRow } from './record-scanner';

async function rowsOf(bytes: Uint8Array, size?: number, format?: TextFormat): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const head = format ? null : await readHead(inChunks(bytes), new Uint8Array());
  for await (const batch of readRows(inChunks(bytes, size), format ?? head!.format)) rows.push(...batch);
  return rows;
}

const CSV: TextFormat = { encoding: 'utf-8', delimiter: ',', quotes: 'double', firstLine: 1 };
const people = ['Jürgen', 'Müßig', 'juergen@example.com', '030 901820'];

test.each(['excel', 'windows1252', 'utf16WithMark', 'utf16', 'utf16BigEndian'] as const)(
  'reads %s, in chunks of any size',
  async (name) => {
    for (const size of [1, 7, undefined])
      expect(await rowsOf(textFiles[name], size)).toEqual([
        { line: 1, cells: ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Telefon'] },
        { line: 2, cells: people },
      ]);
  },
);

test('Windows-1252 is more than Latin-1', async () => {
  const bytes = new Uint8Array([0x80, 0x2c, 0x93, 0x8a, 0x94]);
  const format: TextFormat = { ...CSV, encoding: 'windows-1252' };
  expect((await rowsOf(bytes, 1, format))[0]?.cells).toEqual(['€', '“Š”']);
});

test.each([1, 2, 5, 1_000])(
  'keeps quoted line breaks and their line numbers, in chunks of %i',
  async (size) => {
    expect(await rowsOf(textFiles.quotedBreaks, size)).toEqual([
      { line: 1, cells: ['name', 'email'] },
      { line: 2, cells: ['Ana "A"\r\nSilva', 'ana@example.com'] },
      { line: 4, cells: ['Bob', 'bob@example.com'] },
    ]);
  },
);

test('keeps ragged rows, skips blank ones', async () => {
  expect((await rowsOf(textFiles.ragged)).map(({ line, cells }) => [line, cells.length])).toEqual([
    [1, 3],
    [2, 1],
    [5, 5],
  ]);
});

test.each([1, 3, 1_000])('a stray quotation mark costs its own row only, in chunks of %i', async (size) => {
  expect(await rowsOf(textFiles.strayQuotes, size)).toEqual([
    { line: 1, cells: ['email', 'name'] },
    { line: 2, cells: ['a@example.com', '"Ana'], problem: expect.stringContaining('never closed') },
    { line: 3, cells: ['b@example.com', 'Bob "B" Ray'] },
    { line: 4, cells: ['c@example.com', '5" disk'] },
  ]);
  const last = await rowsOf(new TextEncoder().encode('a,"b\nc,d\ne,f'), size, CSV);
  expect(last.map(({ line, problem }) => [line, Boolean(problem)])).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});

test('a quotation mark that nothing closes is given up after 100 kB', async () => {
  const bytes = new TextEncoder().encode(`a,"b\n${'c,d\n'.repeat(100_000)}`);
  const rows = await rowsOf(bytes, 65_536, CSV);
  expect(rows.length).toBe(100_001);
  expect(rows.filter(({ problem }) => problem)).toHaveLength(1);
  expect(rows.at(-1)).toEqual({ line: 100_001, cells: ['c', 'd'] });
});

test.each([65_536, 999, undefined])(
  'a line of 10 MB is one row with a problem, in chunks of %s',
  async (size) => {
    const [, long, next] = await rowsOf(textFiles.longLine, size);
    expect(long).toMatchObject({ line: 2, problem: expect.stringContaining('100,000 characters') });
    expect(long!.cells.join().length).toBeLessThanOrEqual(100_000);
    expect(next).toEqual({ line: 3, cells: ['b@example.com', 'Bob'] });
  },
);

test('1,000 columns are read, more are a problem', async () => {
  const [header, row, wider] = await rowsOf(textFiles.wide);
  expect(header).not.toHaveProperty('problem');
  expect(row).not.toHaveProperty('problem');
  expect(wider).toMatchObject({ line: 3, problem: expect.stringContaining('1,000 columns') });
});

test.each([1, 2, 1_000])(
  'single damaged bytes are read as meant, or marked, in chunks of %i',
  async (size) => {
    const bytes = Buffer.concat([
      Buffer.from('José,Ren'),
      Buffer.from([0xe9]),
      Buffer.from('\nx'),
      Buffer.from([0x81]),
      Buffer.from('\nŁuk,Zo'),
      Buffer.from([0xc3]),
    ]);
    expect(await rowsOf(bytes, size, CSV)).toEqual([
      { line: 1, cells: ['José', 'René'] },
      { line: 2, cells: ['x\ufffd'] },
      { line: 3, cells: ['Łuk', 'Zo\ufffd'] },
    ]);
  },
);

test('NUL characters, and the mark that DOS ends files with, are no text', async () => {
  const rows = await rowsOf(new TextEncoder().encode('a\0b,\0\n\0\nc\r\n\x1a'), undefined, CSV);
  expect(rows).toEqual([
    { line: 1, cells: ['ab', ''] },
    { line: 3, cells: ['c'] },
  ]);
});

test('a table may begin in a later line', async () => {
  const bytes = new TextEncoder().encode('Title\n"A note\nof two lines"\n\nemail\na@x.org\n');
  for (const size of [1, 1_000])
    expect(await rowsOf(bytes, size, { ...CSV, firstLine: 5 })).toEqual([
      { line: 5, cells: ['email'] },
      { line: 6, cells: ['a@x.org'] },
    ]);
});

test.each<[TextFormat['quotes'], string, string[]]>([
  [
    'double',
    '5" disk,"Ana "Annie" Silva","The "Best" Shop, Inc"',
    ['5" disk', 'Ana "Annie" Silva', 'The "Best" Shop, Inc'],
  ],
  ['double', '"Ana" Smith,"Bob"', ['"Ana" Smith', 'Bob']],
  ['double', '"Doe, Jane" x,y', ['"Doe, Jane" x', 'y']],
  ['backslash', String.raw`"Ana \"A\"","C:\\","b ""B"""`, ['Ana "A"', 'C:\\', 'b "B"']],
  ['single', String.raw`'O''Neil','Lee, \'Ann\'',5" disk`, ["O'Neil", "Lee, 'Ann'", '5" disk']],
  ['line', '"a@x.org,""Lee, Ann"",x"', ['a@x.org', 'Lee, Ann', 'x']],
])('%s quotation marks: %s', async (quotes, text, cells) => {
  for (const size of [1, 1_000])
    expect(await rowsOf(new TextEncoder().encode(`${text}\n`), size, { ...CSV, quotes })).toEqual([
      { line: 1, cells },
    ]);
});

test('reads any line break, an empty file, one with a header only, and sep=', async () => {
  const mixed = await rowsOf(new TextEncoder().encode('a\rb\r\nc\n\n"d" , "e"'), 1, CSV);
  expect(mixed).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['b'] },
    { line: 3, cells: ['c'] },
    { line: 5, cells: ['d', 'e'] },
  ]);
  expect(await rowsOf(textFiles.empty)).toEqual([]);
  expect(await rowsOf(textFiles.headerOnly)).toHaveLength(1);
  expect((await rowsOf(textFiles.sep)).map(({ line }) => line)).toEqual([2, 3]);
});

test('gives at most 1,000 rows at a time', async () => {
  const bytes = new TextEncoder().encode('a\n'.repeat(2_500));
  const sizes: number[] = [];
  for await (const batch of readRows(inChunks(bytes), CSV)) sizes.push(batch.length);
  expect(sizes).toEqual([1_000, 1_000, 500]);
});

test('whatever is written as CSV is read again', async () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', ' ', 'a', 'ü', '𝒳', '\t') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      async (records, size) => {
        const bytes = new TextEncoder().encode(records.map((cells) => csvRow(cells, ',')).join(''));
        const filled = records.filter((cells) => cells.some((text) => text.trim()));
        expect((await rowsOf(bytes, size, CSV)).map(({ cells }) => cells)).toEqual(filled);
      },
    ),
  );
});
