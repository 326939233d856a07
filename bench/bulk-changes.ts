import { performance } from 'node:perf_hooks';
import type { BulkChange, BulkChangeCreate } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { openDatabase } from '@/lib/database/database';
import { createApi } from '@/lib/service/api';
import { createOrganization } from '@/lib/service/organizations';

/*
 * node dist/bulk-changes.js DATA_DIR [DATABASE_URL]: what bulk changes take in a filled database, as a table. Every call
 * goes through the API, in this process.
 */
const MANY = 10_000;
const [, , dataDir = '', url] = process.argv;
const database = await openDatabase({ url, dataDir });
const { rows } = await database.pool.query<{ id: string }>('select id from organizations where first');
const { token } = await createOrganization(database, 'Bench');
await database.pool.query('update api_tokens set organization_id = $1 where organization_id <> $1', [
  rows[0]?.id,
]);
const api = createApi({ database, log: console, version: 'bench', trashDays: 30 });
const results: Record<
  string,
  { contacts: number; 'seconds, all calls': number; 'longest call, ms': number; 'processor, s': number }
> = {};

async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const request = new Request(`http://bench/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = (await (await api.fetch(request, { limited: false })).json()) as { data: Data };
  if (!answer.data) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** Calls until there is an answer that ends it. */
async function measure<Data>(
  name: string,
  make: () => Promise<Data>,
  contacts: (last: Data) => number,
  ended = (_: Data) => true,
) {
  const start = performance.now();
  const busy = process.cpuUsage();
  for (let longest = 0; ; ) {
    const before = performance.now();
    const last = await make();
    const now = performance.now();
    longest = Math.max(longest, now - before);
    if (!ended(last)) continue;
    results[name] = {
      contacts: contacts(last),
      'seconds, all calls': Math.round(now - start) / 1000,
      'longest call, ms': Math.round(longest),
      'processor, s': processor(busy),
    };
    return last;
  }
}

/** Seconds of this process: of the embedded database, too, but not of a server. */
function processor(since: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(since);
  return Math.round((user + system) / 1e3) / 1e3;
}

async function create(name: string, body: BulkChangeCreate) {
  return measure(
    `freeze ${name}`,
    () => call<BulkChange>('POST', '/bulk-changes', body),
    ({ total }) => total,
  );
}

async function runAndUndo(name: string, { id }: BulkChange) {
  const step = (verb: string) => () => call<BulkChange>('POST', `/bulk-changes/${id}/${verb}`);
  await measure(
    name,
    step('run'),
    ({ changed }) => changed,
    ({ state }) => state !== 'running',
  );
  await measure(
    `undo of it (${name})`,
    step('undo'),
    ({ undone }) => undone,
    ({ state }) => state === 'undone',
  );
}

const count = async (name: string, filter: NonNullable<BulkChangeCreate['filter']>) =>
  (
    await measure(
      `count ${name}`,
      () => call<{ total: number }>('POST', '/contacts/segment-counts', { filter }),
      ({ total }) => total,
    )
  ).total;

const segments = await call<(Segment & { contactCount: number })[]>('GET', '/segments?include=contactCount');
segments.sort((one, other) => other.contactCount - one.contactCount);
const [largest, second] = segments.map(({ id }) => id) as [string, string];
for (const [name, filter] of Object.entries({
  all: {},
  'the largest segment': { segmentId: [largest] },
  'those without segment': { segmentId: ['none' as const] },
  'a search for "ana"': { search: 'ana' },
})) {
  const expectedCount = await count(name, filter);
  await create(name, { change: { type: 'delete' }, filter, expectedCount });
}
const ids: string[] = [];
for (let page = 1; ids.length < MANY; page++)
  ids.push(
    ...(await call<Contact[]>('GET', `/contacts?pageSize=100&sort=name&page=${page}`)).map(({ id }) => id),
  );
const deletion = await create('10,000 ids', { change: { type: 'delete' }, ids });
await runAndUndo('delete', deletion);
const change = { type: 'segments' as const, add: [largest], remove: [second] };
await runAndUndo('change segments', await create('10,000 ids again', { change, ids }));
console.table(results);
await database.close();
