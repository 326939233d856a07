import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { workbook } from './xlsx-writer';

async function sheetOf(batches: string[][][]): Promise<string> {
  async function* each() {
    yield* batches;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook(each())) chunks.push(chunk);
  const files = unzipSync(Buffer.concat(chunks));
  expect(Object.keys(files).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  return Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString('utf8');
}

test('every cell is text, and none is a formula or a code', async () => {
  const sheet = await sheetOf([
    [['Phone', 'Name']],
    [
      ['+4930901820', '=1+1'],
      ['', '<_x0041_&>'],
    ],
  ]);
  expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">+4930901820</t></is></c>');
  expect(sheet).toContain('>=1+1</t>');
  expect(sheet).toContain('>&lt;_x005F_x0041_&amp;&gt;</t>');
  expect(sheet).not.toMatch(/<f>/);
  expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
});
