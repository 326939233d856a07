import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from './sync-folder';

/**
 * Makes a folder, and those above it that are missing. Node's own recursive way never ends where the file system says of
 * a new folder that its parent is missing although it is there, as `/proc` does (Node 20 to 24).
 *
 * @throws What the file system says of the first folder that cannot be made.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
    syncFolder(path.dirname(folder));
  } catch (cause) {
    // Another start was quicker.
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}
