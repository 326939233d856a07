import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { build, isBuilt } from '../scripts/build.mjs';
import { eachEngine, location, memoryOf, percentile, readArguments, start } from './programs.mjs';

/*
 * node bench/imports.mjs [--rows 100000 --engines postgresql,embedded]
 *
 * Uploads a CSV of new contacts, plans, runs and undoes it, and imports its own export. Prints rows per second, memory above
 * idle, and latency of lists meanwhile. On a server, compares with INSERT … SELECT of 1,000 rows and COPY of all rows into
 * the same tables.
 */
const { values: options } = readArguments({ rows: '100000' });
class CopyIn extends pg.Query {
  constructor(text, lines) {
    super(text);
    this.lines = lines;
  }

  handleCopyInResponse(connection) {
    connection.sendCopyFromChunk(Buffer.from(this.lines));
    connection.endCopyFrom();
  }
}

const rows = Number(options.rows);
const TOKEN = `bench-${randomBytes(24).toString('hex')}`;

if (!isBuilt()) await build();
await eachEngine(options.engines, measure);

async function measure(engine, folder) {
  const { port, url, env, drop } = await location(engine, folder, 'imports');
  const { pid, stop } = await start(
    ['scripts/start.mjs'],
    { ...env, CONTACTS_API_TOKEN: TOKEN, RATE_LIMIT: 'none' },
    'Roster is ready',
  );
  const call = async (method, target, body) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1${target}`, {
      method,
      headers: {
        Authorization: `Bearer ${TOKEN}`,
        ...(body && { 'Content-Type': 'application/octet-stream' }),
      },
      body,
    });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  const idle = memoryOf(pid);
  const watch = { lists: [], memory: idle, stopped: false };
  const watching = (async () => {
    while (!watch.stopped) {
      const began = performance.now();
      await call('GET', '/contacts?pageSize=50').then((response) => response.text());
      watch.lists.push(performance.now() - began);
      watch.memory = Math.max(watch.memory, memoryOf(pid));
      await sleep(100);
    }
  })();
  const table = {};
  const step = async (name, id, target, state) => {
    const began = performance.now();
    await call('POST', `/imports/${id}/${target}`);
    for (;;) {
      const { data } = await (await call('GET', `/imports/${id}`)).json();
      if (data.state === state) {
        table[name] = speedSince(began);
        return data;
      }
      if (data.state === 'failed') throw new Error(data.error);
      await sleep(50);
    }
  };
  const upload = async (name, file) => {
    const began = performance.now();
    const { data } = await (await call('POST', `/imports?name=${name}.csv`, file)).json();
    table[`upload ${name}`] = speedSince(began);
    return data.id;
  };
  const id = await upload('new', csv());
  const plan = await step('plan, all new', id, 'plan', 'planned');
  const run = await step('run, all new', id, 'run', 'finished');
  if (plan.plan.created !== rows || run.run.created !== rows) throw new Error('Not all were created.');
  const seconds = table['plan, all new'].seconds + table['run, all new'].seconds;
  table['plan and run'] = { seconds, 'rows per second': Math.round(rows / seconds) };
  const began = performance.now();
  const exported = Buffer.from(await (await call('GET', '/contacts.csv')).arrayBuffer());
  table.export = speedSince(began);
  const again = await upload('again', exported);
  const unchanged = await step('plan, all unchanged', again, 'plan', 'planned');
  if (unchanged.plan.unchanged !== rows) throw new Error('The export was not imported unchanged.');
  await step('undo', id, 'undo', 'undone');
  watch.stopped = true;
  await watching;
  if (url) {
    table['INSERT … SELECT of 1,000'] = await insertSelect(url);
    table.COPY = await copy(url);
  }
  console.log(`\n${engine}, ${rows} rows`);
  console.table(table);
  console.log(
    `lists meanwhile: p50 ${percentile(watch.lists, 0.5).toFixed(0)} ms, p95 ${percentile(watch.lists, 0.95).toFixed(0)} ms; memory ${watch.memory - idle} MB above ${idle} MB`,
  );
  await stop();
  await drop();
}

function speedSince(began) {
  const seconds = (performance.now() - began) / 1000;
  return { seconds: Number(seconds.toFixed(1)), 'rows per second': Math.round(rows / seconds) };
}

function csv() {
  const lines = ['Email,Phone,First name,Last name,Job title,Company'];
  for (let row = 0; row < rows; row++)
    lines.push(`bench.${row}@load.example,+4915${200_000_000 + row},Ana,Silva ${row},Account manager,Acme`);
  return lines.join('\n');
}

/** Inserts the same rows, counters and activity, without rules or lookups. */
async function insertSelect(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: found } = await client.query('select id from organizations limit 1');
  const began = performance.now();
  for (let from = 0; from < rows; from += 1000)
    await client.query(
      `with made as (
         insert into contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)
         select $1, gen_random_uuid(), 'rival.' || n || '@load.example', '+4917' || 200000000 + n, 'Ana', 'Silva ' || n,
           'Account manager', 'Acme', now(), now() from generate_series($2::int, $3::int) n returning id, email),
       recorded as (
         insert into activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after)
         select $1, gen_random_uuid(), now(), 'contact.created', 'system', 'bench', id, json_build_object('email', email) from made)
       select add_to_counts($1, array[$1::uuid], (select count(*) from made))`,
      [found[0].id, from, from + 999],
    );
  const speed = speedSince(began);
  await client.end();
  return speed;
}

/** Copies the same rows, as fast as PostgreSQL reads each table. */
async function copy(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows: found } = await client.query('select id from organizations limit 1');
  const organization = found[0].id;
  const now = new Date().toISOString();
  const ids = Array.from({ length: rows }, () => randomUUID());
  const contacts = ids.map(
    (id, row) =>
      `${organization}\t${id}\tcopy.${row}@load.example\t+4916${200_000_000 + row}\tAna\tSilva ${row}\tAccount manager\tAcme\t${now}\t${now}\n`,
  );
  const activities = ids.map(
    (id, row) =>
      `${organization}\t${randomUUID()}\t${now}\tcontact.created\tsystem\tbench\t${id}\t{"email":"copy.${row}@load.example"}\n`,
  );
  const began = performance.now();
  const copyInto = (columns, lines) =>
    once(client.query(new CopyIn(`copy ${columns} from stdin`, lines.join(''))), 'end');
  await copyInto(
    'contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)',
    contacts,
  );
  await copyInto(
    'activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after)',
    activities,
  );
  await client.query('select add_to_counts($1, array[$1::uuid], $2)', [organization, rows]);
  const speed = speedSince(began);
  await client.end();
  return speed;
}
