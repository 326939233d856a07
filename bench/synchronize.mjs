import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { root } from '../scripts/sources.mjs';
import { location } from './programs.mjs';

/*
 * node bench/synchronize.mjs [--contacts 100000 --milliseconds 20 --engines postgresql,embedded]
 *
 * How long the first synchronization with a service takes that lists 100 contacts a page and answers after so many
 * milliseconds. PostgreSQL is the server of TEST_DATABASE_URL, or the one on 127.0.0.1; its database is made and dropped.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '100000' },
    milliseconds: { type: 'string', default: '20' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});

await bundle(bundleOptions({ synchronize: 'bench/synchronize.ts' }));
for (const engine of options.engines.split(',')) {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-sync-'));
  const { port, url, drop } = await location(engine, folder, 'sync');
  const service = run(['bench/remote.mjs', String(port), options.contacts, options.milliseconds]);
  try {
    await once(service.stdout, 'data');
    const sync = run(['dist/synchronize.js', `http://127.0.0.1:${port}/v1`, folder, ...(url ? [url] : [])]);
    let output = '';
    sync.stdout.on('data', (chunk) => (output += chunk));
    await once(sync, 'close');
    console.log(`${engine}: ${output.trim()}`);
  } finally {
    service.kill();
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
function run(args) {
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
}
