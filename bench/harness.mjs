import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';

const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
/** Token of the first organization, and secret, of all programs that are measured. */
export const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const CONNECTIONS = 32;
/** Folder of the measured program: `--program`, built or packed. */
let program = root;

/**
 * Parses the command line with these defaults, and `--program`. An option whose default is a number is one. `--help` prints the
 * comment at the top of the program.
 */
export function readOptions(defaults) {
  const known = { program: root, ...defaults };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      ...Object.fromEntries(Object.keys(known).map((name) => [name, { type: 'string' }])),
    },
  });
  if (values.help) {
    const [, comment] = /\/\*\n([^]*?)\*\//.exec(readFileSync(process.argv[1], 'utf8'));
    console.log(comment.replaceAll(/^ \* ?/gm, '').trim());
    process.exit();
  }
  const options = Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(values[name] ?? value) : (values[name] ?? value),
    ]),
  );
  program = options.program;
  return { ...options, positionals };
}

/** Calls `measure` for each of the comma-separated engines, with a temporary folder. */
export async function eachEngine(engines, measure) {
  console.log(`Node ${process.version}, ${cpus().length} cores`);
  for (const engine of engines.split(',')) {
    const folder = await mkdtemp(path.join(tmpdir(), 'roster-bench-'));
    await measure(engine, folder).finally(() => rm(folder, { recursive: true, force: true }));
  }
}

/**
 * Creates a database for an engine and finds a free port. Returns both and the environment for them. `drop` deletes a
 * database on a server; the rest is in `folder`.
 *
 * @param {string} engine `postgresql` (TEST_DATABASE_URL, or the server on 127.0.0.1) or `embedded`.
 * @param {string} [kept] URL of an existing database to use and keep.
 */
export async function location(engine, folder, name, kept = '') {
  const port = await freePort();
  const dataDir = path.join(folder, `${engine}-${name}`);
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    CONTACTS_API_TOKEN: TOKEN,
    APP_SECRET: TOKEN,
    RATE_LIMIT: 'none',
    LOG_LEVEL: 'error',
    DRAIN_DELAY: '0',
    // Endpoints of webhooks that programs open themselves.
    WEBHOOK_HOSTS: 'localhost',
  };
  if (engine === 'embedded') return { port, dataDir, env, drop: async () => {} };
  if (kept) return { port, url: kept, env: { ...env, DATABASE_URL: kept }, drop: async () => {} };
  const database = `roster_bench_${name.replaceAll('-', '_')}_${process.pid}`;
  await query(server, `create database ${database} encoding 'UTF8' template template0`);
  const url = new URL(server);
  url.pathname = `/${database}`;
  const drop = () => query(server, `drop database ${database} with (force)`);
  return { port, url: url.href, env: { ...env, DATABASE_URL: url.href }, drop };
}

let building;
/** Builds the measured program, once, if its sources have changed. */
const built = () => (building ??= program === root && !isBuilt() ? build() : Promise.resolve());

/** Starts Roster; resolves once it is ready. */
export async function startRoster(env, folder = program) {
  await built();
  return start(['scripts/start.mjs'], env, 'Roster is ready', folder);
}

/**
 * Starts a program. Resolves once the program has printed `line`.
 *
 * @throws {Error} If the program exits before.
 */
export async function start(args, env, line, folder = root) {
  const child = run(args, env, ['ignore', 'pipe', 'inherit'], folder);
  const exit = once(child, 'exit');
  let printed = '';
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      printed = (printed + text).slice(-10_000);
      if (printed.includes(line)) resolve();
    });
    void exit.then(() => reject(new Error(`${args.join(' ')} has exited`)));
  });
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal);
    await exit;
  };
  return { pid: child.pid, stop, kill: () => stop('SIGKILL'), exitCode: () => child.exitCode };
}

/** Runs a program until it exits. @throws {Error} If the exit status is not 0. */
export async function runToEnd(args, env) {
  const [code] = await once(run(args, env, 'inherit'), 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} failed`);
}

/**
 * Runs a command of Roster, and kills it after `milliseconds` if given.
 *
 * @returns Exit status, `null` if killed; output; peak memory in MB.
 */
export async function command(args, env, milliseconds = 0) {
  await built();
  const child = run(['scripts/run.mjs', ...args], env, ['ignore', 'pipe', 'pipe'], program);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  let memory = 0;
  const watch = setInterval(() => (memory = memoryOf(child.pid, 'VmHWM') || memory), 100);
  const timer = milliseconds > 0 && setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [status] = await once(child, 'close');
  clearInterval(watch);
  clearTimeout(timer);
  return { status, printed, memory };
}

/** Fills a database with sample contacts, 20 segments and 50 referral codes. */
export async function seed(env, contacts) {
  const counts = ['--contacts', String(contacts), '--segments', '20', '--referral-codes', '50'];
  const { status, printed } = await command(['seed', ...counts], env);
  assert.equal(status, 0, printed);
}

function run(args, env, stdio, cwd = root) {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio });
}

/** Sends a request to the API on a port: text and bytes as a file, everything else as JSON. */
export function request(port, method, target, body, headers) {
  const isFile = typeof body === 'string' || body instanceof Uint8Array;
  return fetch(`http://127.0.0.1:${port}/v1${target}`, {
    method,
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
      ...headers,
    },
    body: isFile ? body : body && JSON.stringify(body),
  });
}

/** Reads JSON; nothing of a 204. */
const readAnswer = async (response) => JSON.parse((await response.text()) || '{}');

/** Calls the API on a port: `call(method, path, body, headers)` resolves to the answer. @throws {Error} If it is not 2xx. */
export const caller =
  (port) =>
  async (...asked) => {
    const response = await request(port, ...asked);
    const answer = await readAnswer(response);
    if (!response.ok)
      throw new Error(`${asked.slice(0, 2).join(' ')}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };

/** As `caller`, but answers any status below 500, and `null` if the program died, starts or stops. */
export const patientCaller =
  (port) =>
  async (...asked) => {
    const response = await request(port, ...asked).catch(() => null);
    const answer = response && (await readAnswer(response).catch(() => null));
    // With 503 the program is starting or stopping, and has done nothing.
    if (!answer || response.status === 503) return null;
    assert.ok(response.status < 500, JSON.stringify(answer));
    return { status: response.status, mergeId: response.headers.get('Merge-Id'), ...answer };
  };

/** Polls a resource until it has one of these states, and returns it. @throws {Error} If it failed. */
export async function until(call, target, ...states) {
  for (;;) {
    const { data } = await call('GET', target);
    if (states.includes(data.state)) return data;
    assert.notEqual(data.state, 'failed', JSON.stringify(data));
    await sleep(20);
  }
}

/** Reads all contacts page by page. Returns them by id. */
export async function everyContact(call) {
  const found = new Map();
  for (let cursor = ''; cursor !== null; ) {
    const from = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { data, meta } = await call('GET', `/contacts?pageSize=100&sort=createdAt${from}`);
    for (const contact of data) found.set(contact.id, contact);
    cursor = meta.nextCursor;
  }
  return found;
}

/** Waits for the end of the duplicate search that runs after a start and takes a fifth of the CPU. */
export async function duplicatesSearched(call) {
  for (;;) {
    const { meta } = await call('GET', '/duplicates');
    if (!meta.searching && meta.searchedAt) return;
    await sleep(500);
  }
}

/** A contact by number, as a body of POST. */
export const person = (number, name = 'bench') => ({
  email: `${name}.${number}@load.example`,
  phone: `+4915${200_000_000 + number}`,
  firstname: 'Ana',
  lastname: `Silva ${number}`,
  jobtitle: 'Account manager',
  company: 'Acme',
});

/** Sends what `next(index)` returns on 32 connections, and returns what autocannon counted. @throws {Error} If any failed. */
export async function load(port, next, limit) {
  let index = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    ...limit,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    requests: [{ setupRequest: (basis) => ({ ...basis, ...next(index++) }) }],
  });
  assert.equal(result.non2xx + result.errors, 0, `${result.non2xx} refused, ${result.errors} failed`);
  return result;
}

/** Runs `work(index)` so many times at once. */
export const atOnce = (count, work) => Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** The percentile `p`, from 0 to 1. */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)];
}

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (began) => Number(((performance.now() - began) / 1000).toFixed(1));

/** Memory of a process in MB: currently resident, or its peak (`VmHWM`). 0 if the process has ended. */
export function memoryOf(pid, name = 'VmRSS') {
  const found = new RegExp(`${name}:\\s+(\\d+)`).exec(readProcess(pid, 'status'));
  return Math.round(Number(found?.[1] ?? 0) / 1024);
}

/** Number of open files and sockets of a process. */
export const descriptorsOf = (pid) => readdirSync(`/proc/${pid}/fd`).length;

/** CPU time of all threads of a process in milliseconds; 0 if the process has ended. */
export function cpuTimeOf(pid) {
  const tasks = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
  const used = tasks.map((task) => Number(readProcess(pid, `task/${task}/schedstat`).split(' ')[0]) / 1e6);
  return used.reduce((sum, one) => sum + one, 0);
}

/** A file of a process in `/proc`; empty if it has ended. */
export function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/** Rows of a statement on a connection of its own. */
export async function query(connectionString, text, values) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}
