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
/** In characters. */
export const LONGEST_RECORD = 100_000;

/** Characters that failed attempts to close a quotation mark may read beyond their line, for each that is done. */
const ATTEMPTS = 4;

const TOO_LONG = 'This row is longer than 100,000 characters.';
const TOO_WIDE = 'This row has more than 1,000 columns.';
const UNCLOSED = 'A quotation mark in this row is never closed.';
const GARBLED = 'This row has characters that are damaged, or in another encoding.';

/**
 * Reads records from text that arrives in pieces; any line break counts, blank records are skipped. A quoted cell that does
 * not end properly costs its own line only: the next line is read as if nothing had happened.
 */
export class RecordScanner {
  private text = '';
  private position = 0;
  private line = 1;
  /** Inside a record that is too long, up to the next line break. */
  private skipping = false;
  private last = false;
  private readonly lineFeed = new NextOf('\n');
  private readonly carriageReturn = new NextOf('\r');
  private readonly quote = new NextOf('"');
  private readonly separator: NextOf;
  /** Characters that attempts may still read in vain: they would else read each part of a file once for every line. */
  private spare = ATTEMPTS * LONGEST_RECORD;
  /** Where the last attempt ended. */
  private attempted = 0;

  constructor(private readonly delimiter: string) {
    this.separator = new NextOf(delimiter);
  }

  /** The records that `piece` completes; with `last`, also the one that the file ends in. */
  read(piece: string, last = false): FileRow[] {
    this.text = this.text.slice(this.position) + piece;
    this.position = 0;
    this.last = last;
    for (const mark of this.marks()) mark.reset();
    const rows: FileRow[] = [];
    while (this.position < this.text.length) {
      const row = this.next();
      if (row === 'incomplete') break;
      if (row?.problem || row?.cells.some((cell) => cell.trim() !== '')) rows.push(row);
    }
    return rows;
  }

  private next(): FileRow | null | 'incomplete' {
    const start = this.position;
    const end = this.lineEnd(start);
    if (this.skipping) {
      this.skipping = !this.complete(end);
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
      if (quoted) return this.checked({ ...row, cells: quoted });
      row.problem = UNCLOSED;
      this.spare = Math.max(this.spare - Math.min(this.attempted - start, reach), 0);
      for (const [index, mark] of marks.entries()) mark.reset(before[index]);
    }
    if (end - start > LONGEST_RECORD) row.problem = TOO_LONG;
    const complete = this.complete(end);
    if (!complete && row.problem !== TOO_LONG) return 'incomplete';
    this.skipping = !complete;
    row.cells = this.text.slice(start, Math.min(end, start + LONGEST_RECORD)).split(this.delimiter);
    this.moveTo(complete ? this.afterBreak(end) : end, complete ? 1 : 0);
    return this.checked(row);
  }

  /** Cells of a record with quotation marks, after which `position` stands; `null` when one of them is not closed. */
  private quotedRecord(start: number, reach: number): string[] | null | 'incomplete' {
    const { text, delimiter } = this;
    const cells: string[] = [];
    let breaks = 0;
    for (let from = start; ; ) {
      let open = from;
      while (text[open] === ' ') open++;
      let end: number;
      if (text[open] === '"') {
        let close = this.quote.in(text, open + 1);
        while (text[close + 1] === '"' && close - start <= reach) close = this.quote.in(text, close + 2);
        this.attempted = close;
        if (close - start > reach) return null;
        // The character after the mark tells whether it closes.
        if (close + 1 >= text.length && !(this.last && close < text.length))
          return this.last ? null : 'incomplete';
        const value = text.slice(open + 1, close).replaceAll('""', '"');
        const inside = countBreaks(value);
        end = close + 1;
        while (text[end] === ' ' && delimiter !== ' ') end++;
        const closed =
          end >= text.length || text[end] === delimiter || text[end] === '\n' || text[end] === '\r';
        if (closed) cells.push(value);
        else if (breaks + inside > 0) return null;
        else {
          end = Math.min(this.separator.in(text, end), this.lineEnd(end));
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
      if (!this.complete(end)) return 'incomplete';
      this.moveTo(this.afterBreak(end), breaks + 1);
      return cells;
    }
  }

  private checked(row: FileRow): FileRow {
    if (row.cells.length > MOST_COLUMNS) {
      row.problem ??= TOO_WIDE;
      row.cells.length = MOST_COLUMNS;
    }
    if (row.cells.some((cell) => cell.includes('\ufffd'))) row.problem ??= GARBLED;
    return row;
  }

  /** Whether the line that ends at `end` is there to its end: CR may be the first half of CRLF. */
  private complete(end: number): boolean {
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

  private moveTo(position: number, lines: number): void {
    const done = position - this.position;
    this.spare = Math.min(this.spare + ATTEMPTS * done, ATTEMPTS * LONGEST_RECORD);
    this.position = position;
    this.line += lines;
  }
}

const countBreaks = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0;
