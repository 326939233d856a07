import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '@/lib/system/start-error';
import { syncFolder } from '@/lib/system/sync-folder';
import { type BackupLine, type BackupOrigin, readBackup } from './backup';
import type { Database } from './database';

/** Pieces of text that are read while others are compressed. */
const PIECES_AHEAD = 8;

async function* joined(lines: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = '';
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Writes a backup under its name only once it is complete and on the disk. */
async function writeBackupFile(file: string, lines: () => AsyncIterable<unknown>): Promise<void> {
  const partial = `${file}.part`;
  // Somebody else may be writing it.
  const bytes = createWriteStream(partial, { mode: 0o600, flush: true, flags: 'wx' });
  await once(bytes, 'open');
  try {
    await pipeline(
      Readable.from(joined(lines()), { highWaterMark: PIECES_AHEAD }),
      createGzip({ level: 1 }),
      bytes,
    );
    await rename(partial, file);
    syncFolder(path.dirname(file));
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  }
}

/** The lines of a backup in a file. @throws StartError if it cannot be read. */
export async function* backupLines(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  await once(bytes, 'open').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`The backup ${file} cannot be read (${cause.code}).`, { cause });
  });
  const text = createGunzip().setEncoding('utf8');
  // Errors of either end the loop.
  pipeline(bytes, text).catch(() => {});
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * Backs up a database into a new file, and returns the number of rows.
 *
 * @throws StartError if the file cannot be written.
 */
export async function backupTo(file: string, database: Database, origin: BackupOrigin): Promise<number> {
  return writeBackup(file, () => readBackup(database, origin));
}

/** The same with lines that are read anyhow. */
export async function writeBackup(file: string, lines: () => AsyncIterable<BackupLine>): Promise<number> {
  let rows = 0;
  async function* counted() {
    for await (const line of lines()) {
      if (typeof line === 'object' && 'rows' in line) rows += line.rows;
      yield line;
    }
  }
  await writeBackupFile(file, counted).catch((cause: NodeJS.ErrnoException) => {
    if (!cause.syscall || cause.code === 'EEXIST') throw cause;
    throw new StartError(`The backup ${file} cannot be written (${cause.code}).`, { cause });
  });
  return rows;
}
