import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '@/lib/system/start-error';
import { syncFolder } from '@/lib/system/sync-folder';
import { type BackupLine, type BackupOrigin, MOST_CHARACTERS, readBackup } from './backup';
import type { Database } from './database';

/** Chunks of text read ahead of compression. */
const CHUNKS_AHEAD = 8;

/** Formats lines as JSON, in chunks of text. @throws StartError if a line is too long to be restored. */
async function* formatLines(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    const json = JSON.stringify(line);
    // Restoring rejects longer lines.
    if (json.length > MOST_CHARACTERS) throw new StartError('A row is too long for a backup.');
    text += `${json}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Writes a backup, gzipped, to a stream, which stays open. Returns the number of rows. */
export async function sendBackup(lines: AsyncIterable<BackupLine>, to: Writable): Promise<number> {
  let rows = 0;
  /** Passes lines on, and adds up the rows that the ends of tables state. */
  async function* counted() {
    for await (const line of lines) {
      if (typeof line === 'object' && 'rows' in line) rows += line.rows;
      yield line;
    }
  }
  const text = Readable.from(formatLines(counted()), { highWaterMark: CHUNKS_AHEAD });
  await pipeline(text, createGzip({ level: 1 }), to, { end: false });
  return rows;
}

/**
 * Writes a file under a temporary name, and renames it once it is complete and on the disk. After an error, removes the
 * temporary one.
 *
 * @param fill resolves once it has written everything to the stream.
 * @throws StartError if the file cannot be written; EEXIST if another process is writing it.
 */
export async function writeNewFile<Result>(
  file: string,
  fill: (bytes: Writable) => Promise<Result>,
): Promise<Result> {
  const partial = `${file}.part`;
  try {
    // `wx`: another process may be writing this file.
    const bytes = createWriteStream(partial, { mode: 0o600, flush: true, flags: 'wx' });
    await once(bytes, 'open');
    try {
      const result = await fill(bytes);
      bytes.end();
      await finished(bytes);
      await rename(partial, file);
      syncFolder(path.dirname(file));
      return result;
    } catch (cause) {
      bytes.destroy();
      await rm(partial, { force: true });
      throw cause;
    }
  } catch (cause) {
    const { syscall, code } = cause as NodeJS.ErrnoException;
    if (!syscall || code === 'EEXIST') throw cause;
    throw new StartError(`The backup ${file} cannot be written (${code}).`, { cause });
  }
}

/** Yields the lines of a backup file. @throws StartError if it cannot be opened or a line is too long; zlib's error if damaged. */
export async function* backupLines(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  await once(bytes, 'open').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The backup ${file} cannot be read (${cause.code}).`, { cause });
  });
  const text = createGunzip().setEncoding('utf8');
  // An error of either stream ends the loop below.
  pipeline(bytes, text).catch(() => {});
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of text as AsyncIterable<string>) {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    length += first.length;
    if (length > MOST_CHARACTERS) throw new StartError(`The backup ${file} is damaged: a line is too long.`);
    const next = others.pop();
    if (next === undefined) continue;
    yield parts.join('');
    yield* others;
    parts = [next];
    length = next.length;
  }
  if (length > 0) yield parts.join('');
}

/** Backs up a database into a new file, gzipped. Returns the number of rows. Throws as `writeNewFile` and `readBackup` do. */
export async function backupTo(file: string, database: Database, origin: BackupOrigin): Promise<number> {
  return writeNewFile(file, (bytes) => sendBackup(readBackup(database, origin), bytes));
}
