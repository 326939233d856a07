import type { ImportFormat } from '@/lib/contract/import';
import { startTurns } from './in-turns';
import { type FileRow, RecordScanner } from './record-scanner';
import { textSource } from './text-encoding';

/** Format of the file. */
export type TextFormat = Pick<ImportFormat, 'encoding' | 'delimiter' | 'quotes' | 'firstLine'>;

const CHUNK = 64 * 1024;
const BATCH = 1_000;

/**
 * Yields the records of a delimited file from `firstLine` on, up to 1,000 at a time, in constant memory. A header is the first
 * record. Keeps ragged rows and skips blank ones; rows that cannot be read have a `problem`, and reading continues.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: TextFormat,
): AsyncGenerator<FileRow[]> {
  const scanner = new RecordScanner(format.delimiter, format.quotes);
  const { firstLine } = format;
  const giveWay = startTurns();
  let isBefore = true;
  for await (const text of decodeChunks(bytes, format.encoding)) {
    await giveWay();
    const rows = scanner.read(text);
    yield* toBatches(isBefore ? rows.filter(({ line }) => line >= firstLine) : rows);
    isBefore &&= (rows.at(-1)?.line ?? 0) < firstLine;
  }
  yield* toBatches(scanner.read('', true).filter(({ line }) => line >= firstLine));
}

/** Decodes bytes to text in chunks. */
async function* decodeChunks(
  bytes: AsyncIterable<Uint8Array>,
  encoding: ImportFormat['encoding'],
): AsyncGenerator<string> {
  const source = textSource(encoding);
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += CHUNK)
      yield source.read(chunk.subarray(from, from + CHUNK));
  const rest = source.read(new Uint8Array(), true);
  if (rest) yield rest;
}

/** Splits rows into batches of 1,000; removes a first line `sep=;` from them. */
function* toBatches(rows: FileRow[]): Generator<FileRow[]> {
  // `sep=;` in the first line names the delimiter for Excel.
  const first = rows[0];
  if (first?.line === 1 && /^sep=/i.test(first.cells[0] ?? '') && first.cells.length <= 2) rows.shift();
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
