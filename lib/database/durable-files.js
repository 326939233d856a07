import { closeSync, existsSync, fsync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncFolder } from '../system/sync-folder.js';

// Runs in the worker thread of `embedded-engine.ts`, therefore plain JavaScript.

/** @typedef {{ code: string, message: string }} DiskFailure Sent to the main thread before the worker exits. */

/** Errors of a full or broken disk. A failed read only fails its query. */
const DISK_FAILURES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);
/** Errors of file systems that cannot fsync folders. */
const NO_FSYNC = new Set(['EINVAL', 'EBADF']);

/** `NodeFS` with fsync. */
export class DurableFiles extends NodeFS {
  /** Like `NodeFS`, but with fsync, and ends the program if PostgreSQL panics. @type {NodeFS['init']} */
  async init(pg, options) {
    const { emscriptenOpts } = await super.init(pg, options);
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        // PGlite would keep running after a PostgreSQL panic.
        onAbort: () => process.exit(1),
        preRun: [...(emscriptenOpts.preRun ?? []), (/** @type {any} */ { NODEFS }) => makeDurable(NODEFS)],
      },
    };
  }
}

/**
 * Adds fsync, also of folders with new entries, and the exit after a disk failure.
 *
 * @param {any} nodefs Emscripten's file system on Node's.
 */
function makeDurable(nodefs) {
  const { tryFSOperation, node_ops, stream_ops } = nodefs;
  const { mknod, rename } = node_ops;
  /** Folders with new entries that may not be on the disk yet. PostgreSQL does not fsync all of them. */
  const changed = new Set();
  nodefs.tryFSOperation = (/** @type {() => unknown} */ operation) =>
    tryFSOperation(() => {
      try {
        return operation();
      } catch (cause) {
        throw stopIfDiskFailed(cause);
      }
    });
  node_ops.mknod = (/** @type {any[]} */ ...args) => {
    changed.add(nodefs.realPath(args[0]));
    return mknod(...args);
  };
  node_ops.rename = (/** @type {any[]} */ ...args) => {
    changed.add(nodefs.realPath(args[0].parent)).add(nodefs.realPath(args[1]));
    rename(...args);
  };
  stream_ops.fsync = (/** @type {{ nfd: number }} */ { nfd }) =>
    nodefs.tryFSOperation(() => {
      for (const folder of changed) if (existsSync(folder)) syncFolder(folder);
      changed.clear();
      fsyncSync(nfd);
      return 0;
    });
}

/**
 * Exits after a disk failure: the state of the disk is unknown after a failed fsync.
 *
 * @param {unknown} cause Returned if it is any other error.
 */
export function stopIfDiskFailed(cause) {
  const { code = '', syscall, message } = /** @type {NodeJS.ErrnoException} */ (cause);
  const failed = syscall === 'fsync' ? !NO_FSYNC.has(code) : syscall !== 'read' && DISK_FAILURES.has(code);
  if (!failed) return cause;
  parentPort?.postMessage({ code, message }, []);
  return process.exit(1);
}

/** Writes a folder with everything in it from the page cache to the disk. @param {string} folder */
export async function syncAll(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries) if (entry.isDirectory()) await syncAll(join(folder, entry.name));
  // Syncing in parallel takes a fifth of the time.
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  await Promise.all(names.map((name) => syncFile(join(folder, name))));
  syncFolder(folder);
}

/** Writes a file from the page cache to the disk. @param {string} path */
async function syncFile(path) {
  const file = openSync(path, 'r');
  try {
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}
