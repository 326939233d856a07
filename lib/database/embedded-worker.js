import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { syncFolder } from '../system/sync-folder.js';
import { DurableFiles, stopIfDiskFailed, syncAll } from './durable-files.js';

// The thread that `embedded-engine.ts` starts: plain JavaScript, which Node runs as it is.

/**
 * @typedef {object} EngineOptions What `workerData` is.
 * @property {string} [dataDir] Its folder; without one everything is in memory.
 * @property {Uint8Array} [snapshot] What it begins with.
 * @property {number} [sharedBuffers] What it keeps of its files in memory, in megabytes.
 */
/** @typedef {Uint8Array | 'dump' | 'close'} EngineCall Bytes of PostgreSQL's protocol, or what else is wanted. */

const { dataDir, snapshot, sharedBuffers = 128 } = /** @type {EngineOptions} */ (workerData);
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);

/** @param {import('@electric-sql/pglite').PGliteOptions} options */
const create = (options) =>
  PGlite.create({
    extensions: { pg_trgm },
    startParams: [
      // Without fsync (-F) a power cut would cost what was committed. Of `fdatasync`, the default, there is none here.
      ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      `shared_buffers=${sharedBuffers}MB`,
    ],
    // PostgreSQL's own tables of letters, the same on every machine and quicker than those of the C library.
    initDbStartParams: ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...options,
  });

/** What a new database begins with. */
const initial = { loadDataDir: snapshot && new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (snapshot)]) };

/** @param {string} folder */
async function openFolder(folder) {
  if (existsSync(join(folder, 'PG_VERSION'))) {
    // It may be a copy that was just put there.
    await syncAll(folder);
  } else {
    // It gets its name when all of it is on the disk.
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
    // What a startup packet is answered with is a view of the engine's own buffer.
    answer(call[0] === 0 ? engine.execProtocolRawSync(call).slice() : engine.execProtocolRawSync(call));
  }
});
answer(new Uint8Array());

/** @param {Uint8Array} bytes The calls are answered in their order. */
function answer(bytes) {
  port.postMessage(bytes, [/** @type {ArrayBuffer} */ (bytes.buffer)]);
}
