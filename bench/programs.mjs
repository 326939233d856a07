import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { root } from '../scripts/sources.mjs';

const DUPLICATE_DATABASE = '42P04';
const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * A place for data of the engine, `postgresql` or `embedded`, and a free port: a fresh one, or, where it is to be kept, the
 * one that was kept before. `drop` is for afterwards; what is in `folder` its owner removes.
 *
 * @param {string} engine
 * @param {string} folder
 * @param {string} name
 */
export async function location(engine, folder, name, { keep = false } = {}) {
  const port = await freePort();
  const dataDir = path.join(folder, `${engine}-${name}`);
  if (engine === 'embedded') return { port, dataDir, drop: async () => {} };
  const database = keep ? `roster_bench_${name}` : `roster_bench_${name}_${process.pid}`;
  await onServer(`create database ${database} encoding 'UTF8' template template0`).catch((error) => {
    if (!keep || error.code !== DUPLICATE_DATABASE) throw error;
  });
  const url = new URL(server);
  url.pathname = `/${database}`;
  const drop = async () => keep || onServer(`drop database ${database} with (force)`);
  return { port, dataDir, url: url.href, drop };
}

/**
 * Starts a program of this repository; resolves when it has printed `line`, to what stops it.
 *
 * @throws {Error} When it ends before.
 */
export async function start(args, env, line) {
  return (await spawned(args, env, line)).stop;
}

/** The same, with the id of its process. */
export async function spawned(args, env, line) {
  const child = run(args, env, ['ignore', 'pipe', 'inherit']);
  const exit = once(child, 'exit');
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes(line) && resolve());
    void exit.then(() => reject(new Error(`${args.join(' ')} has ended`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { pid: child.pid, stop };
}

/**
 * Runs a program of this repository to its end.
 *
 * @throws {Error} When it fails.
 */
export async function ended(args, env) {
  const [code] = await once(run(args, env, 'inherit'), 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} failed`);
}

function run(args, env, stdio) {
  return spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

async function onServer(statement) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
