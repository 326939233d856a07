import { performance } from 'node:perf_hooks';
import type { BulkChange, BulkChangeCreate, ContactFilter, SegmentCounts } from '@/lib/contract/bulk-change';
import type { Segment } from '@/lib/contract/segment';
import { openDatabase } from '@/lib/database/database';
import { JobRunner } from '@/lib/jobs/job-runner';
import { bulkChangeJob } from '@/lib/service/bulk-changes/bulk-change-job';
import { createApi } from '@/lib/service/http/api';
import { createOrganization } from '@/lib/service/organizations/create-organization';

/*
 * node dist/bulk-changes.js, with DATA_DIR or DATABASE_URL of a filled database: makes bulk changes in it and prints what
 * they took. Every call goes through the API, in this process.
 */
const { DATA_DIR: dataDir = '', DATABASE_URL: url } = process.env;
const database = await openDatabase({ url, dataDir });
const token = await tokenOfFirst();
const jobs = new JobRunner({ database, log: console, kinds: bulkChangeJob });
const idle = { wake: () => {} };
const api = createApi({ database, log: console, version: 'bench', trashDays: 30, jobs: idle });
const table: Record<string, Record<string, number>> = {};

const segments = await call<Segment[]>('GET', '/segments?include=contactCount');
segments.sort((one, other) => (other.contactCount ?? 0) - (one.contactCount ?? 0));
const [largest, second] = segments.map(({ id }) => id) as [string, string];
const filters: Record<string, ContactFilter> = {
  all: {},
  'the largest segment': { segmentId: [largest] },
  'those without segment': { segmentId: ['none'] },
  'a search for "ana"': { search: 'ana' },
};
for (const [name, filter] of Object.entries(filters)) {
  const { total } = await measure(
    `count ${name}`,
    () => call<SegmentCounts>('POST', '/contacts/segment-counts', { filter }),
    (counts) => counts.total,
  );
  const { id } = await freeze(name, { change: { type: 'delete' }, filter, expectedCount: total });
  await call('POST', `/bulk-changes/${id}/cancel`);
}
await runAndUndo('delete', { type: 'delete' });
await runAndUndo('change of segments', { type: 'segments', add: [largest], remove: [second] });
console.table(table);
await database.close();

function freeze(name: string, body: BulkChangeCreate): Promise<BulkChange> {
  const make = () => call<BulkChange>('POST', '/bulk-changes', body);
  return measure(`freeze ${name}`, make, ({ total }) => total);
}

/** Changes all contacts, and undoes it. */
async function runAndUndo(name: string, change: BulkChangeCreate['change']): Promise<void> {
  const { total } = await call<SegmentCounts>('POST', '/contacts/segment-counts', { filter: {} });
  const { id } = await freeze(name, { change, filter: {}, expectedCount: total });
  const next = async () => {
    await jobs.runNext();
    return call<BulkChange>('GET', `/bulk-changes/${id}`);
  };
  await measure(
    name,
    next,
    ({ changed }) => changed,
    ({ state }) => state === 'finished',
  );
  await call('POST', `/bulk-changes/${id}/undo`);
  await measure(
    `undo of the ${name}`,
    next,
    ({ undone }) => undone,
    ({ state }) => state === 'undone',
  );
}

/** Repeats until an answer ends it, and notes what that took. */
async function measure<Data>(
  name: string,
  make: () => Promise<Data>,
  contacts: (last: Data) => number,
  ends: (last: Data) => boolean = () => true,
): Promise<Data> {
  const start = performance.now();
  const busy = process.cpuUsage();
  const times: number[] = [];
  let last: Data;
  do {
    const before = performance.now();
    last = await make();
    times.push(performance.now() - before);
  } while (!ends(last));
  times.sort((one, other) => one - other);
  const { user, system } = process.cpuUsage(busy);
  table[name] = {
    contacts: contacts(last),
    pieces: times.length,
    's, all': Math.round(performance.now() - start) / 1e3,
    'ms, median': Math.round(times[times.length >> 1] as number),
    'ms, longest': Math.round(times.at(-1) as number),
    // With the embedded database in it; of a server, the program's part only.
    's, processor': Math.round((user + system) / 1e3) / 1e3,
  };
  return last;
}

async function call<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const request = new Request(`http://bench/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = (await (await api.fetch(request, { limited: false })).json()) as { data: Data };
  if (answer.data === undefined) throw new Error(JSON.stringify(answer));
  return answer.data;
}

/** A token of the organization that was filled. */
async function tokenOfFirst(): Promise<string> {
  const made = await createOrganization(database, 'Bench');
  await database.pool.query(
    'update api_tokens set organization_id = (select id from organizations where first) where organization_id = $1',
    [made.id],
  );
  return made.token;
}
