import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Free space below which the operator has to act soon. */
export const LOW_DISK_BYTES = 2_000_000_000;

/** Free bytes on the disk of a folder, which need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(path.resolve(folder));
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return freeBytes(parent);
  }
}

/** The folder with the least free space, if that is less than `least` bytes; else `null`. Ignores disks that cannot be read. */
export async function lowDisk(
  folders: string[],
  least = LOW_DISK_BYTES,
): Promise<{ folder: string; free: number } | null> {
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, free: await freeBytes(folder).catch(() => least) })),
  );
  const [fullest] = found.filter(({ free }) => free < least).sort((one, other) => one.free - other.free);
  return fullest ?? null;
}
