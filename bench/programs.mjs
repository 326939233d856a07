import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { root } from '../scripts/sources.mjs';

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * A new database for an engine, and a free port. `drop` deletes a database on a server; the caller deletes `folder`.
 *
 * @param {string} engine `postgresql` (TEST_DATABASE_URL, or the server on 127.0.0.1) or `embedded`.
 * @param {string} folder
 * @param {string} name
 */
export async function location(engine, folder, name) {
  const port = await freePort();
  const dataDir = path.join(folder, `${engine}-${name}`);
  if (engine === 'embedded') return { port, dataDir, drop: async () => {} };
  const database = `roster_bench_${name.replaceAll('-', '_')}_${process.pid}`;
  await onServer(`create database ${database} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  const drop = () => onServer(`drop database ${database} with (force)`);
  return { port, dataDir, url: url.href, drop };
}

/**
 * Starts a program; resolves once it has printed `line`.
 *
 * @throws {Error} If it exits before.
 */
export async function start(args, env, line) {
  const child = run(args, env, ['ignore', 'pipe', 'inherit']);
  const exit = once(child, 'exit');
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes(line) && resolve());
    void exit.then(() => reject(new Error(`${args.join(' ')} has exited`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { pid: child.pid, stop };
}

/**
 * Runs a program until it exits.
 *
 * @throws {Error} If it fails.
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
