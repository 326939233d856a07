import { randomBytes } from 'node:crypto';
import autocannon from 'autocannon';
import { build, isBuilt } from '../scripts/build.mjs';
import { root } from '../scripts/sources.mjs';
import {
  command,
  cpuTimeOf,
  eachEngine,
  freePort,
  location,
  percentile,
  readArguments,
  start,
} from './programs.mjs';

/*
 * node bench/metrics.mjs [--rounds 12] [--requests 500] [--contacts 10000] [--engines postgresql] [--program FOLDER]
 *
 * What metrics cost: two programs, one with METRICS_PORT, which is scraped every 5 seconds, one without, in turns: so many
 * upserts and lists in each. On a server, both have one database. Other programs disturb the CPU time of the program less.
 */
const { values: options } = readArguments({
  rounds: '12',
  requests: '500',
  contacts: '10000',
  program: root,
});
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;
const CONNECTIONS = 16;
const WARMING = 4;
const SCRAPE_MILLISECONDS = 5_000;
/** Requests of both: an upsert that repeats another one would change nothing. */
let sent = 0;

if (options.program === root && !isBuilt()) await build();
await eachEngine(options.engines, async (engine, folder) => {
  const first = await location(engine, folder, 'metrics');
  const second = await location('embedded', folder, 'other');
  const common = { CONTACTS_API_TOKEN: TOKEN, APP_SECRET: TOKEN, RATE_LIMIT: 'none', LOG_LEVEL: 'error' };
  const metricsPort = String(await freePort());
  const envs = [
    { ...first.env, ...common, METRICS_PORT: metricsPort },
    { ...first.env, ...common, ...second.env },
  ];
  const programs = [];
  let scraper;
  try {
    for (const env of engine === 'embedded' ? envs : envs.slice(0, 1)) {
      const { status, said } = await command(
        ['seed', '--contacts', options.contacts, '--segments', '20'],
        env,
        { folder: options.program },
      );
      if (status !== 0) throw new Error(said);
    }
    for (const env of envs)
      programs.push({
        port: env.PORT,
        ...(await start(['scripts/start.mjs'], env, 'Roster is ready', options.program)),
      });
    scraper = setInterval(
      () =>
        void fetch(`http://127.0.0.1:${metricsPort}/metrics`)
          .then((answer) => answer.text())
          .catch(() => {}),
      SCRAPE_MILLISECONDS,
    );
    await inTurns(engine, programs);
  } finally {
    clearInterval(scraper);
    for (const { stop } of programs) await stop();
    await first.drop();
  }
});

async function inTurns(engine, programs) {
  const kinds = {
    upserts: (n) => ({
      method: 'POST',
      path: '/v1/contacts',
      body: JSON.stringify({ email: `m${n % 5_000}@load.example`, company: `C ${n}` }),
    }),
    lists: (n) => ({ path: `/v1/contacts?pageSize=20&page=${1 + (n % 50)}` }),
  };
  const table = {};
  for (const [kind, request] of Object.entries(kinds)) {
    const ratios = { rate: [], cpu: [] };
    const cpu = { on: [], off: [] };
    // The first rounds warm up.
    for (let round = -WARMING; round < Number(options.rounds); round++) {
      const figures = [];
      // Each goes first in turn.
      for (const at of round % 2 ? [1, 0] : [0, 1]) figures[at] = await load(programs[at], request);
      if (round < 0) continue;
      const [on, off] = figures;
      ratios.rate.push(on.rate / off.rate);
      ratios.cpu.push(on.cpu / off.cpu);
      cpu.on.push(on.cpu);
      cpu.off.push(off.cpu);
    }
    const [withMetrics, without] = [cpu.on, cpu.off].map(
      (used) => percentile(used, 0.5) / Number(options.requests),
    );
    console.log(
      `${engine}, ${kind}: ${withMetrics.toFixed(3)} ms of CPU a request with metrics, ${without.toFixed(3)} without`,
    );
    for (const [name, values] of Object.entries(ratios))
      table[`${kind}, ${name === 'rate' ? 'per second' : 'CPU time of the program'}`] = {
        'with / without, median': Number(percentile(values, 0.5).toFixed(3)),
        least: Number(percentile(values, 0).toFixed(3)),
        most: Number(percentile(values, 1).toFixed(3)),
      };
  }
  console.log(`\n${engine}, ${options.rounds} rounds of ${options.requests} requests`);
  console.table(table);
}

async function load({ pid, port }, request) {
  const used = cpuTimeOf(pid);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    amount: Number(options.requests),
    // It ends at the next sample, by default one a second.
    sampleInt: 10,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    requests: [{ setupRequest: (basis) => ({ ...basis, ...request(sent++) }) }],
  });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  return { rate: Number(options.requests) / result.duration, cpu: cpuTimeOf(pid) - used };
}
