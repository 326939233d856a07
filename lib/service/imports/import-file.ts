import { IMPORT_FILE_LIMIT } from '@/lib/contract/import';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** Chunk numbers reserved for each table of a file. */
const TABLE = 10_000;
/** Bytes per chunk of a file. */
const CHUNK = 512 * 1024;

/** Writes a chunk of the file of an import or export. */
export const writeFileChunk = scoped(
  'write_import_file',
  'insert into import_files (organization_id, import_id, number, bytes) select $1, $2, $3, $4',
);
const read = scoped<{ bytes: Uint8Array }>(
  'read_import_file',
  'select bytes from import_files where organization_id = $1 and import_id = $2 and number = $3',
);
/** SQL: clears the lines and cells that an import keeps of its file. */
export const withoutLines = `columns = without_samples(columns), corrections = null,
  format = jsonb_set(format, '{tables}', (select jsonb_agg(t || '{"sample": ""}' order by n)
    from jsonb_array_elements(format -> 'tables') with ordinality as e (t, n)))`;

/** Deletes the file of an import. */
export const removeFile = scoped(
  'remove_import_file',
  'delete from import_files where organization_id = $1 and import_id = $2',
);

/** Deletes the files of imports and exports. */
export const removeFiles = scoped(
  'remove_import_files',
  'delete from import_files where organization_id = $1 and import_id = any($2::uuid[])',
);

export class FileTooLarge extends Error {}

/** The organization has no more room for the file. */
export class StorageFull extends Error {}

/**
 * Stores a file, or a table of one, as it arrives, and returns its size in bytes. If that fails, the whole file is removed,
 * with tables stored before.
 *
 * @throws FileTooLarge beyond `IMPORT_FILE_LIMIT`, or StorageFull if it has more than `room` bytes.
 */
export async function storeFile(
  context: RequestContext,
  importId: string,
  bytes: AsyncIterable<Uint8Array>,
  room = Number.POSITIVE_INFINITY,
  table = 0,
): Promise<number> {
  let [size, number] = [0, table * TABLE];
  let waiting: Uint8Array[] = [];
  let waitingSize = 0;
  /** Writes what has arrived as the next chunk. */
  const flush = async () => {
    await writeFileChunk(context, importId, ++number, Buffer.concat(waiting));
    [waiting, waitingSize] = [[], 0];
  };
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > IMPORT_FILE_LIMIT) throw new FileTooLarge();
      if (size > room) throw new StorageFull();
      waiting.push(chunk);
      waitingSize += chunk.byteLength;
      if (waitingSize >= CHUNK) await flush();
    }
    if (waitingSize > 0) await flush();
    return size;
  } catch (cause) {
    await removeFile(context, importId);
    throw cause;
  }
}

/** Reads a table of a file in chunks. Calls `onRead` with the number of bytes read so far. */
export async function* readFile(
  context: RequestContext,
  importId: string,
  onRead: (bytes: number) => void = () => {},
  table = 0,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for (let number = table * TABLE + 1; ; number++) {
    const [chunk] = await read(context, importId, number);
    if (!chunk) return;
    size += chunk.bytes.byteLength;
    onRead(size);
    yield chunk.bytes;
  }
}
