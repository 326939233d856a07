import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { command, freePort, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/worker-down.mjs --down COMMAND --up COMMAND [--seconds 10] [--program FOLDER] URL
 *
 * Creates three organizations on each of two Citus workers, in an empty database of their coordinator. During requests of
 * all kinds, a shell command stops or freezes one worker and another command brings it back. Prints which organizations
 * get which answers, and when.
 */
const { values: options, positionals } = readArguments({ down: '', up: '', seconds: '10', program: root });
const [url] = positionals;
const ORGANIZATIONS = 3;
/** Pause after each answer, because 30 clients without a pause would keep two cores busy. */
const PAUSE_MILLISECONDS = 150;
const WARM_MILLISECONDS = 5_000;
const BACK_MILLISECONDS = 10_000;
/** Requests that took longer are listed. */
const SLOW_MILLISECONDS = 3_000;

/** Kinds of requests that each organization gets repeatedly and concurrently. Jobs return whether they finished. */
const kinds = {
  async change(send, turn) {
    const made = await send('POST', '/contacts', { email: `${turn}@load.example`, company: 'Acme' });
    if (made) await send('PUT', `/contacts/${made.id}`, { jobtitle: 'Baker' });
    if (made && turn % 2) await send('DELETE', `/contacts/${made.id}`);
  },
  async read(send) {
    for (const path of ['contacts?sort=name', 'contacts?search=acme', 'activity', 'trash', 'segments'])
      await send('GET', `/${path}`);
    for (const path of ['duplicates', 'events', 'webhooks', 'imports', 'referral-codes'])
      await send('GET', `/${path}`);
  },
  async export(send, _turn, isOver) {
    const made = await send('POST', '/exports', {});
    const isDone = await finished(send, '/exports', made, isOver);
    if (isDone) await send('DELETE', `/exports/${made.id}`);
    return isDone;
  },
  async import(send, turn, isOver) {
    const made = await send('POST', '/imports?name=a.csv', `Email\n${turn}@import.example\n`);
    const step = async (verb) =>
      finished(send, '/imports', await send('POST', `/imports/${made.id}/${verb}`), isOver);
    return made && (await step('plan')) && step('run');
  },
  async bulk(send, turn, isOver) {
    const change = { type: 'field', field: 'company', value: `Acme ${turn}` };
    const [{ id } = {}] = (await send('GET', '/contacts')) ?? [];
    const made = id && (await send('POST', '/bulk-changes', { change, ids: [id] }));
    return (
      (await finished(send, '/bulk-changes', made, isOver)) &&
      finished(send, '/bulk-changes', await send('POST', `/bulk-changes/${made.id}/undo`), isOver)
    );
  },
};

if (options.program === root && !isBuilt()) await build();
const folder = await mkdtemp(path.join(tmpdir(), 'roster-worker-down-'));
const token = `bench-${randomBytes(24).toString('hex')}`;
const port = await freePort();
const env = {
  PORT: String(port),
  DATA_DIR: folder,
  DATABASE_URL: url,
  APP_SECRET: token,
  CONTACTS_API_TOKEN: token,
  RATE_LIMIT: 'none',
  LOG_LEVEL: 'error',
};
const program = await start(['scripts/start.mjs'], env, 'Roster is ready', options.program);
try {
  const workers = await organizationsByWorker();
  if (workers.size !== 2) throw new Error(`${url} has ${workers.size} workers with organizations`);
  await measure(workers);
} finally {
  await program.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Tokens of organizations, by the host and port of their worker. */
async function organizationsByWorker() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const workers = new Map();
  while (workers.size < 2 || [...workers.values()].some((tokens) => tokens.length < ORGANIZATIONS)) {
    const { said } = await command(['organization', 'Bench'], env, { folder: options.program });
    const [, id, made] = /organization (\S+)\.[^]*?\n(\S+)\s*$/.exec(said) ?? [];
    const { rows } = await client.query(
      `select nodename || ':' || nodeport as worker from pg_dist_placement join pg_dist_node using (groupid)
       where shardid = get_shard_id_for_distribution_column('contacts', $1::uuid)`,
      [id],
    );
    workers.set(rows[0].worker, [...(workers.get(rows[0].worker) ?? []), made].slice(0, ORGANIZATIONS));
  }
  await client.end();
  return workers;
}

async function measure(workers) {
  /** Worker, times and status of each request. */
  const answers = [];
  /** Worker, kind and time of each ended job. */
  const ended = [];
  let isOver = false;
  const asking = [...workers].flatMap(([worker, tokens]) =>
    tokens.flatMap((of) =>
      Object.entries(kinds).map(async ([kind, work]) => {
        const send = async (method, target, body) => {
          const sent = performance.now();
          const response = await fetch(`http://127.0.0.1:${port}/v1${target}`, {
            method,
            headers: {
              Authorization: `Bearer ${of}`,
              ...(typeof body === 'object' && { 'Content-Type': 'application/json' }),
            },
            body: typeof body === 'object' ? JSON.stringify(body) : body,
          });
          const answered = performance.now();
          const { data, error } = response.status === 204 ? {} : await response.json();
          answers.push({
            worker,
            asked: `${method} ${target}`,
            sent,
            answered,
            status: response.status,
            error,
          });
          await sleep(PAUSE_MILLISECONDS);
          return data;
        };
        for (let turn = 0; !isOver; turn++) {
          if (await work(send, turn, () => isOver)) ended.push({ worker, kind, at: performance.now() });
        }
      }),
    ),
  );
  const readiness = watchReadiness(() => isOver);

  await sleep(WARM_MILLISECONDS);
  const down = performance.now();
  execFileSync('sh', ['-c', options.down]);
  await sleep(Number(options.seconds) * 1_000);
  const up = performance.now();
  execFileSync('sh', ['-c', options.up]);
  await sleep(BACK_MILLISECONDS);
  isOver = true;
  await Promise.all(asking);
  report([...workers.keys()], { answers, ended, readiness: await readiness }, down, up);
}

/** Polls until the job ends. Returns whether it succeeded. */
async function finished(send, target, made, isOver) {
  let found = made;
  while (found && !isOver() && /planning|running|undoing/.test(found.state)) {
    // The state is unknown while its worker is down.
    found = (await send('GET', `${target}/${made.id}`)) ?? found;
  }
  return Boolean(found && /planned|finished|undone/.test(found.state));
}

/** Records each change of the readiness response, with its time. */
async function watchReadiness(isOver) {
  const seen = [];
  while (!isOver()) {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
    const said = `${response.status} ${await response.text()}`;
    if (seen.at(-1)?.said !== said) seen.push({ said, at: performance.now() });
    await sleep(20);
  }
  return seen;
}

function report(names, { answers, ended, readiness }, down, up) {
  const after = (at) =>
    at < down ? 'before' : at < up ? `${Math.round(at - down)} ms down` : `${Math.round(at - up)} ms back`;
  for (const { said, at } of readiness) console.log(`readiness ${after(at)}: ${said}`);
  // The worker that was down is the one with more 503 responses.
  const countOf = (worker) => answers.filter((one) => one.worker === worker && one.status === 503).length;
  const [silent] = names.toSorted((one, other) => countOf(other) - countOf(one));
  const phases = {
    before: (one) => one.answered < down,
    'first second': (one) => one.answered >= down && one.sent < down + 1_000,
    down: (one) => one.sent >= down + 1_000 && one.answered < up,
    'coming back': (one) => one.sent < up + 1_000 && one.answered >= up,
    back: (one) => one.sent >= up + 1_000,
  };
  const table = {};
  for (const [phase, isIn] of Object.entries(phases))
    for (const who of ['its own', 'others']) {
      const of = answers.filter((one) => (one.worker === silent) === (who === 'its own') && isIn(one));
      const times = of.map(({ sent, answered }) => answered - sent);
      const statuses = {};
      for (const { status } of of) statuses[status] = (statuses[status] ?? 0) + 1;
      table[`${phase}, ${who}`] = {
        answers: JSON.stringify(statuses),
        'median ms': Math.round(percentile(times, 0.5)),
        '99 %': Math.round(percentile(times, 0.99)),
        most: Math.round(Math.max(...times)),
        jobs: ended.filter(
          ({ worker, at }) => (worker === silent) === (who === 'its own') && isIn({ sent: at, answered: at }),
        ).length,
      };
    }
  console.table(table);
  const refused = answers.filter(({ worker, status }) => worker === silent && status === 503);
  const first = Math.min(...refused.map(({ answered }) => answered));
  console.log(
    `first 503 ${after(first)}; last one sent ${after(Math.max(...refused.map(({ sent }) => sent)))}`,
  );
  for (const { asked, sent, answered } of answers.filter(
    (one) => one.answered - one.sent > SLOW_MILLISECONDS,
  ))
    console.log(`${asked}, sent ${after(sent)}, took ${Math.round(answered - sent)} ms`);
  for (const { asked, sent, status, error } of answers)
    if (status >= 400 && status !== 503) console.log(`${asked}, sent ${after(sent)}:`, JSON.stringify(error));
  // The log explains failed requests.
  for (const line of program.said().split('\n')) if (line.includes('A request failed.')) console.log(line);
}
