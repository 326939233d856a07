import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from './sync-folder';

/**
 * Creates a folder and its missing parents, synced to the disk. Node's `recursive` option loops forever on file systems such
 * as `/proc` (Node 20 to 24).
 *
 * @throws The error for the first folder that cannot be created.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
    syncFolder(path.dirname(folder));
  } catch (cause) {
    // Another process has created the folder meanwhile.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}
