import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { ended, location } from './programs.mjs';

/*
 * node bench/in-process.mjs writes|bulk-changes|synchronize [--contacts 100000 --engines postgresql,embedded]
 *
 * Bundles bench/NAME.ts, which runs the program's own code without a server, and runs it on a new database per engine.
 */
const {
  values: options,
  positionals: [name],
} = parseArgs({
  allowPositionals: true,
  options: {
    contacts: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});
await bundle(bundleOptions({ [name]: `bench/${name}.ts` }));
console.log(`Node ${process.version}, ${cpus().length} cores; ${options.contacts} contacts`);
const folder = await mkdtemp(path.join(tmpdir(), 'roster-bench-'));
try {
  for (const engine of options.engines.split(',')) {
    const { dataDir, url, drop } = await location(engine, folder, name);
    console.log(`\n${engine}`);
    await ended([`dist/${name}.js`], {
      DATA_DIR: dataDir,
      CONTACTS: options.contacts,
      ...(url && { DATABASE_URL: url }),
    });
    await drop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
