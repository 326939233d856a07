import type { ImportFormat } from '@/lib/contract/import';
import { readRows } from './read-rows';
import type { FileRow } from './record-scanner';
import { detectFormat, HEAD } from './text-format';

type Bytes = AsyncIterable<Uint8Array>;

/** The first rows of a file and its format: the probable one, or the one that is asked for. */
export interface FileHead {
  format: ImportFormat;
  /** The header included. */
  rows: string[][];
}

/** Rows that show what the columns hold. */
const HEAD_ROWS = 51;

/**
 * All that reads the bytes of files: bytes in, results out, one after the other. Each may throw `InvalidFile`. `head` and
 * `rows` take little memory, whatever the file; workbooks are read by `readInProcess` only.
 */
export const readers = {
  /** `null` when the file is no table. */
  async *head(bytes: Bytes, format: ImportFormat | null): AsyncGenerator<FileHead | null> {
    const head = await beginning(bytes, HEAD);
    const known = format ?? detectFormat(head);
    if (!known) return yield null;
    const { value = [] }: { value?: FileRow[] } = await readRows(only(head), known).next();
    yield { format: known, rows: value.slice(0, HEAD_ROWS).map(({ cells }) => cells) };
  },
  rows: readRows,
  /** A workbook as CSV. */
  async *csv(bytes: Bytes): AsyncGenerator<Uint8Array> {
    const { xlsxToCsv } = await import('./xlsx-to-csv');
    yield* xlsxToCsv(await beginning(bytes, Number.POSITIVE_INFINITY));
  },
};

export type Readers = typeof readers;

async function beginning(bytes: Bytes, most: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size >= most) break;
  }
  return Buffer.concat(pieces).subarray(0, most);
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
