import { closeSync, fsyncSync, openSync } from 'node:fs';

// Plain JavaScript: the thread of the embedded database needs it as well.

/** What fails where a folder cannot be read, or where the file system has no fsync of folders: as PostgreSQL, do without. */
const WITHOUT = new Set(['EACCES', 'EBADF', 'EINVAL']);

/**
 * Brings the names in a folder to the disk: without, a power cut can cost a file that was just made.
 *
 * @param {string} folder
 */
export function syncFolder(folder) {
  let descriptor;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (cause) {
    if (!WITHOUT.has(/** @type {NodeJS.ErrnoException} */ (cause).code ?? '')) throw cause;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
