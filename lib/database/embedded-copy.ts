import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { freeBytes, LOW_DISK_BYTES } from '@/lib/system/free-disk';
import { folderSize } from './embedded-engine';

/** Separates the database's name from a random suffix in the folder name of a copy. */
const COPY = '.copy-';
/** File names of the write-ahead log; their order is that of the log. */
const LOG = /^[\dA-F]{24}$/;

/**
 * Copies the folder of an embedded database between two transactions; requests wait only until it is copied. Returns the
 * copy's path, or `null` if less than `least` bytes of the disk would stay free.
 */
export async function copyFolder(
  folder: string,
  pool: pg.Pool,
  least = LOW_DISK_BYTES,
): Promise<string | null> {
  if ((await freeBytes(folder)) - folderSize(folder) < least) return null;
  const copy = await mkdtemp(`${folder}${COPY}`);
  // Holding the only session keeps everybody else from writing.
  const client = await pool.connect();
  try {
    // Write the page cache to the files, so that the copy has little to recover.
    await client.query('checkpoint');
    const { rows } = await client.query<{ first: string; last: string }>(
      'select redo_wal_file as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last from pg_control_checkpoint()',
    );
    const { first, last } = rows[0] as { first: string; last: string };
    // Earlier log files are no longer needed; later ones are preallocated.
    await copyFiles(folder, copy, (name) => !LOG.test(name) || (name >= first && name <= last));
    return copy;
  } catch (cause) {
    await rm(copy, { recursive: true, force: true });
    throw cause;
  } finally {
    client.release();
  }
}

/** Copies all folders, and the files with names that are needed, in parallel; `cp` takes twice as long. */
async function copyFiles(from: string, to: string, isNeeded: (name: string) => boolean): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const place = ({ parentPath, name }: Dirent) => path.join(to, path.relative(from, parentPath), name);
  for (const entry of entries) if (entry.isDirectory()) await mkdir(place(entry), { recursive: true });
  const files = entries.filter((entry) => entry.isFile() && isNeeded(entry.name));
  await Promise.all(
    files.map((file) =>
      copyFile(path.join(file.parentPath, file.name), place(file), constants.COPYFILE_FICLONE),
    ),
  );
}

/** Removes copies of the folder that a killed program has left beside it. */
export async function removeCopies(folder: string): Promise<void> {
  const names = await readdir(path.dirname(folder));
  for (const name of names.filter((one) => one.startsWith(path.basename(folder) + COPY)))
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
}
