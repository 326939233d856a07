import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { build, isBuilt } from '../scripts/build.mjs';
import { eachEngine, ended, location, percentile, readArguments, searched, start } from './programs.mjs';

/*
 * node bench/lists.mjs [--contacts 1000000 --rounds 40 --engines postgresql,embedded --database postgres://…]
 *
 * Latency of list pages in milliseconds, one warm request at a time: orders, filters, searches. All
 * filters: node bench/in-process.mjs filters. A database that is named must be filled, and is kept.
 */
const { values: options } = readArguments({ contacts: '1000000', rounds: '40', database: '' });
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const DAY = 86_400_000;
const agent = new Agent({ keepAlive: true });
const contacts = Number(options.contacts);

if (!isBuilt()) await build();
await eachEngine(options.engines, measureEngine).finally(() => agent.destroy());

async function measureEngine(engine, folder) {
  const { port, stop } = await program(engine, folder);
  try {
    const table = {};
    const all = { 'every page': [], 'every search': [] };
    const enter = (name, times) => {
      const of = (p) => Number(percentile(times, p).toFixed(1));
      table[name] = { p50: of(0.5), p95: of(0.95), longest: of(1) };
    };
    for (const [name, queries] of Object.entries(await requestsTo(port))) {
      for (const query of queries.slice(0, 3)) await ask(port, query);
      const times = [];
      for (const query of queries) {
        const began = performance.now();
        await ask(port, query);
        times.push(performance.now() - began);
      }
      enter(name, times);
      if (name.startsWith('search')) all['every search'].push(...times);
      else if (name.includes('page') || name === 'by cursor') all['every page'].push(...times);
    }
    for (const [name, times] of Object.entries(all)) enter(name, times);
    console.log(`\n${engine}, ${contacts} contacts`);
    console.table(table);
  } finally {
    await stop();
  }
}

/** Starts the program on seeded contacts. */
async function program(engine, folder) {
  const { port, drop, ...found } = await location(engine, folder, 'lists', options.database);
  const env = { ...found.env, CONTACTS_API_TOKEN: TOKEN, APP_SECRET: TOKEN, RATE_LIMIT: '1000000' };
  if (!options.database)
    await ended(['scripts/run.mjs', 'seed', '--contacts', String(contacts), '--segments', '20'], env);
  const running = await start(['scripts/start.mjs'], env, 'Roster is ready');
  await searched(port, TOKEN);
  const stop = async () => {
    await running.stop();
    await drop();
  };
  return { port, stop };
}

/** Queries of each kind, for contacts from all parts of the list. */
async function requestsTo(port) {
  const rounds = Number(options.rounds);
  const last = Math.floor(contacts / 50);
  const { data: segments } = await ask(port, null, '/v1/segments');
  const people = [];
  for (let round = 0; round < rounds; round++) {
    const { data } = await ask(port, { page: 1 + Math.floor((last * round) / rounds) });
    people.push(
      data.find(({ email, phone, contact }) => email && phone && contact.firstname && contact.company) ??
        data[0],
    );
  }
  const cursors = [];
  for (let round = 0, cursor; round < rounds; round++) {
    cursors.push({ cursor });
    ({ nextCursor: cursor } = (await ask(port, { cursor })).meta);
  }
  const each = (of) => people.map((person, index) => of(person, index)).filter(Boolean);
  const searches = (of) => each((person) => ({ search: of(person) }));
  const sorts = ['-updatedAt', 'updatedAt', 'name', '-name', 'email', '-email', 'company', '-company'];
  const segment = (index) => segments[index % segments.length].id;
  return {
    'first page': each(() => ({})),
    'by cursor': cursors,
    'page 20 by number': each(() => ({ page: 20 })),
    'deep page by number': each((_, index) => ({ page: Math.floor(last * 0.9) + index })),
    'first page, each order': each((_, index) => ({ sort: sorts[index % sorts.length] })),
    'one segment': each((_, index) => ({ segmentId: segment(index) })),
    'no segment': each(() => ({ segmentId: 'none' })),
    'all of two segments': each((_, index) => ({
      segmentId: [segment(index), segment(index + 1)],
      segmentMatch: 'all',
    })),
    'no email': each(() => ({ lacks: 'email' })),
    'email and no company': each(() => ({ has: 'email', lacks: 'company' })),
    'no phone in a segment': each((_, index) => ({ lacks: 'phone', segmentId: segment(index) })),
    'one company': each(({ contact: { company } }) => company && { company }),
    'created on a day': each(({ createdAt }) => ({
      createdFrom: createdAt,
      createdTo: new Date(Date.parse(createdAt) + DAY).toISOString(),
    })),
    'created in the last 7 days': each(() => ({ created: 'last-7-days' })),
    'created in the last 30 days in a segment': each((_, index) => ({
      created: 'last-30-days',
      segmentId: segment(index),
    })),
    'job title contains': each(
      ({ contact: { jobtitle } }) => jobtitle && { jobtitleContains: jobtitle.slice(-6) },
    ),
    'no job title': each(() => ({ lacks: 'jobtitle' })),
    'updated since': each(({ updatedAt }) => ({ updatedFrom: updatedAt, sort: 'name' })),
    'search: first 3 letters': searches(({ contact }) => contact.firstname?.slice(0, 3)),
    'search: first name': searches(({ contact }) => contact.firstname),
    'search: first name, each order': each(({ contact }, index) => ({
      search: contact.firstname,
      sort: sorts[index % sorts.length],
    })),
    'search: first name in a segment': each(({ contact }, index) => ({
      search: contact.firstname,
      segmentId: segment(index),
    })),
    'search: first and last name': searches(({ contact }) => `${contact.firstname} ${contact.lastname}`),
    'search: beginning of an email': searches(({ email }) => email?.slice(0, 12)),
    'search: whole email': searches(({ email }) => email),
    'search: end of a phone': searches(({ phone }) => phone?.slice(-7)),
    'search: company': searches(({ contact }) => contact.company),
    'search: company by company': each(({ contact }) => ({ search: contact.company, sort: 'company' })),
    'search: nobody': searches(({ phone }) => `zq${phone?.slice(-5)}`),
    get: each(({ id }) => ({ id })),
  };
}

/** @param {Record<string, unknown> | null} query `id` for one contact. */
async function ask(port, query, at = '/v1/contacts') {
  const { id, ...rest } = query ?? {};
  const given = Object.entries({ pageSize: 50, ...rest }).flatMap(([name, values]) =>
    [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const search = query && !id ? `?${new URLSearchParams(given)}` : '';
  const request = get({
    port,
    agent,
    path: `${at}${id ? `/${String(id)}` : ''}${search}`,
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  if (response.statusCode !== 200) throw new Error(`${request.path}: ${response.statusCode} ${text}`);
  return JSON.parse(text);
}
