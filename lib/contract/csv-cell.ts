/** Beginnings of cells that some spreadsheet runs, also in full width; apostrophes in front are the escape. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const NEUTRALIZED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/**
 * Escapes a cell that a spreadsheet would run: `=1+1` becomes `'=1+1`. Also escapes phones, whose plus Excel drops. Text with
 * the escape gets another one, so that `restoreFormula` returns every text as it was.
 */
export const neutralizeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The reverse of `neutralizeFormula`: removes one apostrophe; returns other text unchanged. */
export const restoreFormula = (cell: string): string => (NEUTRALIZED.test(cell) ? cell.slice(1) : cell);

/** A record of a file that people open in a spreadsheet, with neutralized formulas. */
export const spreadsheetRow = (cells: string[], delimiter: string): string =>
  csvRow(cells.map(neutralizeFormula), delimiter);

/** One record of a delimited file, ending in CRLF (RFC 4180). Quotes cells only where necessary. */
export function csvRow(cells: string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}
