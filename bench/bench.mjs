import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { randomOf } from '../lib/database/seeded-random.js';
import { build, isBuilt } from '../scripts/build.mjs';
import { eachEngine, ended, location, readArguments, searched, start } from './programs.mjs';

/*
 * npm run bench [-- --contacts 100000 --seconds 8 --engines postgresql,embedded]
 *
 * Compares the built program with a bare upsert with Hono and `pg`.
 */
const { values: options } = readArguments({ contacts: '100000', seconds: '8' });
const CONNECTIONS = 32;
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
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const contacts = Number(options.contacts);
const duration = Number(options.seconds);

if (!isBuilt()) await build();
await eachEngine(options.engines, measureEngine);

async function measureEngine(engine, folder) {
  const results = [];
  const bare = await location(engine, folder, 'bare');
  const bareProgram = await start(
    ['bench/bare.mjs', String(bare.port), bare.url ?? `embedded:${bare.dataDir}`],
    {},
    'ready',
  );
  const whole = await location(engine, folder, 'whole');
  const env = { ...whole.env, CONTACTS_API_TOKEN: TOKEN, RATE_LIMIT: 'none', APP_SECRET: TOKEN };
  await ended(
    ['scripts/run.mjs', 'seed', '--contacts', String(contacts), '--segments', '20', '--referral-codes', '50'],
    env,
  );
  const program = await start(['scripts/start.mjs'], env, 'Roster is ready');
  await searched(whole.port, TOKEN);
  const ask = async (query) => {
    const response = await fetch(`http://127.0.0.1:${whole.port}/v1/contacts?${query}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    return response.json();
  };
  const deep = Math.floor((contacts / 50) * 0.95);
  const { data, meta } = await ask(`pageSize=50&page=${deep}`);
  const list = (query) => ({ path: `/v1/contacts?${query}` });
  const someone = (index) => data[index % data.length];
  const reading = async (name, request) => {
    await load(whole.port, name, request, { amount: WARMING_READS });
    results.push(await load(whole.port, name, request));
  };
  await reading('list of 50, first page', () => list('pageSize=50'));
  await reading(`list of 50, page ${deep} by cursor`, () => list(`pageSize=50&cursor=${meta.nextCursor}`));
  await reading(`list of 50, page ${deep} by number`, () => list(`pageSize=50&page=${deep}`));
  await reading('search by email', (index) =>
    list(`search=${encodeURIComponent(someone(index).email ?? someone(index).phone)}`),
  );
  await reading('search by first and last name', (index) => {
    const { firstname = 'ana', lastname = 'silva' } = someone(index).contact;
    return list(`search=${encodeURIComponent(`${firstname} ${lastname}`)}`);
  });
  await reading('get', (index) => ({ path: `/v1/contacts/${someone(index).id}` }));
  // Measured in turn, because the speed of a shared machine varies.
  const rivals = [
    { port: bare.port, name: 'bare upsert', next: upserts() },
    { port: whole.port, name: 'upsert', next: upserts() },
  ];
  // A second instance on the same server, with a shared rate limit.
  const counting = whole.url && (await location('embedded', folder, 'counting'));
  const countingProgram =
    counting &&
    (await start(
      ['scripts/start.mjs'],
      { ...env, PORT: String(counting.port), RATE_LIMIT: MOST_A_MINUTE },
      'Roster is ready',
    ));
  if (counting) rivals.push({ port: counting.port, name: 'upsert, limited', next: upserts(OTHERS) });
  const round = async (limit) => {
    const figures = [];
    for (const { port, name, next } of rivals) figures.push(await load(port, name, next, limit));
    return figures;
  };
  await round({ amount: WARMING });
  const slices = [];
  while (slices.length < ROUNDS) slices.push(await round());
  const writing = rivals.map((_, index) => together(slices.map((slice) => slice[index])));
  await countingProgram?.stop();
  await program.stop();
  await whole.drop();
  await bareProgram.stop();
  await bare.drop();

  console.log(`\n${engine}: ${contacts} contacts, ${CONNECTIONS} connections, ${duration} s each`);
  console.table(Object.fromEntries([...writing, ...results].map(({ name, ...figures }) => [name, figures])));
  const ratio = (one, other) => (writing[one]['per second'] / writing[other]['per second']).toFixed(2);
  console.log(`upsert, whole program to bare: ${ratio(1, 0)}`);
  if (counting) console.log(`upsert, shared rate limit to none: ${ratio(2, 1)}`);
}

/** The mean of several measurements, and the worst p99. */
function together(figures) {
  const mean = (name) => Math.round(figures.reduce((sum, figure) => sum + figure[name], 0) / figures.length);
  return {
    name: figures[0].name,
    'per second': mean('per second'),
    'p50 ms': mean('p50 ms'),
    'p99 ms': Math.max(...figures.map((figure) => figure['p99 ms'])),
  };
}

/** Half of the upserts are new contacts, half were sent before. Every program gets the same sequence. */
function upserts(first = 0) {
  const random = randomOf(1);
  let made = first;
  return () => {
    const settled = made - first - UNSETTLED;
    const number = random() < 0.5 && settled > 0 ? first + Math.floor(random() * settled) : made++;
    return {
      method: 'POST',
      path: '/v1/contacts',
      body: JSON.stringify({
        email: `bench.${number}@load.example`,
        phone: `+4915${String(200_000_000 + number)}`,
        firstname: 'Ana',
        lastname: `Silva ${Math.floor(random() * 1000)}`,
        jobtitle: 'Account manager',
        company: 'Acme',
      }),
    };
  };
}

/** @param {(index: number) => object} request */
async function load(port, name, request, limit = { duration }) {
  let index = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    ...limit,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    requests: [{ setupRequest: (basis) => ({ ...basis, ...request(index++) }) }],
  });
  if (result.non2xx || result.errors)
    throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    name,
    'per second': Math.round(result.requests.average),
    'p50 ms': result.latency.p50,
    'p99 ms': result.latency.p99,
  };
}
