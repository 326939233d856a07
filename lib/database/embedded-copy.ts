import { constants } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { freeBytes, LOW_DISK_BYTES } from '@/lib/system/free-disk';
import { sizeOf } from './embedded-engine';

/** Folder names of copies: that of the database, this, and something of their own. */
const COPY = '.copy-';

/**
 * Copies the folder of an embedded database as it is between two transactions. Others wait for the copying, not for
 * those who read the copy. `null` if that would leave less than `least` bytes of the disk.
 */
export async function copyFolder(
  folder: string,
  pool: pg.Pool,
  least = LOW_DISK_BYTES,
): Promise<string | null> {
  if ((await freeBytes(folder)) - sizeOf(folder) < least) return null;
  const copy = await mkdtemp(`${folder}${COPY}`);
  // The only session: nothing is written meanwhile.
  const client = await pool.connect();
  try {
    // Writes what only the page cache has, so that the copy has little to recover.
    await client.query('checkpoint');
    await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    return copy;
  } catch (cause) {
    await rm(copy, { recursive: true, force: true });
    throw cause;
  } finally {
    client.release();
  }
}

/** Removes copies that a killed program has left. */
export async function removeCopies(folder: string): Promise<void> {
  const names = await readdir(path.dirname(folder));
  for (const name of names.filter((one) => one.startsWith(path.basename(folder) + COPY)))
    await rm(path.join(path.dirname(folder), name), { recursive: true, force: true });
}
