import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { tablesIn, workbook, zipBomb } from './fixtures';
import { numberStyle, sheetNumber } from './sheet-number';

const csvOf = async (file: Uint8Array) => Object.values(await tablesIn(file))[0] ?? '';

test('reads the first sheet: strings, numbers, dates, formulas and booleans', async () => {
  const file = workbook(
    `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Phone</t></is></c></row>
     <row r="3"><c r="B3"><v>4.915123456789E12</v></c><c r="C3" s="1"><v>45322</v></c><c r="D3" s="2"><v>45322.395833333336</v></c>
       <c r="E3" s="3"><v>7</v></c><c r="F3" t="b"><v>1</v></c></row>
     <row><c t="str"><f>"a"&amp;"b"</f><v>a, b</v></c><c t="s"><v>1</v></c><c t="e"><v>#N/A</v></c><c><f>1/3</f><v>0.33333333333333331</v></c>
       <c r="AA4"><v>1</v></c></row>`,
    '<si><t>Email</t></si><si><r><t>two</t></r><r><t>_x000D_\nlines</t></r><rPh><t>x</t></rPh></si>',
  );
  expect((await csvOf(file)).split('\r\n')).toEqual([
    'Email,Phone',
    '',
    ',4915123456789,2024-01-31,2024-01-31T09:30:00,7,TRUE',
    `"a, b",two\u2028lines,,0.333333333333333${','.repeat(23)}1`,
    '',
  ]);
});

test('numbers are shown as Excel shows them', () => {
  const shown = (text: string, code: string, date1904 = false) =>
    sheetNumber(text, numberStyle(200, code), date1904);
  expect(shown('30901820', '000000000')).toBe('030901820');
  expect(shown('0.1', '0.00')).toBe('0.1');
  expect(shown('5', '0 "days"')).toBe('5');
  expect(shown('4930901820', '"+"0')).toBe('+4930901820');
  expect(shown('4930901820', '\\+## ### ###')).toBe('+4930901820');
  expect(shown('1', 'd/m/yy')).toBe('1900-01-01');
  expect(shown('0.5', 'hh:mm')).toBe('12:00:00');
  expect(shown('0', 'd/m/yy', true)).toBe('00:00:00');
  expect(shown('1', 'd/m/yy', true)).toBe('1904-01-02');
  expect(shown('-1', 'd/m/yy')).toBe('-1');
  expect(sheetNumber('45322', numberStyle(14), false)).toBe('2024-01-31');
});

test('rows and columns may be far apart', async () => {
  const csv = await csvOf(
    workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1"><v>2</v></c></row>'),
  );
  expect(csv.split('\r\n')).toHaveLength(1_048_577);
});

test('a zip bomb is refused before it is inflated', async () => {
  const bomb = zipBomb(30);
  const start = performance.now();
  await expect(csvOf(bomb)).rejects.toThrow('too large');
  expect(performance.now() - start).toBeLessThan(100);
});

test('a part that inflates to more than it declares is refused', async () => {
  const file = Buffer.from(zipBomb(5));
  // The size stands before the name in the local header, and in the central directory.
  const size = Buffer.alloc(4);
  for (let at = file.indexOf('PK'); at >= 0; at = file.indexOf('PK', at + 1)) {
    const offset = file.readUInt16LE(at + 2) === 0x0403 ? 22 : file.readUInt16LE(at + 2) === 0x0201 ? 24 : 0;
    if (offset && file.readUInt32LE(at + offset) > 5_000_000) {
      size.writeUInt32LE(1_000);
      size.copy(file, at + offset);
    }
  }
  await expect(csvOf(file)).rejects.toThrow('damaged');
});

const encrypted = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.from('EncryptedPackage', 'utf16le')]);

test.each([
  ['text', strToU8('email\nana@example.com'), 'damaged'],
  ['another zip', zipSync({ 'a.png': strToU8('a') }), 'no table'],
  ['XML that does not end properly', workbook('<row></c>'), 'damaged'],
  ['a cut file', workbook('<row/>').subarray(0, 300), 'damaged'],
  ['an encrypted workbook', encrypted, 'password'],
  ['an old one', encrypted.subarray(0, 8), 'old workbook'],
])('refuses %s', async (_, file, message) => {
  await expect(csvOf(file)).rejects.toMatchObject({
    name: 'InvalidFile',
    message: expect.stringContaining(message),
  });
});

test('each sheet that is shown is a table, wherever its parts are', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheet = (text: string, after = '') =>
    strToU8(`<worksheet xmlns="${main}"><sheetData>${text}</sheetData>${after}</worksheet>`);
  const file = zipSync({
    '_rels/.rels': strToU8(
      `<Relationships><Relationship Id="a" Type="${office}/officeDocument" Target="/book/Main.xml"/></Relationships>`,
    ),
    'book/main.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Old" state="hidden" r:id="r1"/>` +
        '<sheet name="Chart" r:id="r3"/><sheet name="People" r:id="r2"/><sheet name="More" r:id="r1"/></sheets></workbook>',
    ),
    'book/_rels/Main.xml.rels': strToU8(
      `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="../Sheets/One.xml"/>` +
        `<Relationship Id="r2" Type="${office}/worksheet" Target="two.xml"/>` +
        `<Relationship Id="r3" Type="${office}/chartsheet" Target="chart.xml"/></Relationships>`,
    ),
    'sheets/one.xml': sheet('<row><c><v>1</v></c></row>'),
    'book/two.xml': sheet(
      '<row r="1"><c><v>5</v></c><c><v>6</v></c></row><row r="2"><c r="B2"><v>7</v></c></row><row r="3"/>',
      '<mergeCells><mergeCell ref="A1:A3"/><mergeCell ref="C1:D1"/></mergeCells>',
    ),
  });
  expect(await tablesIn(file)).toEqual({ People: '5,6\r\n5,7\r\n\r\n', More: '1\r\n' });
});
