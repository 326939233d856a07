import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build, buildFolder, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { ended, location, readArguments, start } from './programs.mjs';

/*
 * node bench/start.mjs [--contacts 10000 --rounds 5 --engines postgresql,embedded]
 *
 * Measures startup time and memory on existing data, in turn with `next start` of the same build. Next reports that it is
 * ready before it has read its configuration, so the first response is measured, too.
 */
const { values: options } = readArguments({ contacts: '10000', rounds: '5' });
/** Time to wait for the garbage collection after the start. */
const SETTLING_MILLISECONDS = 3_000;
const SECRET = 'bench-start-'.repeat(4);
const NEXT = 'next start';

if (!isBuilt()) await build();
const buildId = await readFile(path.join(buildFolder(), 'console', 'BUILD_ID'), 'utf8');
const folder = await mkdtemp(path.join(tmpdir(), 'roster-start-'));
const dropped = [];
const candidates = [];
try {
  for (const engine of options.engines.split(',')) candidates.push(await roster(engine));
  const { port } = await location('embedded', folder, 'next');
  const args = ['node_modules/next/dist/bin/next', 'start', '-p', String(port)];
  const env = { ROSTER_CONSOLE: path.relative(root, path.join(buildFolder(), 'console')) };
  candidates.push({ name: NEXT, args, env, line: 'Ready in', port });

  const figures = new Map(candidates.map(({ name }) => [name, []]));
  // The first round warms the disk cache.
  for (let round = 0; round <= Number(options.rounds); round++) {
    for (const candidate of candidates) {
      const figure = await measure(candidate);
      if (round > 0) figures.get(candidate.name).push(figure);
    }
  }
  const of = (name, key) => median(figures.get(name).map((figure) => figure[key]));
  const lines = [...figures.keys()].map((name) => [
    name,
    {
      'ready ms': of(name, 'ready'),
      times: Number((of(name, 'ready') / of(NEXT, 'ready')).toFixed(2)),
      'answer ms': of(name, 'answer'),
      'times ': Number((of(name, 'answer') / of(NEXT, 'answer')).toFixed(2)),
      'processor ms': of(name, 'cpu'),
      MB: of(name, 'megabytes'),
    },
  ]);
  console.table(Object.fromEntries(lines));
} finally {
  for (const drop of dropped) await drop();
  await rm(folder, { recursive: true, force: true });
}

/** Seeds data and returns the program to measure on it. */
async function roster(engine) {
  const { port, env: place, drop } = await location(engine, folder, 'start');
  dropped.push(drop);
  const env = { ...place, APP_SECRET: SECRET, ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: SECRET };
  await ended(['scripts/run.mjs', 'seed', '--contacts', options.contacts, '--segments', '20'], env);
  return { name: engine, args: ['scripts/start.mjs'], env, line: 'Roster is ready', port };
}

/** Starts, measures and stops a program. */
async function measure({ args, env, line, port }) {
  const began = performance.now();
  const { pid, stop } = await start(args, { NODE_ENV: 'production', ...env }, line);
  const ready = Math.round(performance.now() - began);
  await fetch(`http://127.0.0.1:${port}/_next/static/${buildId}/_buildManifest.js`);
  const answer = Math.round(performance.now() - began);
  const cpu = await processorMilliseconds(pid);
  await delay(SETTLING_MILLISECONDS);
  const megabytes = Math.round((await residentKilobytes(pid)) / 1024);
  await stop();
  return { ready, answer, cpu, megabytes };
}

async function processorMilliseconds(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ');
  // User and system time in 1/100 s.
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Resident memory of a process and its children. */
async function residentKilobytes(pid) {
  const [, own = '0'] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  const threads = await readdir(`/proc/${pid}/task`);
  const children = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const below = await Promise.all(
    children.flatMap((line) => line.split(' ').filter(Boolean)).map(residentKilobytes),
  );
  return below.reduce((sum, one) => sum + one, Number(own));
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
