import type { ImportEncoding } from '@/lib/contract/import';
import type { TablePiece } from './file-kind';
import { readRows } from './read-rows';

/**
 * What may be run in a process of its own: bytes in, results out, one after the other. Each may throw `InvalidFile`. `rows`
 * takes little memory, whatever the file; the others are read by `readInProcess` only.
 */
export const readers = {
  rows: readRows,
  /** The encoding of text that is not in Unicode. */
  async *encoding(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ImportEncoding> {
    const { legacyEncoding } = await import('./legacy-encoding');
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    yield legacyEncoding(Buffer.concat(pieces));
  },
  /** The tables of a file that is no text. */
  async *tables(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TablePiece> {
    const { tablesOf } = await import('./tables');
    yield* tablesOf(bytes);
  },
};

export type Readers = typeof readers;
