import { closeSync, fsyncSync, openSync } from 'node:fs';

// Plain JavaScript, because the embedded database's worker thread uses it, too.

/** Errors of unreadable folders, and of file systems that cannot fsync folders. Ignored, as PostgreSQL does. */
const IGNORED = new Set(['EACCES', 'EBADF', 'EINVAL']);

/**
 * Syncs the entries of a folder to the disk, if it can be read and synced; otherwise a power cut may lose new files.
 *
 * @param {string} folder
 */
export function syncFolder(folder) {
  let descriptor;
  try {
    descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
  } catch (cause) {
    if (!IGNORED.has(/** @type {NodeJS.ErrnoException} */ (cause).code ?? '')) throw cause;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
