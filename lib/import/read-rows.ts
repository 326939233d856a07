import type { ImportFormat } from '@/lib/contract/import';
import { type FileRow, RecordScanner } from './record-scanner';

const PIECE = 64 * 1024;
const BATCH = 1_000;

/**
 * The records of a delimited file, up to 1,000 at a time, in constant memory. The header, if the format has one, is the
 * first. Ragged rows stay as they are, blank ones are skipped; rows that cannot be read have a `problem` and end nothing.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  format: ImportFormat,
): AsyncGenerator<FileRow[]> {
  const scanner = new RecordScanner(format.delimiter);
  for await (const text of decoded(bytes, format.encoding)) yield* batches(scanner.read(text));
  yield* batches(scanner.read('', true));
}

/** Text without the byte order mark, in pieces. */
async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: ImportFormat['encoding'],
): AsyncGenerator<string> {
  // Node 20 decodes Windows-1252 as Latin-1 unless it is asked to stream.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes)
    for (let from = 0; from < chunk.length; from += PIECE)
      yield decoder.decode(chunk.subarray(from, from + PIECE), { stream: true });
  const rest = decoder.decode();
  if (rest) yield rest;
}

function* batches(rows: FileRow[]): Generator<FileRow[]> {
  // `sep=;` in the first line is a word to Excel.
  const first = rows[0];
  if (first?.line === 1 && /^sep=/i.test(first.cells[0] ?? '') && first.cells.length <= 2) rows.shift();
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
