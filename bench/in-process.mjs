import { build as bundle } from 'esbuild';
import { bundleOptions } from '../scripts/bundle.mjs';
import { eachEngine, location, readOptions, runToEnd } from './harness.mjs';

/*
 * node bench/in-process.mjs writes|synchronize|filters|rules [--contacts 100000] [--engines postgresql,embedded] [--database URL]
 *
 * Bundles bench/NAME.ts, which runs the program's code without a server, and runs it on a new database per engine. With
 * --database, uses and keeps that database, so that a million contacts for filters are seeded only once. Filters need some
 * 10,000 contacts, to find people with a value in each field.
 */
const options = readOptions({ contacts: 100_000, database: '', engines: 'postgresql,embedded' });
const [name] = options.positionals;
await bundle(bundleOptions({ [name]: `bench/${name}.ts` }));
await eachEngine(options.engines, async (engine, folder) => {
  const { env, drop } = await location(engine, folder, name, options.database);
  console.log(`\n${engine}, ${options.contacts} contacts`);
  await runToEnd([`dist/${name}.js`], { ...env, CONTACTS: String(options.contacts) });
  await drop();
});
