import { cpus } from 'node:os';
import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { ended } from './programs.mjs';

/*
 * node bench/spread.mjs URL…
 *
 * Runs bench/spread.ts on each of these empty databases: one on a plain server, one on a Citus coordinator with two workers.
 */
await bundle(bundleOptions({ spread: 'bench/spread.ts' }));
console.log(`Node ${process.version}, ${cpus().length} cores`);
for (const url of process.argv.slice(2))
  await ended(['dist/spread.js'], { DATABASE_URL: url, CONTACTS: '0' });
