import { type ImportFormat, importFormat } from '@/lib/contract/import';
import { fieldsNamed, looksLikePhone } from './columns';
import { headerMeaning } from './header-meaning';
import { type FileRow, RecordScanner } from './record-scanner';

/** Records and characters from which delimiter and header are guessed. */
const SAMPLE = 100;
const SAMPLE_TEXT = 64 * 1024;
/** Characters of a line to check for quotation marks. */
const LONGEST_LINE = 1_000;
/** Maximum number of records before a table. */
const MOST_BEFORE = 30;
/** Maximum number of cells of a header, when looking for several tables. */
const WIDEST = 100;

type Delimiter = ImportFormat['delimiter'];
type Quotes = ImportFormat['quotes'];
const DELIMITERS: Delimiter[] = [',', ';', '\t', '|', '^', '~'];

/** Format of a table except its encoding. */
export type TableFormat = Pick<ImportFormat, 'delimiter' | 'quotes' | 'firstLine' | 'header'>;

/** Guesses the format of a table from the beginning of its text; takes `known` delimiter and quotes if both are. */
export function detectTable(beginning: string, known: Partial<TableFormat> = {}): TableFormat {
  const text = beginning.slice(0, SAMPLE_TEXT);
  const { delimiter, quotes } = known;
  const found = delimiter && quotes ? { delimiter, quotes } : detectDelimiter(text);
  return { ...found, ...tableStart(firstRecords(text, found.delimiter, found.quotes)) };
}

/** The first 100 records, without the last of the text, which may be cut, unless it is the only one. */
function firstRecords(text: string, delimiter: Delimiter, quotes: Quotes): FileRow[] {
  const scanner = new RecordScanner(delimiter, quotes);
  const rows = scanner.read(text);
  // A short file may have no line break; in a long one, the cut last record would mislead.
  return (rows.length ? rows : scanner.read('', true)).slice(0, SAMPLE);
}

/**
 * Finds delimiter and quotes that give most records the same number of columns and whole emails. A first line `sep=;` names
 * the delimiter; a comma if nothing separates.
 */
function detectDelimiter(text: string): { delimiter: Delimiter; quotes: Quotes } {
  const quotes = possibleQuotes(text);
  const said = /^"?sep=(.)"?\r?\n/i.exec(text)?.[1];
  const isSaid = importFormat.shape.delimiter.safeParse(said).success;
  let best: { delimiter: Delimiter; quotes: Quotes; score: number } = {
    delimiter: isSaid ? (said as Delimiter) : ',',
    quotes: quotes.at(-1) ?? 'double',
    score: 0,
  };
  for (const delimiter of isSaid ? [best.delimiter] : DELIMITERS)
    for (const one of quotes) {
      const records = firstRecords(text, delimiter, one);
      const counts = records.map(({ cells }) => cells.length);
      const columns = mostCommon(counts.filter((count) => count > 1));
      const same = counts.filter((count) => count === columns).length / Math.max(counts.length, 1);
      // A wrong delimiter leaves other text in the cell with the address.
      const clean = records.filter(({ cells }) => cells.some((cell) => EMAIL.test(cell.trim()))).length;
      const score =
        columns > 1 ? same + clean / Math.max(counts.length, 1) + Math.min(columns, 50) / 1_000 : 0;
      if (score > best.score) best = { delimiter, quotes: one, score };
    }
  return { delimiter: best.delimiter, quotes: best.quotes };
}

/** The kinds of quotation marks that the text may have, the most particular first. */
function possibleQuotes(text: string): Quotes[] {
  const lines = text.split(/[\r\n]+/, SAMPLE).filter(Boolean);
  const most = (pattern: RegExp) =>
    lines.filter((line) => pattern.test(line.slice(0, LONGEST_LINE))).length * 2 > lines.length;
  return [
    ...(most(/^'[^']*'[,;\t|].*'$/) ? (['single'] as const) : []),
    ...(most(/^"(?:[^"]|"")*[,;\t|](?:[^"]|"")*"$/) ? (['line'] as const) : []),
    ...(text.includes('\\"') ? (['backslash'] as const) : []),
    'double',
  ];
}

/** The most common of these numbers; 1 if there are none. */
function mostCommon(counts: number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  return [...times].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}

const filledCells = (rows: FileRow[]) =>
  rows.map(({ cells }) => cells.map((cell) => cell.trim()).filter(Boolean));

/** Finds where the table begins, after titles and notes, and whether it has a header. */
function tableStart(rows: FileRow[]): { firstLine: number; header: boolean } {
  const filled = filledCells(rows);
  const wide = rows.map(({ cells }) => cells.length).filter((count) => count > 1);
  const width = wide.length * 3 >= rows.length ? mostCommon(wide) : 1;
  const isNarrow = (cells: string[]) => cells.length <= Math.max(width / 3, 1) && width > 1;
  const richest = richestTable(rows, filled);
  if (richest !== null) return { firstLine: rows[richest]?.line ?? 1, header: true };
  // A note may have its author's address.
  const data = filled.findIndex((cells) => !isNarrow(cells) && cells.some(isAddress));
  const before = filled.slice(0, Math.min(data < 0 ? MOST_BEFORE : data, MOST_BEFORE));
  const known = before.map(fieldsNamed);
  const firstWide = Math.max(
    filled.findIndex((cells) => !isNarrow(cells)),
    0,
  );
  // Two field names identify a header below a note of several cells, or the second of two header rows.
  const best = known.indexOf(Math.max(...known, 1));
  const start = best > firstWide && (known[best] ?? 0) < 2 ? firstWide : Math.max(best, firstWide);
  const isHeader = start < before.length && ((known[start] ?? 0) > 0 || !before[start]!.some(isNumber));
  const first = isHeader ? start : firstWide;
  return { firstLine: rows[first]?.line === rows[0]?.line ? 1 : (rows[first]?.line ?? 1), header: isHeader };
}

/** Lines where tables with addresses begin, except the table that is read. */
export function otherTables(beginning: string, { delimiter, quotes, firstLine }: TableFormat): number[] {
  const rows = firstRecords(beginning.slice(0, SAMPLE_TEXT), delimiter, quotes);
  const lines = tablesIn(rows, filledCells(rows)).flatMap(({ start, addresses }) =>
    addresses > 0 ? (rows[start]?.line ?? 1) : [],
  );
  // The table that is read may begin with a blank line.
  const read = lines.find((line) => line >= firstLine);
  return lines.filter((line) => line !== read);
}

/**
 * Index of the row where the table with the most addresses begins, below titles or blank lines; `null` if it is the first row,
 * or none has any.
 */
function richestTable(rows: FileRow[], filled: string[][]): number | null {
  const [best] = tablesIn(rows, filled).sort(
    (a, b) => b.addresses - a.addresses || b.fields - a.fields || a.start - b.start,
  );
  return best?.start && best.addresses > 0 ? best.start : null;
}

/**
 * Finds tables whose header names an email or phone, at the top or below titles or blank lines; counts their rows with
 * addresses.
 */
function tablesIn(rows: FileRow[], filled: string[][]) {
  const tables: { start: number; header: string; fields: number; addresses: number }[] = [];
  for (const [start, cells] of filled.entries()) {
    const table = tables.at(-1);
    const isApart =
      (filled[start - 1]?.length ?? 0) < 2 || (rows[start]?.line ?? 0) > (rows[start - 1]?.line ?? 0) + 1;
    if (cells.some(isAddress)) {
      if (table) table.addresses++;
    } else if (isApart && isHeaderWithAddress(cells)) {
      const header = cells.join('\n');
      // A printed list may repeat its header on each page.
      if (header !== table?.header) tables.push({ start, header, fields: fieldsNamed(cells), addresses: 0 });
    }
  }
  return tables;
}

/** Whether 2 to 100 cells without numbers are a header that names an email or phone; of two cells, also another field. */
const isHeaderWithAddress = (cells: string[]): boolean =>
  cells.length > 1 &&
  cells.length <= WIDEST &&
  !cells.some(isNumber) &&
  cells.some((cell) => /^(?:email|phone)$/.test(headerMeaning(cell)?.meaning ?? '')) &&
  (cells.length > 2 || fieldsNamed(cells) > 1);

const EMAIL = /^[^\s@,;|"'<>]{1,64}@[^\s@,;|"'<>]{1,255}$/;
const isAddress = (cell: string) => cell.includes('@') || looksLikePhone(cell);
const isNumber = (cell: string) => /^[\d\s.,:/-]+$/.test(cell);
