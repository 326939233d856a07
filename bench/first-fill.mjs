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
 * node bench/first-fill.mjs [--contacts 100000 --milliseconds 20 --engines postgresql,embedded]
 *
 * How long the first copy of a service takes that lists 100 contacts a page and answers after so many milliseconds,
 * beside the time that the calls alone take on this machine with as many under way at once, and that the database alone
 * takes for so many rows: each by itself, one after the other. PostgreSQL is the server of TEST_DATABASE_URL, or the one on 127.0.0.1; its database is made for the
 * run and dropped.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '100000' },
    milliseconds: { type: 'string', default: '20' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});

await bundle(bundleOptions({ 'fill-copy': 'bench/fill-copy.ts', 'bare-fill': 'bench/bare-fill.ts' }));
for (const engine of options.engines.split(',')) await measure(engine);

/** @param {string} engine */
async function measure(engine) {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-fill-'));
  const { port, url, drop } = await location(engine, folder, 'fill');
  const place = url ? [folder, url] : [folder];
  const remote = ['bench/remote.mjs', String(port), options.contacts, options.milliseconds];
  const address = `http://127.0.0.1:${port}/v1`;
  let service = run(remote);
  try {
    await service.printed('ready');
    const filled = run(['dist/fill-copy.js', address, ...place]);
    const took = Number.parseFloat(await filled.ended());
    service.child.kill();
    const atOnce = /(\d+) at once/.exec(await service.ended())?.[1];
    const calls = Math.ceil(Number(options.contacts) / 100);
    service = run(remote);
    await service.printed('ready');
    const asked = run(['bench/bare-calls.mjs', address, String(calls), String(atOnce)]);
    const alone = Number.parseFloat(await asked.ended());
    // Other rows, of another organization; the embedded database in another folder.
    const bare = run(['dist/bare-fill.js', options.contacts, path.join(folder, 'bare'), ...place.slice(1)]);
    const database = Number.parseFloat(await bare.ended());
    console.log(
      `${engine}: ${(took / 1000).toFixed(1)} s; the ${calls} calls alone, ${atOnce} at once: ${(alone / 1000).toFixed(1)} s; ratio ${(took / alone).toFixed(2)}; bare inserts ${(database / 1000).toFixed(1)} s`,
    );
  } finally {
    service.child.kill();
    await drop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} args */
function run(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return {
    child,
    async printed(text) {
      while (!output.includes(text)) await once(child.stdout, 'data');
    },
    async ended() {
      if (child.exitCode === null) await once(child, 'exit');
      return output.trim().split('\n').at(-1) ?? '';
    },
  };
}
