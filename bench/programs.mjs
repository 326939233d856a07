import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { root } from '../scripts/sources.mjs';

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Parses the command line with these defaults. @returns {{ values: Record<string, string>, positionals: string[] }} */
export function readArguments(defaults) {
  const given = Object.entries({ ...defaults, engines: 'postgresql,embedded' });
  const options = Object.fromEntries(
    given.map(([name, value]) => [name, { type: 'string', default: value }]),
  );
  return parseArgs({ allowPositionals: true, options });
}

/** Calls `measure` for each of the comma-separated engines, with a temporary folder. */
export async function eachEngine(engines, measure) {
  console.log(`Node ${process.version}, ${cpus().length} cores`);
  const folder = await mkdtemp(path.join(tmpdir(), 'roster-bench-'));
  try {
    for (const engine of engines.split(',')) await measure(engine, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The percentile `p`, from 0 to 1. */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)];
}

/** Waits for the end of the duplicate search that runs after a start and takes a fifth of the CPU. */
export async function searched(port, token) {
  for (;;) {
    const headers = { Authorization: `Bearer ${token}` };
    const response = await fetch(`http://127.0.0.1:${port}/v1/duplicates`, { headers });
    const { meta } = await response.json();
    if (!meta.searching && meta.searchedAt) return;
    await sleep(500);
  }
}

/**
 * Creates a database for an engine and finds a free port. Returns both and the environment for them. `drop` deletes a
 * database on a server; the caller deletes `folder`.
 *
 * @param {string} engine `postgresql` (TEST_DATABASE_URL, or the server on 127.0.0.1) or `embedded`.
 * @param {string} [kept] URL of an existing database to use and keep.
 */
export async function location(engine, folder, name, kept = '') {
  const port = await freePort();
  const dataDir = path.join(folder, `${engine}-${name}`);
  const env = { PORT: String(port), DATA_DIR: dataDir };
  if (engine === 'embedded') return { port, dataDir, env, drop: async () => {} };
  if (kept) return { port, url: kept, env: { ...env, DATABASE_URL: kept }, drop: async () => {} };
  const database = `roster_bench_${name.replaceAll('-', '_')}_${process.pid}`;
  await onServer(`create database ${database} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  const drop = () => onServer(`drop database ${database} with (force)`);
  return { port, url: url.href, env: { ...env, DATABASE_URL: url.href }, drop };
}

/**
 * Starts a program in a folder. Resolves once the program has printed `line`. `said` returns its latest output.
 *
 * @throws {Error} If the program exits before.
 */
export async function start(args, env, line, folder = root) {
  const child = run(args, env, ['ignore', 'pipe', 'inherit'], folder);
  const exit = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (text) => (said = (said + text).slice(-1_000_000)));
  await new Promise((resolve, reject) => {
    child.stdout.on('data', () => said.includes(line) && resolve());
    void exit.then(() => reject(new Error(`${args.join(' ')} has exited`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return {
    pid: child.pid,
    stop,
    kill: () => child.kill('SIGKILL'),
    exitCode: () => child.exitCode,
    said: () => said,
  };
}

/** Runs a program until it exits. @throws {Error} If the exit status is not 0. */
export async function ended(args, env) {
  const [code] = await once(run(args, env, 'inherit'), 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} failed`);
}

/**
 * Runs a command of the program, and kills it after `milliseconds` if given.
 *
 * @returns Exit status, `null` if killed; output; peak memory in MB.
 */
export async function command(args, env, { folder = root, milliseconds = 0 } = {}) {
  const child = run(['scripts/run.mjs', ...args], env, ['ignore', 'pipe', 'pipe'], folder);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  let memory = 0;
  const watch = setInterval(() => (memory = memoryOf(child.pid, 'VmHWM') || memory), 100);
  const timer = milliseconds > 0 && setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [status] = await once(child, 'close');
  clearInterval(watch);
  clearTimeout(timer);
  return { status, said, memory };
}

/** Memory of a process in MB: currently resident, or its peak (`VmHWM`). 0 if the process has ended. */
export function memoryOf(pid, name = 'VmRSS') {
  const found = new RegExp(`${name}:\\s+(\\d+)`).exec(readOf(pid, 'status'));
  return Math.round(Number(found?.[1] ?? 0) / 1024);
}

/** Number of open files and sockets of a process. */
export const descriptorsOf = (pid) => readdirSync(`/proc/${pid}/fd`).length;

/** CPU time of all threads of a process in milliseconds; 0 if the process has ended. */
export function cpuTimeOf(pid) {
  const tasks = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  return tasks.reduce(
    (sum, task) => sum + Number(readOf(pid, `task/${task}/schedstat`).split(' ')[0]) / 1e6,
    0,
  );
}

function readOf(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function run(args, env, stdio, cwd = root) {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio });
}

export async function freePort() {
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
