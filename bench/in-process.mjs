import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { eachEngine, ended, location, readArguments } from './programs.mjs';

/*
 * node bench/in-process.mjs writes|synchronize|filters [--contacts 100000 --engines postgresql,embedded]
 *
 * Bundles bench/NAME.ts, which runs the program's code without a server, and runs it on a new database per engine. With
 * --database postgres://…, uses and keeps that database, so that a million contacts for filters are seeded only once.
 */
const {
  values: options,
  positionals: [name],
} = readArguments({ contacts: '100000', database: '' });
await bundle(bundleOptions({ [name]: `bench/${name}.ts` }));
await eachEngine(options.engines, async (engine, folder) => {
  const { env, drop } = await location(engine, folder, name, options.database);
  console.log(`\n${engine}, ${options.contacts} contacts`);
  await ended([`dist/${name}.js`], { ...env, CONTACTS: options.contacts });
  await drop();
});
