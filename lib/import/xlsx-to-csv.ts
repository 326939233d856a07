import { csvRow } from '@/lib/contract/csv-cell';
import { type Archive, HARMLESS, MOST_INFLATED } from './archive';
import { parsingWork } from './find';
import { InvalidFile } from './invalid-file';
import { MOST_COLUMNS } from './record-scanner';
import { sheetNumber } from './sheet-number';
import { appended, lineOf, type Workbook, walk } from './workbook';

const MOST_ROWS = 1_048_576;
/** Maximum bytes of CSV per byte of the file. Repeated strings and blank cells make CSV larger, but not this much. */
const MOST_GROWTH = 50;
/** Bytes of a sheet above which it is streamed, without looking for merged cells first: only programs write so many rows. */
const LARGE = 10_000_000;
/** Maximum length of the list of merged cells. */
const MOST_MERGES = 1_000_000;

const TOO_LARGE = 'This sheet is too large. Save it as CSV.';

/** Bytes of CSV that all sheets of a workbook may become together, by the size of the workbook. */
export const sheetBudget = (bytes: number) => ({
  left: Math.min(Math.max(HARMLESS, bytes * MOST_GROWTH), MOST_INFLATED),
});

/**
 * Converts a sheet to CSV with commas in UTF-8: formulas by their stored values, errors as blank cells, line breaks in cells
 * as U+2028, cells that are merged downwards in each row (unless the sheet is large), blank rows as blank lines. Throws
 * `InvalidFile`, also for more CSV than `budget` has left.
 */
export async function* sheetToCsv(
  archive: Archive,
  { styles, strings, date1904 }: Workbook,
  path: string,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  const isLarge = archive.size(path) > LARGE;
  const chunks: Uint8Array[] = [];
  if (!isLarge) for await (const chunk of archive.bytes(path)) chunks.push(chunk);
  const merges = readMerges(Buffer.concat(chunks));
  const merged = new Map<number, { to: number; value: string }>();
  const encoder = new TextEncoder();
  let csv = '';
  let row = 0;
  let cells: string[] = [];
  let cell = { column: 0, type: '', style: 0 };
  let value = '';
  /** The text of the present cell. */
  const cellText = () => {
    if (cell.type === 's') return strings[Number(value)] ?? '';
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (cell.type === 'n') return sheetNumber(value, styles[cell.style], date1904);
    if (cell.type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
    return cell.type === 'e' ? '' : lineOf(value);
  };
  const lines = walk(isLarge ? archive.bytes(path) : chunks, {
    open(name, attributes) {
      if (name === 'row') {
        const next = Number(attributes.r);
        const number = next > row && next <= MOST_ROWS ? next : row + 1;
        if (number > MOST_ROWS) throw new InvalidFile(TOO_LARGE);
        csv += '\r\n'.repeat(number - row - 1);
        row = number;
        cells = [];
        cell.column = 0;
      } else if (name === 'c') {
        const column = toColumnIndex(attributes.r) ?? cell.column + 1;
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        value = '';
      }
    },
    text(name, text) {
      if (name === 'v' || name === 't') value = appended(value, text);
    },
    close(name) {
      if (name === 'row') {
        fillMerged(cells, row, merges, merged);
        csv += csvRow(cells, ',');
      }
      if (csv.length > budget.left) throw new InvalidFile(TOO_LARGE);
      // One column too many is enough to reject the row.
      if (name !== 'c' || value === '' || cell.column > MOST_COLUMNS + 1) return;
      parsingWork.steps += Math.max(cell.column - cells.length, 0);
      while (cells.length < cell.column - 1) cells.push('');
      cells[cell.column - 1] = cellText();
    },
  });
  for await (const _ of lines) {
    budget.left -= csv.length;
    if (csv) yield encoder.encode(csv);
    csv = '';
  }
}

/** Last rows of cells that are merged downwards, by first row and column. */
type Merges = Map<number, Map<number, number>>;

/** Finds cells that are merged downwards, which a sheet lists after its rows. */
function readMerges(sheet: Buffer): Merges {
  const at = sheet.indexOf('mergeCell');
  const tail = at < 0 ? '' : sheet.toString('latin1', at, at + MOST_MERGES);
  const merges: Merges = new Map();
  const pattern = /mergeCell\s[^<>]{0,100}?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
  for (const [, letters, from, to] of tail.matchAll(pattern)) {
    const [row, column] = [Number(from), toColumnIndex(letters) ?? 1];
    if (Number(to) <= row || column > MOST_COLUMNS) continue;
    const inRow = merges.get(row) ?? new Map<number, number>();
    merges.set(row, inRow.set(column, Number(to)));
  }
  return merges;
}

/**
 * Fills cells of a row that are merged with a row above, unless the row has no value of its own. Then notes in `merged` the
 * cells that are merged from this row down.
 */
function fillMerged(
  cells: string[],
  row: number,
  merges: Merges,
  merged: Map<number, { to: number; value: string }>,
): void {
  parsingWork.steps += merged.size;
  if (merged.size > 0 && cells.some(Boolean))
    for (const [column, { to, value }] of merged)
      if (row > to) merged.delete(column);
      else {
        while (cells.length < column) cells.push('');
        cells[column - 1] ||= value;
      }
  for (const [column, to] of merges.get(row) ?? [])
    if (cells[column - 1]) merged.set(column, { to, value: cells[column - 1] ?? '' });
}

/** Index of a column from 1: 1 for `A7`, 27 for `AA7`; `null` without letters. */
function toColumnIndex(reference = ''): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) : null;
}
