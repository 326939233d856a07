import { v7 as uuidv7 } from 'uuid';
import type { RequestContext } from '@/lib/database/statement';
import { EncodingSampler } from '@/lib/import/encoding-sampler';
import { type FileKind, fileKind, type TableChunk, type TableStart } from '@/lib/import/file-kind';
import type { Reader } from '@/lib/import/read-in-process';
import { FileTooLarge, readFile, removeFile, storeFile } from './import-file';

/** Most bytes of a file to unpack or convert, which is read as a whole. */
const PACKED_LIMIT = 50 * 1024 * 1024;
/** Bytes that identify a file; they may arrive one by one. */
const HEAD = 100;
/** Bytes of a sample, enough to see whether an encoding is right. */
const SAMPLE = 3_000;

/** A table of an uploaded file: all of a text file, a sheet of a workbook, a file in an archive. */
export interface StoredTable {
  name: string;
  /** Whether encoding and delimiter were guessed and may be wrong. */
  isText: boolean;
  /** Bytes. */
  size: number;
  /** Lines with non-ASCII characters, in base64. */
  sample: string;
}

/** A table that was just stored, with non-ASCII lines from all of it. */
export interface NewTable extends StoredTable {
  lines: Uint8Array;
}

/** Stores a file as it arrives. @returns Its id, the file as a table unless it is empty, and whether to unpack it. */
export async function storeUpload(
  context: RequestContext,
  upload: AsyncIterable<Uint8Array>,
  room: number,
): Promise<{ id: string; tables: NewTable[]; isPacked: boolean }> {
  const id = uuidv7();
  const found: { kind: FileKind } = { kind: 'text' };
  const sampler = new EncodingSampler();
  const size = await storeFile(context, id, inspect(upload, found, sampler), room);
  const table = { name: '', isText: true, size, ...sampledLines(sampler) };
  return { id, tables: size > 0 ? [table] : [], isPacked: found.kind !== 'text' };
}

/** Passes the bytes on, notes the kind of file, and samples a text. @throws FileTooLarge if it is too large to unpack. */
async function* inspect(
  bytes: AsyncIterable<Uint8Array>,
  found: { kind: FileKind },
  sampler: EncodingSampler,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD)]);
    if (size < HEAD) found.kind = fileKind(head);
    size += chunk.byteLength;
    if (found.kind === 'text') sampler.add(chunk);
    else if (size > PACKED_LIMIT && found.kind !== 'vcard') throw new FileTooLarge();
    yield chunk;
  }
}

/**
 * Replaces a stored file by its tables, under a new id. If that fails, neither is kept. @returns The id, and the tables
 * that are not empty.
 */
export async function unpack(
  context: RequestContext,
  packedId: string,
  room: number,
  reader: Reader,
): Promise<{ id: string; tables: NewTable[] }> {
  const id = uuidv7();
  const tables: NewTable[] = [];
  const chunks = reader.read('tables', readFile(context, packedId), null);
  let left = room;
  try {
    for (let start = await nextStart(chunks); start; ) {
      const following: { start?: TableStart } = {};
      const sampler = new EncodingSampler();
      const bytes = untilNext(chunks, sampler, following);
      const size = await storeFile(context, id, bytes, left, tables.length);
      left -= size;
      const name = distinctName(start.table, tables);
      if (size > 0) tables.push({ name, isText: start.isText, size, ...sampledLines(sampler) });
      start = following.start;
    }
    return { id, tables };
  } catch (cause) {
    await removeFile(context, id);
    throw cause;
  } finally {
    await chunks.return(undefined);
    await removeFile(context, packedId);
  }
}

/** Reads the beginning of the first table; `undefined` if there is none. */
async function nextStart(chunks: AsyncIterator<TableChunk, unknown>): Promise<TableStart | undefined> {
  const { value, done } = await chunks.next();
  return done ? undefined : (value as TableStart);
}

/** The bytes of one table; leaves the beginning of the next one in `following`. */
async function* untilNext(
  chunks: AsyncIterator<TableChunk, unknown>,
  sampler: EncodingSampler,
  following: { start?: TableStart },
): AsyncGenerator<Uint8Array> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    if (!(next.value instanceof Uint8Array)) {
      following.start = next.value;
      return;
    }
    sampler.add(next.value);
    yield next.value;
  }
}

/** Shortens the name of a table, and numbers it if an earlier table has it. */
const distinctName = (name: string, tables: StoredTable[]) => {
  const short = name.slice(0, 150);
  return tables.some((table) => table.name === short) ? `${short} (${tables.length + 1})` : short;
};

/** Lines with non-ASCII characters: all that were sampled, and the first of them in base64, which is kept. */
const sampledLines = ({ bytes }: EncodingSampler) => ({
  lines: bytes,
  sample: Buffer.from(bytes.subarray(0, SAMPLE)).toString('base64'),
});
