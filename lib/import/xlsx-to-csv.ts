import { type Archive, HARMLESS, MOST_INFLATED } from './archive';
import { csvRow } from './csv-cell';
import { work } from './find';
import { InvalidFile } from './invalid-file';
import { MOST_COLUMNS } from './record-scanner';
import { sheetNumber } from './sheet-number';
import { appended, lineOf, type Workbook, walk } from './workbook';

const MOST_ROWS = 1_048_576;
/** Bytes of CSV for each byte of the file. Repeated strings and blank cells make it larger, but not so much. */
const MOST_GROWTH = 50;
/** Bytes of a sheet that a program has written, without merged cells: to look for them takes a tenth of the time. */
const LARGE = 10_000_000;
/** Characters that tell of merged cells. */
const MOST_MERGES = 1_000_000;

const TOO_LARGE = 'This sheet is too large. Save it as CSV.';

/** Bytes that all sheets of a workbook of so many bytes may become together. */
export const sheetBudget = (bytes: number) => ({
  left: Math.min(Math.max(HARMLESS, bytes * MOST_GROWTH), MOST_INFLATED),
});

/**
 * A sheet as CSV with commas in UTF-8: formulas by their stored values, errors as blank cells, line breaks in cells as
 * U+2028, cells that are merged downwards in each row, blank rows as blank lines. Throws `InvalidFile`.
 */
export async function* sheetToCsv(
  archive: Archive,
  { styles, strings, date1904 }: Workbook,
  path: string,
  budget: { left: number },
): AsyncGenerator<Uint8Array> {
  const merges = await mergesOf(archive, path);
  const merged = new Map<number, { to: number; value: string }>();
  const encoder = new TextEncoder();
  let csv = '';
  let row = 0;
  let cells: string[] = [];
  let cell = { column: 0, type: '', style: 0 };
  let value = '';
  const shown = () => {
    if (cell.type === 's') return strings[Number(value)] ?? '';
    if (cell.type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (cell.type === 'n') return sheetNumber(value, styles[cell.style], date1904);
    if (cell.type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
    return cell.type === 'e' ? '' : lineOf(value);
  };
  const lines = walk(archive, path, {
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
        const column = columnOf(attributes.r) ?? cell.column + 1;
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
      // One column too many is enough to see that a row has too many.
      if (name !== 'c' || value === '' || cell.column > MOST_COLUMNS + 1) return;
      work.steps += Math.max(cell.column - cells.length, 0);
      while (cells.length < cell.column - 1) cells.push('');
      cells[cell.column - 1] = shown();
    },
  });
  for await (const _ of lines) {
    budget.left -= csv.length;
    if (csv) yield encoder.encode(csv);
    csv = '';
  }
}

/** Cells that are merged downwards, by their first row. */
type Merges = Map<number, { column: number; to: number }[]>;

/** They stand after the rows that they are about. */
async function mergesOf(archive: Archive, path: string): Promise<Merges> {
  if (archive.size(path) > LARGE) return new Map();
  let tail = '';
  let isFound = false;
  for await (const bytes of archive.bytes(path)) {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const at: number = isFound ? 0 : piece.indexOf('mergeCell');
    // The word may be cut where pieces meet.
    if (isFound || at >= 0) tail += piece.toString('latin1', Math.max(at - 10, 0));
    else if (piece.length > 0) tail = piece.toString('latin1', Math.max(piece.length - 10, 0));
    isFound ||= at >= 0 || tail.includes('mergeCell');
    if (tail.length > MOST_MERGES) break;
  }
  const merges: Merges = new Map();
  const pattern = /mergeCell\s[^<>]{0,100}?ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g;
  for (const [, column, from, to] of tail.matchAll(pattern))
    if (Number(to) > Number(from))
      merges.set(Number(from), [
        ...(merges.get(Number(from)) ?? []),
        { column: columnOf(column) ?? 1, to: Number(to) },
      ]);
  return merges;
}

/** Rows without a cell of their own stay blank. */
function fillMerged(
  cells: string[],
  row: number,
  merges: Merges,
  merged: Map<number, { to: number; value: string }>,
): void {
  work.steps += merged.size;
  if (merged.size > 0 && cells.some(Boolean))
    for (const [column, { to, value }] of merged)
      if (row > to) merged.delete(column);
      else if (column <= MOST_COLUMNS) {
        while (cells.length < column) cells.push('');
        cells[column - 1] ||= value;
      }
  for (const { column, to } of merges.get(row) ?? [])
    if (cells[column - 1]) merged.set(column, { to, value: cells[column - 1] ?? '' });
}

/** 1 for `A7`, 27 for `AA7`. */
function columnOf(reference = ''): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) : null;
}
