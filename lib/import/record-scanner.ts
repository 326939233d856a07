import type { ImportFormat } from '@/lib/contract/import';
import { NextOf } from './find';

/** A record of a delimited file. */
export interface FileRow {
  /** The line of the file where the record begins, from 1. */
  line: number;
  cells: string[];
  /** Why the record cannot be imported, for people; `cells` may be shortened then. */
  problem?: string;
}

export const MOST_COLUMNS = 1_000;
/** Maximum length of a record, in characters. */
export const LONGEST_RECORD = 100_000;

/** Characters that failed attempts to close a quotation mark may read, per character scanned. */
const ATTEMPTS = 4;

/** End-of-file character of DOS. */
const END_OF_FILE = '\x1a';

const TOO_LONG = 'This row is longer than 100,000 characters.';
const TOO_WIDE = 'This row has more than 1,000 columns.';
const UNCLOSED = 'A quotation mark in this row is never closed.';

/**
 * Reads records from text that arrives in chunks; accepts any line break, skips blank records. A quoted cell that does not end
 * properly costs its own line only: the next line is read as usual.
 */
export class RecordScanner {
  private text = '';
  private position = 0;
  private line = 1;
  /** Whether the scanner is inside a record that is too long, up to the next line break. */
  private skipping = false;
  private last = false;
  private readonly lineFeed = new NextOf('\n');
  private readonly carriageReturn = new NextOf('\r');
  private readonly mark: string;
  private readonly quote: NextOf;
  private readonly separator: NextOf;
  /** Characters that attempts may still read in vain. Without a limit, each line could read the rest of the file again. */
  private spare = ATTEMPTS * LONGEST_RECORD;
  /** Position where the last attempt ended. */
  private attempted = 0;

  constructor(
    private readonly delimiter: string,
    private readonly quotes: ImportFormat['quotes'] = 'double',
  ) {
    this.mark = quotes === 'single' ? "'" : '"';
    this.quote = new NextOf(this.mark);
    this.separator = new NextOf(delimiter);
  }

  /** Returns the records that `chunk` completes; with `last`, also the one that the file ends in. */
  read(chunk: string, last = false): FileRow[] {
    this.text = this.text.slice(this.position) + chunk;
    this.position = 0;
    this.last = last;
    for (const mark of this.marks()) mark.reset();
    const rows: FileRow[] = [];
    while (this.position < this.text.length) {
      const row = this.nextRecord();
      if (row === 'incomplete') break;
      if (row?.problem || row?.cells.some((cell) => cell.trim() !== '' && cell !== END_OF_FILE))
        rows.push(row);
    }
    return rows;
  }

  /** Reads a record and moves past it; `null` at the end of a skipped one, `incomplete` if the next chunk has the rest. */
  private nextRecord(): FileRow | null | 'incomplete' {
    const start = this.position;
    const end = this.lineEnd(start);
    if (this.skipping) {
      this.skipping = !this.isLineComplete(end);
      this.moveTo(this.skipping ? end : this.afterBreak(end), this.skipping ? 0 : 1);
      return this.skipping ? 'incomplete' : null;
    }
    const row: FileRow = { line: this.line, cells: [] };
    if (end - start <= LONGEST_RECORD && this.quote.in(this.text, start) < end) {
      const marks = this.marks();
      const before = marks.map((mark) => Object.assign(new NextOf(''), mark));
      const reach = Math.min(LONGEST_RECORD, Math.max(this.spare, end - start));
      const quoted = this.quotedRecord(start, reach);
      if (quoted === 'incomplete') return quoted;
      if (quoted) return this.limitColumns({ ...row, cells: this.unwrapped(quoted) });
      row.problem = UNCLOSED;
      this.spare = Math.max(this.spare - Math.min(this.attempted - start, reach), 0);
      for (const [index, mark] of marks.entries()) mark.reset(before[index]);
    }
    if (end - start > LONGEST_RECORD) row.problem = TOO_LONG;
    const complete = this.isLineComplete(end);
    if (!complete && row.problem !== TOO_LONG) return 'incomplete';
    this.skipping = !complete;
    row.cells = this.text.slice(start, Math.min(end, start + LONGEST_RECORD)).split(this.delimiter);
    this.moveTo(complete ? this.afterBreak(end) : end, complete ? 1 : 0);
    return this.limitColumns(row);
  }

  /**
   * Reads the cells of a record with quotation marks, and moves past it; `null` if a mark is not properly closed within
   * `reach` characters, `incomplete` if that may be in the next chunk.
   */
  private quotedRecord(start: number, reach: number): string[] | null | 'incomplete' {
    const { text, delimiter } = this;
    const cells: string[] = [];
    let breaks = 0;
    for (let from = start; ; ) {
      let open = from;
      while (text[open] === ' ') open++;
      let end: number;
      if (text[open] === this.mark) {
        let close = this.closing(open + 1, start + reach);
        this.attempted = close;
        if (close - start > reach) return null;
        // The character after the mark tells whether it closes.
        if (close + 1 >= text.length && !(this.last && close < text.length))
          return this.last ? null : 'incomplete';
        const inside = countBreaks(text, open, close);
        const after = this.afterSpaces(close + 1);
        if (!this.isCellEnd(after)) {
          if (breaks + inside > 0) return null;
          const line = this.lineEnd(close);
          if (!this.isLineComplete(line)) return 'incomplete';
          close = this.closingInLine(close, line);
        }
        if (close < text.length) {
          cells.push(this.unescape(text.slice(open + 1, close)));
          end = this.afterSpaces(close + 1);
        } else {
          end = Math.min(this.separator.in(text, after), this.lineEnd(after));
          cells.push(text.slice(from, end));
        }
        breaks += inside;
      } else {
        end = Math.min(this.separator.in(text, from), this.lineEnd(from));
        cells.push(text.slice(from, end));
      }
      this.attempted = end;
      if (end - start > reach) return null;
      if (text[end] === delimiter) {
        from = end + 1;
        continue;
      }
      if (!this.isLineComplete(end)) return 'incomplete';
      this.moveTo(this.afterBreak(end), breaks + 1);
      return cells;
    }
  }

  /**
   * Index of the first mark at or after `from` that is neither doubled nor escaped by a backslash; the text's length if there
   * is none. Stops at any mark beyond `reach`.
   */
  private closing(from: number, reach: number): number {
    const { text, mark } = this;
    for (let close = this.quote.in(text, from); ; ) {
      if (close >= text.length || close > reach) return close;
      if (this.isEscaped(close, from)) close = this.quote.in(text, close + 1);
      else if (text[close + 1] === mark) close = this.quote.in(text, close + 2);
      else return close;
    }
  }

  /** Whether a backslash escapes the mark at `at`, in files that escape like that. */
  private isEscaped(at: number, from: number): boolean {
    if (!this.isEscaping) return false;
    let before = at;
    while (before > from && this.text[before - 1] === '\\') before--;
    return (at - before) % 2 === 1;
  }

  /**
   * Index of the mark that ends the cell, after a mark within it; the text's length if none does, or another cell begins
   * before.
   */
  private closingInLine(after: number, line: number): number {
    const { text } = this;
    for (let close = this.quote.in(text, after + 1); close < line; close = this.quote.in(text, close + 1)) {
      let before = close - 1;
      while (text[before] === ' ') before--;
      if (text[before] === this.delimiter) break;
      if (this.isCellEnd(this.afterSpaces(close + 1))) return close;
    }
    return text.length;
  }

  /** Index of the first character from `at` that is not a space. */
  private afterSpaces(at: number): number {
    let end = at;
    while (this.text[end] === ' ' && this.delimiter !== ' ') end++;
    return end;
  }

  /** Whether `at` is a delimiter, a line break or the end of the text. */
  private isCellEnd(at: number): boolean {
    const next = this.text[at];
    return next === undefined || next === this.delimiter || next === '\n' || next === '\r';
  }

  /** Undoes the doubling of marks, and backslashes in files that escape like that. */
  private unescape(value: string): string {
    const single = value.replaceAll(this.mark + this.mark, this.mark);
    return this.isEscaping ? single.replace(/\\(["'\\])/g, '$1') : single;
  }

  private get isEscaping(): boolean {
    return this.quotes === 'backslash' || this.quotes === 'single';
  }

  /** Splits a line that is quoted as a whole into its cells; returns the cells of other lines as they are. */
  private unwrapped(cells: string[]): string[] {
    const [line = ''] = cells;
    if (this.quotes !== 'line' || cells.length !== 1 || !line.includes(this.delimiter)) return cells;
    return new RecordScanner(this.delimiter).read(line, true)[0]?.cells ?? cells;
  }

  /** Cuts a row with more than 1,000 columns, and makes that its problem unless it has one. */
  private limitColumns(row: FileRow): FileRow {
    if (row.cells.length > MOST_COLUMNS) {
      row.problem ??= TOO_WIDE;
      row.cells.length = MOST_COLUMNS;
    }
    return row;
  }

  /** Whether the line that ends at `end` is complete: a CR may be the first half of CRLF. */
  private isLineComplete(end: number): boolean {
    return (
      this.last || (end < this.text.length && !(this.text[end] === '\r' && end + 1 === this.text.length))
    );
  }

  /** Index of the line break at or after `from`, else the length of the text. */
  private lineEnd(from: number): number {
    return Math.min(this.lineFeed.in(this.text, from), this.carriageReturn.in(this.text, from));
  }

  private afterBreak(end: number): number {
    return end + (this.text[end] === '\r' && this.text[end + 1] === '\n' ? 2 : 1);
  }

  private marks = () => [this.lineFeed, this.carriageReturn, this.quote, this.separator];

  /** Moves to `position`, past that many `lines`; the characters passed allow further attempts. */
  private moveTo(position: number, lines: number): void {
    const done = position - this.position;
    this.spare = Math.min(this.spare + ATTEMPTS * done, ATTEMPTS * LONGEST_RECORD);
    this.position = position;
    this.line += lines;
  }
}

const countBreaks = (text: string, from: number, to: number) =>
  text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0;
