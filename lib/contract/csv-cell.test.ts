import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow, neutralizeFormula, restoreFormula, spreadsheetRow } from './csv-cell';

const risky = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', 'a', ' ', '"'),
});

test('restoring a neutralized text gives the text', () => {
  fc.assert(
    fc.property(fc.oneof(risky, fc.string()), (text) => {
      const cell = neutralizeFormula(text);
      expect(restoreFormula(cell)).toBe(text);
      expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});

test.each([
  ['=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'],
  ['+4930901820', "'+4930901820"],
  ['＝1+1', "'＝1+1"],
  ['＋＠', "'＋＠"],
  ["'=already", "''=already"],
  ["'tis", "'tis"],
  ['plain', 'plain'],
  ['', ''],
])('%j is written as %j', (text, cell) => expect(neutralizeFormula(text)).toBe(cell));

test('quotes what would otherwise be read differently', () => {
  expect(csvRow(['a', 'b;c', 'say "x"', ' y', 'two\nlines', ''], ';')).toBe(
    'a;"b;c";"say ""x""";" y";"two\nlines";\r\n',
  );
});

test('neutralizes each cell of a file for spreadsheets', () => {
  expect(spreadsheetRow(['=a', '＠b', 'c'], ',')).toBe("'=a,'＠b,c\r\n");
});
