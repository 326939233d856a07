/** Spreadsheets run a cell that begins with one of these; apostrophes in front are the escape. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const NEUTRALIZED = /^'+[=+\-@\t\r\n]/;

/**
 * Text as a cell that no spreadsheet runs: `=1+1` becomes `'=1+1`. Also for phones, whose plus Excel drops. Text that has
 * the escape gets another one, so that `restoreFormula` gives back every text as it was.
 */
export const neutralizeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The reverse of `neutralizeFormula`: takes off one apostrophe. Other text stays as it is. */
export const restoreFormula = (cell: string): string => (NEUTRALIZED.test(cell) ? cell.slice(1) : cell);

/** One record of a delimited file, ending in CRLF (RFC 4180). Cells are quoted where they have to be. */
export function csvRow(cells: string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}
