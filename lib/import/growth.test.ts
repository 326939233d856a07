import { describe, test } from 'vitest';
import { searchTerms } from '@/lib/contacts/lists/search-terms';
import { email } from '@/lib/contract/email';
import { importTargets } from '@/lib/contract/import';
import { pastedEmail, pastedPhone } from '@/lib/contract/pasted';
import { phone } from '@/lib/contract/phone';
import { line, normalize, paragraphs, plainName } from '@/lib/contract/text';
import { titleKey } from '@/lib/contract/title-key';
import { guessColumns, headerKey } from './columns';
import { CountryVotes, noVotes } from './country-votes';
import { describeTable } from './describe-file';
import { inChunks, workbook } from './fixtures';
import { foundAddresses } from './found-addresses';
import { headerLanguage } from './header-meaning';
import { readEmail } from './read-email';
import { readPhone } from './read-phone';
import { readRows } from './read-rows';
import { rowToContact } from './row-to-contact';
import { segmentCell, separatorIn, splitTitles } from './segment-cell';
import { splitFullName } from './split-full-name';
import { readTables } from './tables';
import { expectLinear, PIECES } from './testing-growth';
import { provedEncoding, textSource } from './text-encoding';
import { detectTable } from './text-format';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const settings = { country: 'DE', segmentSeparator: ',', unusualPhones: 'leaveOut' } as const;
const bytes = (text: string) => Buffer.from(text);

async function drain(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

const parsers: Record<string, (text: string) => unknown> = {
  normalize: (text) => FORMS.map((form) => normalize(text, form)),
  'text of a request': (text) =>
    [line(100), line(100, plainName), paragraphs(100_000, 'x'), email, phone].map((schema) =>
      schema.safeParse(text),
    ),
  'titles of segments': (text) => titleKey(text),
  searches: (text) => searchTerms(text.slice(0, 200), 'DE'),
  'pasted addresses': (text) => [pastedEmail(text), pastedPhone(text), foundAddresses(text, 'DE')],
  'cells of segments': (text) =>
    [',', ',;', '#', '', ' / '].map((separator) => segmentCell(splitTitles(text, separator), separator)),
  'separators of segments': (text) => separatorIn([text, `[${text}]`, `{${text}`]),
  'cells of addresses': (text) => [readEmail(text), readPhone(text, { country: 'DE' })],
  names: (text) => splitFullName(text),
  cells: (text) =>
    importTargets.map((target) =>
      rowToContact([text], { ...settings, columnOrder: [], targets: [target] }, ['x']),
    ),
  headers: (text) => [headerKey([text]), headerLanguage([text]), guessColumns([text, 'x'], [[text, text]])],
  countries: (text) => new CountryVotes([text, 'Country'], noVotes()).add([text, text], {}),
  formats: (text) => detectTable(text),
  encodings: (text) =>
    [bytes(text), Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')].map((file) => [
      provedEncoding(file, file),
      textSource('utf-8').read(file, true),
      textSource('utf-8-twice').read(file, true),
    ]),
  rows: (text) =>
    drain(
      readRows(inChunks(bytes(text)), { encoding: 'utf-8', delimiter: ',', quotes: 'double', firstLine: 1 }),
    ),
  tables: (text) =>
    describeTable(inChunks(bytes(text)), {
      lines: bytes(text.slice(0, 1_000)),
      format: {},
      defaults: { country: null, createSegments: true, fields: [] },
    }).catch(() => {}),
  vCards: (text) => drain(readTables(inChunks(bytes(`BEGIN:VCARD\n${text}\nEND:VCARD\n`)))).catch(() => {}),
};

describe.each(Object.entries(parsers))('twice the text takes about twice the time: %s', (_, parse) => {
  test.each(PIECES)('%j', async (piece) => {
    await expectLinear((length) => parse(piece.repeat(Math.ceil(length / piece.length))), 10_000);
  });
});

const repeated = (count: number, xml: string) => xml.repeat(count);
const CELL = '<row><c><v>1</v></c></row>';

/** Workbooks by the number of their parts. */
const workbooks: Record<string, (count: number) => Uint8Array> = {
  rows: (count) => workbook(repeated(count, CELL)),
  'merged cells at one place': (count) =>
    workbook(
      `${repeated(100, CELL)}</sheetData><mergeCells>${repeated(count, '<mergeCell ref="A1:A100"/>')}</mergeCells><sheetData>`,
    ),
  'merged cells of one row': (count) =>
    workbook(
      `${repeated(100, CELL)}</sheetData><mergeCells>${Array.from({ length: count }, (_, index) => `<mergeCell ref="${String.fromCharCode(65 + (index % 26), 65 + ((index / 26) % 26))}1:A100"/>`).join('')}</mergeCells><sheetData>`,
    ),
  'formats of numbers': (count) =>
    workbook(CELL, '', {
      'xl/styles.xml': bytes(
        `<styleSheet><cellXfs>${repeated(count, '<xf numFmtId="164"/>')}</cellXfs></styleSheet>`,
      ),
    }),
  strings: (count) => workbook(CELL, repeated(count, '<si><t>_x000A_ a</t></si>')),
};

test.each(Object.entries(workbooks))('twice the workbook takes about twice the time: %s', async (_, make) => {
  const files = new Map([5_000, 10_000].map((count) => [count, make(count)]));
  await expectLinear((count) => drain(readTables(inChunks(files.get(count) as Uint8Array))), 5_000);
});
