import { randomOf } from '../lib/database/seeded-random.js';
import {
  caller,
  duplicatesSearched,
  eachEngine,
  load,
  location,
  percentile,
  person,
  readOptions,
  seed,
  start,
  startRoster,
} from './harness.mjs';

/*
 * npm run bench -- [--contacts 100000] [--seconds 8] [--engines postgresql,embedded] [--program FOLDER]
 *
 * Compares the built program with a bare upsert with Hono and `pg`: requests a second.
 */
const options = readOptions({ contacts: 100_000, seconds: 8, engines: 'postgresql,embedded' });
const duration = options.seconds;
/** Rounds in which the programs are measured in turn. */
const ROUNDS = 3;
/** Requests to warm up before measuring writes and reads. */
const WARMING = 20_000;
const WARMING_READS = 4_000;
/** Number of latest contacts that are not sent again, because the bare program fails on concurrent inserts. */
const UNSETTLED = 1_000;
/** The maximum rate limit. */
const MOST_A_MINUTE = '1000000';
/** First contact number of the second instance. */
const OTHERS = 10_000_000;

await eachEngine(options.engines, async (engine, folder) => {
  const bare = await location(engine, folder, 'bare');
  const bareProgram = await start(
    ['bench/bare.mjs', String(bare.port), bare.url ?? `embedded:${bare.dataDir}`],
    {},
    'ready',
  );
  const whole = await location(engine, folder, 'whole');
  await seed(whole.env, options.contacts);
  const program = await startRoster(whole.env);
  const reads = await measureReads(whole.port);
  // A second instance on the same server, with a shared rate limit.
  const limited = whole.url && (await location('embedded', folder, 'limited'));
  const limitedProgram =
    limited && (await startRoster({ ...whole.env, PORT: String(limited.port), RATE_LIMIT: MOST_A_MINUTE }));
  const writes = await measureWrites([
    ['bare upsert', bare.port, upserts()],
    ['upsert', whole.port, upserts()],
    ...(limited ? [['upsert, limited', limited.port, upserts(OTHERS)]] : []),
  ]);
  for (const one of [limitedProgram, program, bareProgram]) await one?.stop();
  for (const one of [whole, bare]) await one.drop();

  console.log(`\n${engine}: ${options.contacts} contacts, ${duration} s each`);
  console.table({ ...writes, ...reads });
  const ratio = (one, other) => (writes[one]['per second'] / writes[other]['per second']).toFixed(2);
  console.log(`upsert, whole program to bare: ${ratio('upsert', 'bare upsert')}`);
  if (limited) console.log(`upsert, shared rate limit to none: ${ratio('upsert, limited', 'upsert')}`);
});

async function measureReads(port) {
  const call = caller(port);
  await duplicatesSearched(call);
  const deep = Math.max(1, Math.floor((options.contacts / 50) * 0.95));
  const { data, meta } = await call('GET', `/contacts?pageSize=50&page=${deep}`);
  const one = (index) => data[index % data.length];
  const words = ({ email, phone }) => email ?? phone;
  const name = ({ contact: { firstname = 'ana', lastname = 'silva' } }) => `${firstname} ${lastname}`;
  const reads = {
    'list of 50, first page': () => '?pageSize=50',
    [`list of 50, page ${deep} by cursor`]: () => `?pageSize=50&cursor=${meta.nextCursor}`,
    [`list of 50, page ${deep} by number`]: () => `?pageSize=50&page=${deep}`,
    'search by email': (index) => `?search=${encodeURIComponent(words(one(index)))}`,
    'search by first and last name': (index) => `?search=${encodeURIComponent(name(one(index)))}`,
    get: (index) => `/${one(index).id}`,
  };
  const table = {};
  for (const [what, target] of Object.entries(reads)) {
    const next = (index) => ({ path: `/v1/contacts${target(index)}` });
    await load(port, next, { amount: WARMING_READS });
    table[what] = figures([await load(port, next, { duration })]);
  }
  return table;
}

/** Measures the programs in turn, because the speed of a shared machine varies. */
async function measureWrites(rivals) {
  for (const [, port, next] of rivals) await load(port, next, { amount: WARMING });
  const results = new Map(rivals.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, port, next] of rivals) results.get(name).push(await load(port, next, { duration }));
  return Object.fromEntries([...results].map(([name, list]) => [name, figures(list)]));
}

/** The mean of several measurements, and the worst p99. */
function figures(results) {
  const mean = (value) => Math.round(results.reduce((sum, one) => sum + value(one), 0) / results.length);
  return {
    'per second': mean((one) => one.requests.average),
    'p50 ms': mean((one) => one.latency.p50),
    'p99 ms': percentile(
      results.map((one) => one.latency.p99),
      1,
    ),
  };
}

/** Half of the upserts are new contacts, half were sent before. Every program gets the same sequence. */
function upserts(first = 0) {
  const random = randomOf(1);
  let made = first;
  return () => {
    const settled = made - first - UNSETTLED;
    const number = random() < 0.5 && settled > 0 ? first + Math.floor(random() * settled) : made++;
    const body = { ...person(number), lastname: `Silva ${Math.floor(random() * 1000)}` };
    return { method: 'POST', path: '/v1/contacts', body: JSON.stringify(body) };
  };
}
