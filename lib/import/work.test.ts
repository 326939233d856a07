import { expect, test } from 'vitest';
import { parsingWork } from './find';
import { tablesIn, workbook } from './fixtures';
import { foundAddresses } from './found-addresses';
import { RecordScanner } from './record-scanner';

/** Characters that a parser looks at, of one shape repeated `times`. */
async function stepsOf(parse: (text: string) => unknown, shape: Shape, times: number): Promise<number> {
  const [before, repeated, after] = shape;
  const start = parsingWork.steps;
  await parse(before + repeated.repeat(times) + after);
  return parsingWork.steps - start;
}

/** What stands before, the part that is repeated, and what stands after. */
type Shape = [string, string, string];

const CHUNK = 64 * 1024;

function scan(text: string): void {
  const scanner = new RecordScanner(',');
  for (let from = 0; from < text.length; from += CHUNK) scanner.read(text.slice(from, from + CHUNK));
  scanner.read('', true);
}

const GOOD = 'email,name\na@example.com,Ana\n'.repeat(100);
const records: Shape[] = [
  [GOOD, 'a","c\n', ''],
  [GOOD, 'a","c\r', ''],
  [GOOD, `${'a","c\n'.repeat(15_000)}"x"y\n`, ''],
  ['', '"\n', ''],
  ['', 'x"\n', ''],
  ['', '"a""\n', ''],
  ['"', '""', '\n'],
  ['', ' "a" \n', ''],
  ['', '"a"b,\n', ''],
  ['', '"a\n', ''],
  ['', '     "', ''],
  ['', `"${'x'.repeat(2_000)}\n`, ''],
  ['"', 'a"b', '\n'],
  ['', '"a"b,', ''],
  ['', '"a"b     "c', ''],
  ['', '"a"b,c"d\n', ''],
  ['"', '     "', ',x'],
];
const pastes: Shape[] = [
  ['x', "'", ''],
  ['x', "'", 'x ana@example.com'],
  ["'x", "'", "' x ana@example.com"],
  ['x', ' ', 'x'],
  ['', '<', ''],
  ['', '"', ''],
  ['', '<a', '>'],
  ['', '<>', ''],
  ['', 'x@', ''],
  ['', 'x ', '<ana@example.com>'],
  ['', ' +', ''],
  ['', '",<', ''],
  ['', '\r\n', ''],
];
const sheets: Shape[] = [
  ['', '<row><c r="ALL1"><v>1</v></c></row>', ''],
  ['', '<row><c/></row>', ''],
  ['<row><c t="inlineStr"><is><t>', 'x', '</t></is></c></row>'],
  ['<row>', '<c><v>1</v></c>', '</row>'],
];
const paste = (text: string) => foundAddresses(text, 'DE');
const csvOf = async (rows: string) => {
  await tablesIn(workbook(rows));
};

test.each([
  ...records.map((shape, index) => ['records', index, scan, 40_000, shape] as const),
  ...pastes.map((shape, index) => ['pastes', index, paste, 20_000, shape] as const),
  ...sheets.map((shape, index) => ['sheets', index, csvOf, 2_000, shape] as const),
])('twice the text is twice the work: %s[%i]', async (_, _index, parse, most, shape) => {
  const times = Math.ceil(most / Math.ceil(shape[1].length / 10));
  const [once, twice] = [await stepsOf(parse, shape, times), await stepsOf(parse, shape, 2 * times)];
  // A record that is given up has read 100,000 characters.
  expect(twice).toBeLessThan(2.2 * once + 500_000);
  const length = shape[0].length + shape[2].length + shape[1].length * times * 2;
  expect(twice).toBeLessThan(40 * length + 1_000_000);
});

test('elements may be nested as deeply as in workbooks, and no deeper', async () => {
  const nested = (depth: number) => `<row>${'<a>x'.repeat(depth)}${'</a>'.repeat(depth)}</row>`;
  await csvOf(nested(50));
  await expect(csvOf(nested(100_000))).rejects.toThrow('too deeply');
});

test('a workbook has no more styles than a spreadsheet allows', async () => {
  const xml = `<styleSheet><cellXfs>${'<xf/>'.repeat(100_000)}</cellXfs></styleSheet>`;
  const file = workbook('', '', { 'xl/styles.xml': new TextEncoder().encode(xml) });
  await expect(tablesIn(file)).rejects.toThrow('too much text or too many styles');
});

test('blank cells make a sheet 50 times as large as its file at most', async () => {
  const file = workbook('<row><c r="ALL1"><v>1</v></c></row>'.repeat(50_000));
  expect(file.byteLength).toBeLessThan(20_000);
  await expect(tablesIn(file)).rejects.toThrow('This sheet is too large');
});
