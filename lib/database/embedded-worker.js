import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { syncFolder } from '../system/sync-folder.js';
import { DurableFiles, stopIfDiskFailed, syncAll } from './durable-files.js';

// The worker thread of `embedded-engine.ts`, therefore plain JavaScript.

/**
 * @typedef {object} EngineOptions `workerData`.
 * @property {string} [dataDir] Data folder; if unset, everything is in memory.
 * @property {Uint8Array} [snapshot] Initial content of a new database.
 * @property {number} sharedBuffers Page cache in megabytes.
 * @property {boolean} [isCopy] Whether the folder is a disposable copy, written without fsync.
 */
/** @typedef {Uint8Array | 'dump' | 'close'} EngineCall Bytes of PostgreSQL's protocol, or a command. */

const { dataDir, snapshot, sharedBuffers, isCopy } = /** @type {EngineOptions} */ (workerData);
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/** Opens the engine with Roster's extensions and settings. @param {import('@electric-sql/pglite').PGliteOptions} options */
const create = (options) =>
  PGlite.create({
    extensions: { btree_gin, pg_trgm },
    startParams: [
      // -F disables fsync, so only copies keep it. The default method, fdatasync, is not available.
      ...PGlite.defaultStartParams.filter((param) => isCopy || param !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      `shared_buffers=${sharedBuffers}MB`,
      // Checkpoints keep at most this much log for reuse.
      '-c',
      'max_wal_size=128MB',
    ],
    // The builtin locale is the same on every machine, and faster than those of the C library.
    initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...options,
  });

const initial = { loadDataDir: snapshot && new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (snapshot)]) };

/** Opens the database in a folder, and creates it if missing. @param {string} folder */
async function openFolder(folder) {
  if (!existsSync(join(folder, 'PG_VERSION'))) {
    // Give the folder its name once it is completely on the disk.
    const draft = `${folder}.new`;
    rmSync(draft, { recursive: true, force: true });
    await (await create({ fs: new DurableFiles(draft), ...initial })).close();
    await syncAll(draft);
    renameSync(draft, folder);
    syncFolder(dirname(folder));
  }
  return create({ fs: new DurableFiles(folder) });
}

const engine = await (dataDir ? openFolder(dataDir) : create(initial)).catch((cause) => {
  throw stopIfDiskFailed(cause);
});

port.on('message', async (/** @type {EngineCall} */ call) => {
  if (call === 'close') {
    await engine.close();
    port.close();
  } else if (call === 'dump') {
    const copy = await engine.dumpDataDir('none');
    answer(new Uint8Array(await copy.arrayBuffer()));
  } else {
    answer(await execute(call));
  }
});
answer(new Uint8Array());

/**
 * Executes a call and returns the bytes of its answer. Without `onRawData`, PGlite would parse all answers and keep them
 * forever.
 *
 * @param {Uint8Array} call
 */
async function execute(call) {
  // The answer to a startup packet is a view of the engine's own buffer.
  if (call[0] === 0) return engine.execProtocolRawSync(call).slice();
  /** @type {Uint8Array[]} */
  const chunks = [];
  // The bytes are a view of the engine's memory.
  const onRawData = (/** @type {Uint8Array} */ bytes) => void chunks.push(bytes.slice());
  await engine.execProtocolRawStream(call, { syncToFs: false, onRawData });
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Sends the answer to the oldest call. @param {Uint8Array} bytes Transferred to the main thread, so no longer usable here. */
function answer(bytes) {
  port.postMessage(bytes, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
}
