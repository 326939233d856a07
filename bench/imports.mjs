import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  caller,
  eachEngine,
  location,
  memoryOf,
  percentile,
  person,
  query,
  readOptions,
  request,
  startRoster,
  until,
} from './harness.mjs';

/*
 * node bench/imports.mjs [--rows 100000] [--engines postgresql,embedded] [--program FOLDER]
 *
 * Uploads a CSV of new contacts, plans, runs and undoes it, and imports its own export. Prints rows per second, memory above
 * idle, and latency of lists meanwhile. On a server, compares with INSERT … SELECT of 1,000 rows and COPY of all rows into
 * the same tables.
 */
const { rows, engines } = readOptions({ rows: 100_000, engines: 'postgresql,embedded' });
const COLUMNS =
  'contacts (organization_id, id, email, phone, firstname, lastname, jobtitle, company, created_at, updated_at)';
const ACTIVITY_COLUMNS =
  'activities (organization_id, id, at, action, actor_kind, actor_name, subject_id, after)';

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

await eachEngine(engines, async (engine, folder) => {
  const { port, url, env, drop } = await location(engine, folder, 'imports');
  const { pid, stop } = await startRoster(env);
  const call = caller(port);
  const idle = memoryOf(pid);
  const lists = [];
  let [memory, isOver] = [idle, false];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await call('GET', '/contacts?pageSize=50');
      lists.push(performance.now() - began);
      memory = Math.max(memory, memoryOf(pid));
      await sleep(100);
    }
  })();
  const table = {};
  const time = async (name, work) => {
    const began = performance.now();
    const result = await work();
    table[name] = speed((performance.now() - began) / 1000);
    return result;
  };
  const upload = (name, file) =>
    time(`upload ${name}`, async () => (await call('POST', `/imports?name=${name}.csv`, file)).data.id);
  const step = (name, id, target, state) =>
    time(name, async () => {
      await call('POST', `/imports/${id}/${target}`);
      return until(call, `/imports/${id}`, state);
    });
  const id = await upload('new', csv());
  const { plan } = await step('plan, all new', id, 'plan', 'planned');
  const { run } = await step('run, all new', id, 'run', 'finished');
  if (plan.created !== rows || run.created !== rows) throw new Error('Not all were created.');
  table['plan and run'] = speed(table['plan, all new'].seconds + table['run, all new'].seconds);
  const exported = await time('export', async () => {
    const response = await request(port, 'GET', '/contacts.csv');
    return Buffer.from(await response.arrayBuffer());
  });
  const again = await upload('again', exported);
  const unchanged = await step('plan, all unchanged', again, 'plan', 'planned');
  if (unchanged.plan.unchanged !== rows) throw new Error('The export was not imported unchanged.');
  await step('undo', id, 'undo', 'undone');
  isOver = true;
  await watching;
  if (url) {
    const [{ id: organization }] = await query(url, 'select id from organizations limit 1');
    await time('INSERT … SELECT of 1,000', () => insertSelect(url, organization));
    const lines = copyLines(organization);
    await time('COPY', () => copy(url, organization, lines));
  }
  console.log(`\n${engine}, ${rows} rows`);
  console.table(table);
  const [p50, p95] = [0.5, 0.95].map((p) => percentile(lists, p).toFixed(0));
  console.log(`lists meanwhile: p50 ${p50} ms, p95 ${p95} ms; memory ${memory - idle} MB above ${idle} MB`);
  await stop();
  await drop();
});

function speed(seconds) {
  return { seconds: Number(seconds.toFixed(1)), 'rows per second': Math.round(rows / seconds) };
}

function csv() {
  const lines = ['Email,Phone,First name,Last name,Job title,Company'];
  for (let row = 0; row < rows; row++) lines.push(Object.values(person(row)).join(','));
  return lines.join('\n');
}

/** Inserts the same rows, counters and activity, without rules or lookups. */
async function insertSelect(url, organization) {
  for (let from = 0; from < rows; from += 1000)
    await query(
      url,
      `with made as (
         insert into ${COLUMNS}
         select $1, gen_random_uuid(), 'rival.' || n || '@load.example', '+4917' || 200000000 + n, 'Ana', 'Silva ' || n,
           'Account manager', 'Acme', now(), now() from generate_series($2::int, $3::int) n returning id, email),
       recorded as (
         insert into ${ACTIVITY_COLUMNS}
         select $1, gen_random_uuid(), now(), 'contact.created', 'system', 'bench', id, json_build_object('email', email) from made)
       select add_to_counts($1, array[$1::uuid], (select count(*) from made))`,
      [organization, from, Math.min(from + 999, rows - 1)],
    );
}

/** Copies the same rows, as fast as PostgreSQL reads each table. */
async function copy(url, organization, { contacts, activities }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const copyInto = (columns, lines) =>
    once(client.query(new CopyIn(`copy ${columns} from stdin`, lines.join(''))), 'end');
  await copyInto(COLUMNS, contacts);
  await copyInto(ACTIVITY_COLUMNS, activities);
  await client.query('select add_to_counts($1, array[$1::uuid], $2)', [organization, rows]);
  await client.end();
}

function copyLines(organization) {
  const now = new Date().toISOString();
  const ids = Array.from({ length: rows }, () => randomUUID());
  const line = (...cells) => `${cells.join('\t')}\n`;
  const rival = (row) => ({ ...person(row, 'copy'), phone: `+4916${200_000_000 + row}` });
  return {
    contacts: ids.map((id, row) => line(organization, id, ...Object.values(rival(row)), now, now)),
    activities: ids.map((id, row) =>
      line(
        organization,
        randomUUID(),
        now,
        'contact.created',
        'system',
        'bench',
        id,
        `{"email":"${rival(row).email}"}`,
      ),
    ),
  };
}
