import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { makeFolder } from '@/lib/system/make-folder';
import { StartError } from '@/lib/system/start-error';
import type { DiskFailure } from './durable-files';

export interface Lock {
  /** Lets the next process have the folder. */
  release(): void;
}

interface Holder {
  pid: number;
  host: string;
  since: string;
}

/**
 * Takes the data folder for this process alone, making the folder if it is not there.
 *
 * Two processes on one embedded database lose acknowledged writes without an error, so the lock must be one that
 * the operating system holds: on the open file, gone with the process however it dies. A file with a pid in it is
 * none, because pids are used again and two containers on one volume are both pid 1. Node has no call for `flock(2)`,
 * so on Linux the `flock` command takes it on a descriptor it inherits: the lock belongs to the open file that both
 * share, and stays when the command has ended. macOS can lock as part of opening. The file is never
 * removed: a starter that waits on a removed file would lock a different one than the next.
 *
 * What stands in the file names the holder to people and decides nothing.
 *
 * @throws StartError when another process holds it, or when the folder cannot be used.
 */
export function acquireLock(dataDir: string): Lock {
  const file = path.join(dataDir, 'lock');
  const descriptor = openLocked(dataDir, file);
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  try {
    ftruncateSync(descriptor, writeSync(descriptor, `${JSON.stringify(holder)}\n`, 0));
  } catch (cause) {
    closeSync(descriptor);
    throw unusable(dataDir, cause);
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      ftruncateSync(descriptor);
      closeSync(descriptor);
    },
  };
}

/** Of `open(2)` on macOS; Node passes it on, but has no name for it. */
const O_EXLOCK = 0x20;

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
      ? 'The command "flock" is needed to lock the data folder: install the package util-linux.'
      : `The file system of ${dataDir} cannot lock files (${stderr.trim()}): set DATA_DIR to a folder on another.`,
  );
}

function unusable(dataDir: string, cause: unknown): StartError {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return diskFull(dataDir, cause);
  return new StartError(
    `The data folder ${dataDir} cannot be used (${code}): make it a folder that this user may read and write, or set DATA_DIR to another.`,
    { cause },
  );
}

/** Why the program ends that has a database there: PostgreSQL panics then. */
export function diskFailed(folder: string, failure: DiskFailure): StartError {
  if (failure.code === 'ENOSPC' || failure.code === 'EDQUOT') return diskFull(folder, failure);
  return new StartError(
    `The disk of ${folder} failed (${failure.message}), and the program ended: check the disk before starting it again.`,
    { cause: failure },
  );
}

/** Why nothing can be written there. */
function diskFull(folder: string, cause: unknown): StartError {
  return new StartError(
    `The disk of ${folder} is full: make room on it, or set DATA_DIR to a folder on another.`,
    { cause },
  );
}

function heldError(dataDir: string, file: string): StartError {
  const holder = readHolder(file);
  const who = holder
    ? `process ${holder.pid} on ${holder.host} since ${holder.since}`
    : 'another process that is just starting or stopping';
  return new StartError(
    `The data folder ${dataDir} is in use by ${who}: stop that one first, or set DATA_DIR to another folder.`,
  );
}

function readHolder(file: string): Holder | undefined {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>;
    return found.pid && found.host && found.since ? (found as Holder) : undefined;
  } catch {
    // The holder has locked the file and not written into it yet.
    return undefined;
  }
}
