import { randomBytes } from 'node:crypto';
import { build, isBuilt } from '../scripts/build.mjs';
import { eachEngine, ended, location, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/growth.mjs [--contacts 10000,100000,1000000 --rounds 40 --engines postgresql,embedded]
 *
 * The median cost of each operation in milliseconds, one warm request at a time, by the number of contacts; and how many
 * times that of the smallest number the largest costs.
 */
const { values: options } = readArguments({ contacts: '10000,100000,1000000', rounds: '40' });
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const sizes = options.contacts.split(',').map(Number);
const rounds = Number(options.rounds);

if (!isBuilt()) await build();
await eachEngine(options.engines, async (engine, folder) => {
  /** @type {Record<string, Record<string, number>>} */
  const table = {};
  for (const size of sizes) {
    for (const [name, milliseconds] of Object.entries(await measure(engine, folder, size)))
      (table[name] ??= {})[size.toLocaleString('en')] = Number(milliseconds.toFixed(1));
  }
  for (const row of Object.values(table)) {
    const costs = Object.values(row);
    row.times = Number((costs.at(-1) / costs[0]).toFixed(2));
  }
  console.log(`\n${engine}`);
  console.table(table);
});

/** Median milliseconds of each operation among so many contacts. */
async function measure(engine, folder, size) {
  const { port, drop, ...found } = await location(engine, folder, `growth-${size}`);
  const env = { ...found.env, CONTACTS_API_TOKEN: TOKEN, APP_SECRET: TOKEN, RATE_LIMIT: '1000000' };
  await ended(['scripts/run.mjs', 'seed', '--contacts', String(size), '--segments', '20'], env);
  const running = await start(['scripts/start.mjs'], env, 'Roster is ready');
  try {
    return await timesOf(caller(port));
  } finally {
    await running.stop();
    await drop();
  }
}

async function timesOf(call) {
  await idle(call);
  const segments = await call('GET', '/segments');
  const people = [];
  for (let page = 1; people.length < rounds; page++)
    people.push(...(await call('GET', `/contacts?pageSize=100&page=${page}&sort=name`)));
  const person = (index) => people[index % people.length];
  const segment = (index) => segments[index % segments.length].id;
  const fresh = (index, company = 'Acme') => ({
    email: `growth.${index}@load.example`,
    phone: `+49152${10_000_000 + index}`,
    firstname: 'Ana',
    lastname: `Silva ${index}`,
    company,
  });
  const pairs = [];
  const trash = [];
  let next = 0;
  const batch = (count) => Array.from({ length: count }, () => fresh(1_000_000 + next++));
  const work = {
    'first page': () => call('GET', '/contacts?pageSize=50'),
    'page in order of names': () => call('GET', '/contacts?pageSize=50&sort=name'),
    'segment filter': (index) => call('GET', `/contacts?pageSize=50&segmentId=${segment(index)}`),
    search: (index) =>
      call(
        'GET',
        `/contacts?pageSize=50&search=${encodeURIComponent(person(index).contact.firstname ?? 'ana')}`,
      ),
    'search for a whole email': (index) =>
      call('GET', `/contacts?search=${encodeURIComponent(person(index).email ?? 'ana@example.com')}`),
    get: (index) => call('GET', `/contacts/${person(index).id}`),
    'upsert of a new contact': async (index) => {
      pairs.push(await call('POST', '/contacts', fresh(index)));
    },
    'upsert of a known contact': (index) => call('POST', '/contacts', fresh(index, 'Globex')),
    PUT: (index) => call('PUT', `/contacts/${pairs[index].id}`, { company: 'Umbra' }),
    'PUT of segments': (index) =>
      call('PUT', `/contacts/${pairs[index].id}`, { segmentIds: [segment(index)] }),
    'preview of an upsert': (index) => call('POST', '/contacts/preview', fresh(index, 'Initech')),
    'batch of 100': () => call('POST', '/contacts/batch', { contacts: batch(100) }),
    merge: async (index) => {
      const other = await call('POST', '/contacts', { email: `other.${index}@load.example` });
      await call('POST', `/contacts/${pairs[index].id}/merge`, { from: other.id });
    },
    delete: async (index) => {
      trash.push(await call('DELETE', `/contacts/${pairs[index].id}`));
    },
    'page of the trash': () => call('GET', '/trash'),
    restore: (index) => call('POST', '/trash/restore', { ids: [trash[index].id] }),
    'list of segments': () => call('GET', '/segments'),
    'growth of a segment': (index) => call('GET', `/segments/${segment(index)}/growth`),
    activity: () => call('GET', '/activity'),
    'activity of a contact': (index) => call('GET', `/activity?subjectId=${pairs[index].id}`),
    events: () => call('GET', '/events?limit=100'),
    'likely duplicates': () => call('GET', '/duplicates'),
    'counts of a selection': (index) =>
      call('POST', '/contacts/segment-counts', {
        ids: people.slice(index % 50, (index % 50) + 50).map(({ id }) => id),
      }),
  };
  const medians = {};
  for (const [name, step] of Object.entries(work)) {
    const times = [];
    for (let index = 0; index < rounds; index++) {
      const began = performance.now();
      await step(index);
      times.push(performance.now() - began);
    }
    medians[name] = percentile(times, 0.5);
  }
  return medians;
}

/** Waits until the search for duplicates, which begins with the program, has ended. */
async function idle(call) {
  for (;;) {
    const { meta } = await call('GET', '/duplicates', undefined, true);
    if (!meta.searching && meta.searchedAt) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function caller(port) {
  return async (method, path, body, whole = false) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return whole ? answer : answer.data;
  };
}
