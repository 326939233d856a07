import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { ended, location } from './programs.mjs';

/*
 * node bench/writes.mjs [--contacts 100000 --engines postgresql,embedded]
 *
 * The write path of contacts beside one INSERT … SELECT into the same tables: upserts, updates and batches of 1,000 among so
 * many contacts, and a batch in a new organization beside them, of which the statistics know nothing.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});
await bundle(bundleOptions({ writes: 'bench/writes.ts' }));
console.log(`Node ${process.version}, ${cpus().length} cores; ${options.contacts} contacts`);
const folder = await mkdtemp(path.join(tmpdir(), 'roster-writes-'));
try {
  for (const engine of options.engines.split(',')) {
    const { dataDir, url, drop } = await location(engine, folder, 'writes');
    const env = { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) };
    console.log(`\n${engine}`);
    await ended(['scripts/run.mjs', 'seed', '--contacts', options.contacts, '--segments', '20'], env);
    await ended(['dist/writes.js'], env);
    await drop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
