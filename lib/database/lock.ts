import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { makeFolder } from '@/lib/system/make-folder';
import { StartError } from '@/lib/system/start-error';
import type { DiskFailure } from './durable-files';

export interface Lock {
  /** Writes the holder's address for operator commands into the lock file. */
  announce(address: string): void;
  release(): void;
}

interface Holder {
  pid: number;
  host: string;
  since: string;
  /** Address for operator commands, once the holder listens. */
  address?: string;
}

/** Thrown if another process holds the lock of the data folder. */
export class FolderInUse extends StartError {
  constructor(
    message: string,
    readonly holder: Holder | undefined,
  ) {
    super(message);
  }
}

/**
 * Locks the data folder for this process, creating it if missing. Two processes on one embedded database would silently
 * lose committed writes.
 *
 * The lock is an advisory lock of the operating system, which ends with the process; pids are reused, and are 1 in every
 * container. Node cannot call `flock(2)`, so on Linux the `flock` command locks an inherited descriptor, and the lock
 * stays with the open file; macOS locks on opening. The file is never deleted: two processes could lock different
 * inodes. Its content only tells who holds the lock.
 *
 * @throws FolderInUse if another process holds the lock; StartError if the folder cannot be used.
 */
export function acquireLock(dataDir: string): Lock {
  const file = path.join(dataDir, 'lock');
  const descriptor = openLocked(dataDir, file);
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  const write = (told: Holder) =>
    ftruncateSync(descriptor, writeSync(descriptor, `${JSON.stringify(told)}\n`, 0));
  try {
    write(holder);
  } catch (cause) {
    closeSync(descriptor);
    throw unusable(dataDir, cause);
  }
  let held = true;
  return {
    announce: (address) => write({ ...holder, address }),
    /** Empties the file and unlocks it; does nothing the second time. */
    release() {
      if (!held) return;
      held = false;
      ftruncateSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/** Flag of `open(2)` on macOS that Node does not name. */
const O_EXLOCK = 0x20;

/** Opens and locks the file; returns its descriptor. Throws as `acquireLock` does. */
function openLocked(dataDir: string, file: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT;
  let descriptor: number;
  try {
    makeFolder(dataDir);
    if (process.platform === 'darwin') return openSync(file, flags | O_EXLOCK | constants.O_NONBLOCK, 0o600);
    descriptor = openSync(file, flags, 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EAGAIN') throw heldError(dataDir, file);
    throw unusable(dataDir, cause);
  }
  const { status, error, stderr } = spawnSync('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
    encoding: 'utf8',
  });
  if (status === 0) return descriptor;
  closeSync(descriptor);
  if (status === 1) throw heldError(dataDir, file);
  throw new StartError(
    error
      ? 'Locking the data folder needs the command "flock": install the package util-linux.'
      : `The file system of ${dataDir} cannot lock files (${stderr.trim()}): set DATA_DIR to a folder on another one.`,
  );
}

/** The error for a data folder that cannot be written or is on a full disk. */
function unusable(dataDir: string, cause: unknown): StartError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return diskFull(dataDir, cause);
  return new StartError(
    `The data folder ${dataDir} cannot be used (${code}): make it readable and writable for this user, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** The error for a disk failure in the embedded database: a full disk, or another fault. */
export function diskFailed(folder: string, failure: DiskFailure): StartError {
  if (failure.code === 'ENOSPC' || failure.code === 'EDQUOT') return diskFull(folder, failure);
  return new StartError(
    `The disk of ${folder} failed (${failure.message}): check the disk before starting Roster again.`,
    { cause: failure },
  );
}

/** The error for a full disk. */
function diskFull(folder: string, cause: unknown): StartError {
  return new StartError(
    `The disk of ${folder} is full: free some space, or set DATA_DIR to a folder on another disk.`,
    { cause },
  );
}

/** The error for a folder in use, which names the holder. */
function heldError(dataDir: string, file: string): FolderInUse {
  const holder = readHolder(file);
  const who = holder ? `process ${holder.pid} on ${holder.host} since ${holder.since}` : 'another process';
  return new FolderInUse(
    `The data folder ${dataDir} is in use by ${who}: stop it first, or set DATA_DIR to another folder.`,
    holder,
  );
}

/** Reads who holds the lock; `undefined` if the holder has not written that yet. */
function readHolder(file: string): Holder | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    return found.pid && found.host && found.since ? (found as Holder) : undefined;
  } catch {
    // The holder has not written to it yet.
    return undefined;
  }
}
