import { SaxesParser } from 'saxes';
import { csvRow } from './csv-cell';
import { work } from './find';
import { InvalidFile } from './invalid-file';
import { MOST_COLUMNS } from './record-scanner';
import { type NumberStyle, numberStyle, sheetNumber } from './sheet-number';
import { asInvalidFile, HARMLESS, MOST_INFLATED, WorkbookParts } from './workbook-parts';

const MOST_ROWS = 1_048_576;
/** Styles of cells that a workbook may have. */
const MOST_STYLES = 65_490;
const MOST_STRINGS = 4_000_000;
/** Of all shared strings together. */
const MOST_CHARACTERS = 100_000_000;
/** Nesting of elements; a workbook has about ten. */
const MOST_DEPTH = 64;
/** Bytes of CSV for each byte of the file. Repeated strings and blank cells make it larger, but not so much. */
const MOST_GROWTH = 50;
/** In characters: as many as a spreadsheet allows. */
const LONGEST_CELL = 32_767;
/** Characters of a number format. */
const LONGEST_FORMAT = 255;

const TOO_LARGE = 'This sheet is too large. Save it as CSV.';
const TOO_MANY = 'This workbook has too many texts or styles. Save the sheet as CSV.';
const TOO_DEEP = 'This file is not a workbook that can be read: its elements are nested too deeply.';

/**
 * The first sheet of an `.xlsx` file as CSV with commas in UTF-8: formulas by their stored values, errors as blank cells, line
 * breaks in cells as spaces, blank rows as blank lines. Throws `InvalidFile`.
 */
export async function* xlsxToCsv(file: Uint8Array): AsyncGenerator<Uint8Array> {
  const parts = await WorkbookParts.open(file);
  const { path, date1904 } = await firstSheet(parts);
  const styles = await numberStyles(parts);
  const strings = await sharedStrings(parts);

  const encoder = new TextEncoder();
  const most = Math.min(Math.max(HARMLESS, file.byteLength * MOST_GROWTH), MOST_INFLATED);
  let csv = '';
  let size = 0;
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
  const lines = walk(parts, path, {
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
      if (name === 'row') csv += csvRow(cells, ',');
      if (size + csv.length > most) throw new InvalidFile(TOO_LARGE);
      // One column too many is enough to see that a row has too many.
      if (name !== 'c' || value === '' || cell.column > MOST_COLUMNS + 1) return;
      work.steps += Math.max(cell.column - cells.length, 0);
      while (cells.length < cell.column - 1) cells.push('');
      cells[cell.column - 1] = shown();
    },
  });
  for await (const _ of lines) {
    size += csv.length;
    if (csv) yield encoder.encode(csv);
    csv = '';
  }
}

const appended = (text: string, more: string) =>
  text.length < LONGEST_CELL ? text + more.slice(0, LONGEST_CELL - text.length) : text;

interface Visitor {
  open?(name: string, attributes: Record<string, string>): void;
  /** Text, with the name of the element that it is in. */
  text?(name: string, text: string): void;
  close?(name: string): void;
}

/** Visits the elements of a part, without their prefixes; yields after each piece of it. */
async function* walk(parts: WorkbookParts, path: string, visitor: Visitor): AsyncGenerator<void> {
  const parser = new SaxesParser();
  const names: string[] = [];
  // Furigana stand beside the text that they explain.
  let furigana = 0;
  parser.on('opentag', ({ name, attributes }) => {
    if (names.length === MOST_DEPTH) throw new InvalidFile(TOO_DEEP);
    const local = name.slice(name.indexOf(':') + 1);
    names.push(local);
    if (local === 'rPh') furigana++;
    visitor.open?.(local, attributes);
  });
  parser.on('text', (text) => furigana > 0 || visitor.text?.(names.at(-1) ?? '', text));
  parser.on('closetag', () => {
    const name = names.pop()!;
    if (name === 'rPh') furigana--;
    visitor.close?.(name);
  });
  for await (const piece of parts.read(path)) {
    work.steps += piece.length;
    try {
      parser.write(piece);
    } catch (error) {
      throw asInvalidFile(error);
    }
    yield;
  }
}

async function visit(parts: WorkbookParts, path: string, visitor: Visitor): Promise<void> {
  for await (const _ of walk(parts, path, visitor));
}

async function firstSheet(parts: WorkbookParts): Promise<{ path: string; date1904: boolean }> {
  let id: string | undefined;
  let date1904 = false;
  let target = 'worksheets/sheet1.xml';
  await visit(parts, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name === 'sheet') id ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  await visit(parts, 'xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target ?? target;
    },
  });
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, date1904 };
}

async function numberStyles(parts: WorkbookParts): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let inCells = false;
  if (parts.has('xl/styles.xml'))
    await visit(parts, 'xl/styles.xml', {
      open(name, { numFmtId, formatCode }) {
        if (Math.max(codes.size, styles.length) >= MOST_STYLES) throw new InvalidFile(TOO_MANY);
        if (name === 'numFmt') codes.set(Number(numFmtId), (formatCode ?? '').slice(0, LONGEST_FORMAT));
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells)
          styles.push(numberStyle(Number(numFmtId), codes.get(Number(numFmtId))));
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    });
  return styles;
}

async function sharedStrings(parts: WorkbookParts): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  let string = '';
  if (parts.has('xl/sharedStrings.xml'))
    await visit(parts, 'xl/sharedStrings.xml', {
      text(name, text) {
        if (name === 't') string = appended(string, text);
      },
      close(name) {
        if (name !== 'si') return;
        strings.push(lineOf(string));
        characters += string.length;
        if (strings.length > MOST_STRINGS || characters > MOST_CHARACTERS) throw new InvalidFile(TOO_MANY);
        string = '';
      },
    });
  return strings;
}

/** Text on one line; `_x000A_` is how SpreadsheetML writes a line feed, for example. */
const lineOf = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .split(/[\r\n]+/)
    .map((line, index) => (index === 0 ? line.trimEnd() : line.trim()))
    .join(' ')
    .slice(0, LONGEST_CELL);

/** 1 for `A7`, 27 for `AA7`. */
function columnOf(reference = ''): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) : null;
}
