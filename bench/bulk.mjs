import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import pg from 'pg';
import { bundleOptions } from '../scripts/bundle.mjs';
import { root } from '../scripts/sources.mjs';

/*
 * node bench/bulk.mjs [--contacts 100000 --engines postgresql,embedded]
 *
 * What bulk changes take among so many contacts: to decide for whom one is, to delete all, to change the segments of all,
 * and to undo both. PostgreSQL is the server of TEST_DATABASE_URL, or the one on 127.0.0.1; its database is made
 * for the run and dropped.
 */
const { values: options } = parseArgs({
  options: {
    contacts: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'postgresql,embedded' },
  },
});
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

await bundle(bundleOptions({ 'bulk-changes': 'bench/bulk-changes.ts' }));
console.log(`Node ${process.version}, ${cpus().length} cores; ${options.contacts} contacts`);
for (const engine of options.engines.split(',')) await measure(engine);

/** @param {string} engine */
async function measure(engine) {
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-bulk-'));
  const name = `roster_bulk_${process.pid}`;
  const env = { DATA_DIR: folder };
  try {
    if (engine === 'postgresql') {
      await onServer(`create database ${name} encoding 'UTF8' template template0`);
      const url = new URL(server);
      url.pathname = `/${name}`;
      env.DATABASE_URL = url.href;
    }
    const seed = ['--contacts', options.contacts, '--segments', '20', '--referral-codes', '50'];
    await ended(['scripts/run.mjs', 'seed', ...seed], env);
    console.log(`\n${engine}`);
    await ended(['dist/bulk-changes.js'], env);
  } finally {
    if (engine === 'postgresql') await onServer(`drop database if exists ${name} with (force)`);
    await rm(folder, { recursive: true });
  }
}

/** @param {string[]} args */
async function ended(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} failed`);
}

async function onServer(statement) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
