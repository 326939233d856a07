import { statfs } from 'node:fs/promises';

/** Below this, somebody has to do something soon. */
export const LOW_DISK_BYTES = 2_000_000_000;

/** Bytes that the program may still write where the folder is. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Warns before the database, uploads or the secret cannot be written any more. */
export async function warnOfFullDisk(
  { dataDir }: { dataDir: string },
  log: { warn(fields: object, message: string): void },
): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free < LOW_DISK_BYTES)
    log.warn({ free }, `The disk of ${dataDir} has less than 2 GB left: free some space before it is full.`);
}
