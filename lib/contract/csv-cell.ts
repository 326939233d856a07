/** Some spreadsheet runs a cell that begins with one of these, also in full width; apostrophes in front are the escape. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;
const NEUTRALIZED = /^'+[=+\-@＝＋－＠\t\r\n]/;

/**
 * Text as a cell that no spreadsheet runs: `=1+1` becomes `'=1+1`. Also for phones, whose plus Excel drops. Text that has
 * the escape gets another one, so that `restoreFormula` gives back every text as it was.
 */
export const neutralizeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The reverse of `neutralizeFormula`: takes off one apostrophe. Other text stays as it is. */
export const restoreFormula = (cell: string): string => (NEUTRALIZED.test(cell) ? cell.slice(1) : cell);

/** A record of a file that people open in a spreadsheet. */
export const spreadsheetRow = (cells: string[], delimiter: string): string =>
  csvRow(cells.map(neutralizeFormula), delimiter);

/** One record of a delimited file, ending in CRLF (RFC 4180). Cells are quoted where they have to be. */
export function csvRow(cells: string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}
