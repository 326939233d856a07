import { randomBytes, randomInt } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  caller,
  cpuTimeOf,
  duplicatesSearched,
  eachEngine,
  location,
  memoryOf,
  percentile,
  query,
  readOptions,
  secondsSince,
  seed,
  startRoster,
  until,
} from './harness.mjs';
import { multiply } from './multiply.mjs';

/*
 * node bench/growth.mjs [--contacts 10000,100000,1000000] [--rounds 40] [--engines postgresql,embedded] [--database URL] [--program FOLDER]
 *
 * Measures the median cost of each operation in milliseconds, one warm request at a time, by the number of contacts, and the
 * ratio of the largest number to the smallest. Prints elapsed time, then CPU time of program and database (Linux, same
 * machine), which other programs disturb less. Seeds the smallest number; on a server, SQL multiplies it. A database named
 * by --database is kept, and multiplied if it has fewer contacts.
 */
const options = readOptions({
  contacts: '10000,100000,1000000',
  rounds: 40,
  database: '',
  engines: 'postgresql,embedded',
});
/** Part of the emails of this run, because a database may be kept for further runs. */
const RUN = randomBytes(4).toString('hex');
/** Requests of two kinds before measuring, which also warm up compiled code. */
const WARMING = 100;
const sizes = options.contacts.split(',').map(Number);
const { rounds } = options;

await eachEngine(options.engines, async (engine, folder) => {
  const tables = { elapsed: {}, cpu: {} };
  const { url, drop, ...place } = await location(engine, folder, 'growth', options.database);
  const env = { ...place.env, RATE_LIMIT: '1000000' };
  // A named database already has contacts.
  let seeded = options.database ? sizes[0] : 0;
  try {
    for (const size of sizes) {
      const began = performance.now();
      if (url && seeded > 0) await multiply(url, size);
      else if (size > seeded) await seed(env, size - seeded);
      seeded = size;
      console.log(`${size.toLocaleString('en')} contacts: filled in ${secondsSince(began)} s`);
      for (const [name, medians] of Object.entries(await measure(place.port, url, env, size)))
        for (const [kind, table] of Object.entries(tables))
          (table[name] ??= {})[size.toLocaleString('en')] = Number(medians[kind].toFixed(1));
      print(engine, tables);
    }
  } finally {
    await drop();
  }
});

/** Prints everything measured so far, because the largest numbers take long. */
function print(engine, tables) {
  for (const [kind, table] of Object.entries(tables)) {
    for (const row of Object.values(table)) {
      delete row.times;
      const costs = Object.values(row);
      row.times = Number((costs.at(-1) / costs[0]).toFixed(2));
    }
    console.log(`\n${engine}, milliseconds ${kind}`);
    console.table(table);
  }
}

/** Median milliseconds of each operation among `size` contacts. */
async function measure(port, url, env, size) {
  const began = performance.now();
  const running = await startRoster(env);
  try {
    const answer = caller(port);
    await duplicatesSearched(answer);
    console.log(`started and searched for duplicates in ${secondsSince(began)} s`);
    const work = await operations(answer, size);
    for (let index = 0; index < WARMING; index++) {
      await answer('GET', `/contacts?pageSize=50&sort=${index % 2 ? 'name' : 'createdAt'}`);
      await answer('POST', '/contacts', { email: `warm.${RUN}.${size}.${index}@load.example` });
    }
    // Created here, after the start and the first requests have opened their sessions.
    const cpuTime = await clock(running.pid, url);
    const medians = {};
    for (const [name, step] of Object.entries(work)) {
      const times = { elapsed: [], cpu: [] };
      for (let index = 0; index < rounds; index++) {
        const [start, used] = [performance.now(), cpuTime()];
        await step(index);
        times.elapsed.push(performance.now() - start);
        times.cpu.push(cpuTime() - used);
      }
      medians[name] = { elapsed: percentile(times.elapsed, 0.5), cpu: percentile(times.cpu, 0.5) };
    }
    const megabytes = await megabytesOf(url, env);
    console.log(`memory of the program: ${memoryOf(running.pid)} MB; database: ${megabytes} MB`);
    return medians;
  } finally {
    await running.stop();
  }
}

/** Each operation by its name. Later ones use what earlier ones have made. */
async function operations(answer, size) {
  const call = async (...asked) => (await answer(...asked)).data;
  const step = async (target, verb, state) => {
    await call('POST', `${target}/${verb}`);
    await until(answer, target, state);
  };
  const segments = await call('GET', '/segments');
  const people = [];
  for (let page = 1; people.length < Math.max(rounds, 100); page++)
    people.push(...(await call('GET', `/contacts?pageSize=100&page=${page}&sort=name`)));
  const person = (index) => people[index % people.length];
  const segment = (index) => segments[index % segments.length].id;
  const firstPhone = randomInt(9_000_000_000);
  const fresh = (index, company = 'Acme') => ({
    email: `growth.${RUN}.${size}.${index}@load.example`,
    phone: `+4917${String(firstPhone + index).padStart(10, '0')}`,
    firstname: 'Ana',
    lastname: `Silva ${index}`,
    company,
  });
  const { nextCursor: cursor } = (await answer('GET', '/contacts?pageSize=50')).meta;
  const pairs = [];
  const trash = [];
  let next = 0;
  const batch = (count) => Array.from({ length: count }, () => fresh(1_000_000 + next++));
  return {
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
    'page by cursor': () => call('GET', `/contacts?pageSize=50&cursor=${cursor}`),
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
      const other = await call('POST', '/contacts', { email: `other.${RUN}.${size}.${index}@load.example` });
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
    'import of 200 rows': async () => {
      const lines = batch(200).map(({ email, company }) => `${email},${company}`);
      const { id } = await call('POST', '/imports?name=growth.csv', `email,company\n${lines.join('\n')}\n`);
      await step(`/imports/${id}`, 'plan', 'planned');
      await step(`/imports/${id}`, 'run', 'finished');
    },
    'bulk change of 100 contacts and its undo': async (index) => {
      const ids = people.slice(0, 100).map(({ id }) => id);
      const change = { type: 'field', field: 'company', value: `Company ${index}` };
      const { id } = await call('POST', '/bulk-changes', { change, ids });
      await until(answer, `/bulk-changes/${id}`, 'finished');
      await step(`/bulk-changes/${id}`, 'undo', 'undone');
    },
    'counts of a selection': (index) =>
      call('POST', '/contacts/segment-counts', {
        ids: people.slice(index % 50, (index % 50) + 50).map(({ id }) => id),
      }),
  };
}

/** Size of the database in MB. */
async function megabytesOf(url, { DATA_DIR: folder }) {
  if (url) {
    const [{ megabytes }] = await query(
      url,
      'select pg_database_size(current_database()) / 1048576 as megabytes',
    );
    return megabytes;
  }
  const base = path.join(folder, 'database', 'base');
  const files = readdirSync(base, { recursive: true, withFileTypes: true });
  const bytes = files.map((file) => statSync(path.join(file.parentPath, file.name)).size);
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 2 ** 20);
}

/** Returns a function that returns the CPU time of a program and its database sessions, in milliseconds. */
async function clock(pid, url) {
  const sessions =
    url &&
    (await query(
      url,
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ));
  const pids = [pid, ...(sessions ?? []).map((session) => session.pid)];
  return () => pids.reduce((sum, one) => sum + cpuTimeOf(one), 0);
}
