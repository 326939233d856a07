import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import { everyContact, Ledger, sender } from './ledger.mjs';
import {
  command,
  cpuTimeOf,
  descriptorsOf,
  eachEngine,
  freePort,
  location,
  memoryOf,
  readArguments,
  start,
} from './programs.mjs';

/*
 * node bench/soak.mjs [--minutes 30] [--engines postgresql,embedded] [--contacts 20000] [--program FOLDER]
 *
 * Runs a moderate mixed load: single upserts, batches, updates, deletions, lists, searches, imports, bulk changes, their
 * undo, exports, a reader of the feed and a metrics scraper. Kills, restarts and kills the program in the first third, and
 * kills it at the end. Each acknowledged write must be stored, and in the feed once. Prints memory and open descriptors over
 * time, which must stay flat in the long life between.
 */
const { values: options } = readArguments({ minutes: '30', contacts: '20000', program: root });
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const MINUTES = Number(options.minutes);
/** Moments at which the program is ended, as shares of the time, and how. */
const ENDS = [
  [0.1, 'kill'],
  [0.2, 'stop'],
  [0.3, 'kill'],
];
/** Share of a life that counts as warm-up. */
const WARMING = 0.25;
const SAMPLE_MILLISECONDS = 5_000;
const IMPORTED = 200;
const CHANGED = 50;

if (options.program === root && !isBuilt()) await build();
await eachEngine(options.engines, async (engine, folder) => {
  const place = await location(engine, folder, 'soak');
  const env = {
    ...place.env,
    CONTACTS_API_TOKEN: TOKEN,
    APP_SECRET: TOKEN,
    RATE_LIMIT: 'none',
    LOG_LEVEL: 'error',
    DRAIN_DELAY: '0',
    METRICS_PORT: String(await freePort()),
  };
  try {
    await soak(engine, env);
  } finally {
    await place.drop();
  }
});

async function soak(engine, env) {
  const seeded = await command(['seed', '--contacts', options.contacts, '--segments', '20'], env, {
    folder: options.program,
  });
  assert.equal(seeded.status, 0, seeded.said);
  const open = () => start(['scripts/start.mjs'], env, 'Roster is ready', options.program);
  let program = await open();
  const send = sender(env.PORT, TOKEN);
  const ledger = new Ledger(send);
  const feed = await reader(send);
  const load = work(send, ledger);
  const samples = [];
  let life = 0;
  const began = performance.now();
  const ends = [...ENDS];
  try {
    for (let share = 0; share < 1; ) {
      await Promise.race([sleep(SAMPLE_MILLISECONDS), load.working, feed.reading]);
      assert.equal(program.exitCode(), null, 'It ended by itself');
      share = (performance.now() - began) / MINUTES / 60_000;
      samples.push(await sample(program.pid, env.METRICS_PORT, life, share * MINUTES));
      if (ends.length === 0 || share < ends[0][0]) continue;
      if (ends.shift()[1] === 'kill') program.kill();
      await program.stop();
      program = await open();
      life++;
    }
    program.kill();
    await program.stop();
    program = await open();
    await load.stop();
    const lost = ledger.lost(await everyContact(send));
    const events = await feed.stop();
    const untold = [...ledger.expected.keys()].filter((id) => !events.created.has(id));
    report(engine, samples, life);
    console.log(
      `${engine}: ${MINUTES} minutes, calls ${JSON.stringify(load.counts)}; ${ledger.acknowledged} writes acknowledged, ${lost} lost; ${events.ids.size} events, ${events.repeated} twice, ${untold.length} contacts not among them`,
    );
    if (lost + events.repeated + untold.length > 0) process.exitCode = 1;
  } finally {
    await program.stop();
  }
}

async function sample(pid, port, life, minute) {
  const text = await fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)[1]) / 2 ** 20;
  return { life, minute, memory: memoryOf(pid), heap, descriptors: descriptorsOf(pid), cpu: cpuTimeOf(pid) };
}

/** Prints a line for every two minutes, and compares the end of the last life with its state after warm-up. */
function report(engine, samples, life) {
  const table = {};
  for (const at of samples) {
    const name = `${Math.floor(at.minute / 2) * 2} min, life ${at.life + 1}`;
    (table[name] ??= []).push(at);
  }
  const figures = (list) => ({
    'resident MB': Math.max(...list.map(({ memory }) => memory)),
    // The minimum, because it is measured just after a garbage collection.
    'least heap MB': Math.round(Math.min(...list.map(({ heap }) => heap))),
    descriptors: Math.max(...list.map(({ descriptors }) => descriptors)),
    'cores used': Number(
      ((list.at(-1).cpu - list[0].cpu) / ((list.at(-1).minute - list[0].minute) * 60_000)).toFixed(2),
    ),
  });
  console.log(`\n${engine}`);
  console.table(Object.fromEntries(Object.entries(table).map(([name, list]) => [name, figures(list)])));
  const last = samples.filter((at) => at.life === life);
  const warm = last.slice(Math.floor(last.length * WARMING));
  const third = Math.floor(warm.length / 3);
  console.log('first and last third of the last life, once warm:');
  console.table({ first: figures(warm.slice(0, third)), last: figures(warm.slice(-third)) });
}

/** Reads the feed until it is stopped, also across restarts. */
async function reader(send) {
  let { cursor } = (await send('GET', '/events?after=now')).meta;
  const seen = { ids: new Set(), created: new Set(), repeated: 0 };
  let isStopped = false;
  const reading = (async () => {
    for (let isAtEnd = false; !(isStopped && isAtEnd); ) {
      const answer = await send('GET', `/events?limit=1000&wait=5&after=${cursor}`);
      if (!answer) {
        await sleep(500);
        continue;
      }
      for (const { id, type, subjectId } of answer.data) {
        if (seen.ids.has(id)) seen.repeated++;
        seen.ids.add(id);
        if (type === 'contact.created') seen.created.add(subjectId);
      }
      isAtEnd = answer.data.length === 0;
      ({ cursor } = answer.meta);
    }
    return seen;
  })();
  return { reading, stop: () => ((isStopped = true), reading) };
}

/** Starts all clients. Pauses between their calls keep the load low. */
function work(send, ledger) {
  const counts = {};
  let isOver = false;
  /** Repeats a call until it gets a response. The call must be safe to repeat. */
  const call = async (...request) => {
    for (;;) {
      const answer = await send(...request);
      if (answer) return answer;
      await sleep(500);
    }
  };
  const until = async (path, states) => {
    for (;;) {
      const { data } = await call('GET', path);
      if (states.includes(data.state)) return data;
      assert.notEqual(data.state, 'failed', JSON.stringify(data));
      await sleep(300);
    }
  };
  const repeat = async (kind, pause, step) => {
    for (let n = 0; !isOver; n++) {
      await step(n);
      counts[kind] = (counts[kind] ?? 0) + 1;
      await sleep(pause * (0.5 + Math.random()));
    }
  };
  const writer = (name) => {
    const own = [];
    return (n) => ledger.write(own, n, `${name}.${n}@soak.example`);
  };
  const importFile = async (n) => {
    const company = `Import ${n}`;
    const lines = Array.from({ length: IMPORTED }, (_, k) => `i${n}.${k}@soak.example,${company}`);
    const { data } = await call('POST', `/imports?name=soak${n}.csv`, `email,company\n${lines.join('\n')}\n`);
    const path = `/imports/${data.id}`;
    await call('POST', `${path}/plan`);
    await until(path, ['planned']);
    await call('POST', `${path}/run`);
    await until(path, ['finished']);
    const ids = [];
    for (let page = 1; ids.length < IMPORTED; page++) {
      const found = await call('GET', `/contacts?pageSize=100&importId=${data.id}&page=${page}`);
      assert.ok(found.data.length > 0, `an import has ${ids.length} contacts`);
      ids.push(...found.data.map(({ id }) => id));
    }
    if (n % 2) {
      await call('POST', `${path}/undo`);
      await until(path, ['undone']);
    }
    for (const id of ids) ledger.expected.set(id, n % 2 ? null : company);
    ledger.acknowledged += IMPORTED;
  };
  const change = async (ids, what) => {
    // The key makes repeated calls start only one change.
    const headers = { 'Idempotency-Key': randomUUID() };
    const { data, error } = await call('POST', '/bulk-changes', { change: what, ids }, headers);
    assert.ok(data, JSON.stringify(error));
    await until(`/bulk-changes/${data.id}`, ['finished']);
    return data.id;
  };
  let unchanged = [];
  const bulkChange = async (n) => {
    const own = [];
    const key = `b${n}@soak.example`;
    if (!(await ledger.create(own, key, CHANGED))) return;
    const id = await change(own, { type: 'field', field: 'company', value: `Bulk ${n}` });
    if (n % 2) {
      await call('POST', `/bulk-changes/${id}/undo`);
      await until(`/bulk-changes/${id}`, ['undone']);
    }
    for (const one of own) ledger.expected.set(one, n % 2 ? key : `Bulk ${n}`);
    ledger.acknowledged += CHANGED;
    if (unchanged.length > 0) {
      await change(unchanged, { type: 'delete' });
      for (const one of unchanged) ledger.expected.set(one, null);
      ledger.acknowledged += unchanged.length;
    }
    unchanged = own;
  };
  const writeExport = async () => {
    const { data } = await call('POST', '/exports?columns=email,company');
    await until(`/exports/${data.id}`, ['finished']);
    await call('DELETE', `/exports/${data.id}`);
  };
  const lists = ['', '&sort=name', '&sort=-company', '&lacks=phone', '&search=ana', '&search=soak.example'];
  const working = Promise.all([
    repeat('writes', 100, writer('v')),
    repeat('writes', 100, writer('w')),
    repeat('lists', 400, (n) => send('GET', `/contacts?pageSize=50${lists[n % lists.length]}`)),
    repeat('activity', 2_000, () => send('GET', '/activity')),
    repeat('imports', 15_000, importFile),
    repeat('bulk changes', 10_000, bulkChange),
    repeat('exports', 20_000, writeExport),
  ]);
  return {
    counts,
    working,
    stop: () => ((isOver = true), working),
  };
}
