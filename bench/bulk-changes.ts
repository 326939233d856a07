import { performance } from 'node:perf_hooks';
import type { BulkChange, BulkChangeCreate, ContactFilter, SegmentCounts } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { openDatabase } from '@/lib/database/database';
import { createApi } from '@/lib/service/api';
import { createOrganization } from '@/lib/service/organizations';

/*
 * node dist/bulk-changes.js, with DATA_DIR or DATABASE_URL of a filled database: makes bulk changes in it and prints what
 * they took. Every call goes through the API, in this process.
 */
const MANY = 10_000;
const { DATA_DIR: dataDir = '', DATABASE_URL: url } = process.env;
const database = await openDatabase({ url, dataDir });
const token = await tokenOfFirst();
const api = createApi({ database, log: console, version: 'bench', trashDays: 30 });
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
  await freeze(name, { change: { type: 'delete' }, filter, expectedCount: total });
}
const ids: string[] = [];
for (let page = 1; ids.length < MANY; page++)
  for (const { id } of await call<Contact[]>('GET', `/contacts?pageSize=100&sort=name&page=${page}`))
    ids.push(id);
await runAndUndo('delete', await freeze('10,000 ids', { change: { type: 'delete' }, ids }));
const change = { type: 'segments' as const, add: [largest], remove: [second] };
await runAndUndo('change of segments', await freeze('10,000 ids again', { change, ids }));
console.table(table);
await database.close();

function freeze(name: string, body: BulkChangeCreate): Promise<BulkChange> {
  const make = () => call<BulkChange>('POST', '/bulk-changes', body);
  return measure(`freeze ${name}`, make, ({ total }) => total);
}

async function runAndUndo(name: string, { id }: BulkChange): Promise<void> {
  const step = (verb: string) => () => call<BulkChange>('POST', `/bulk-changes/${id}/${verb}`);
  const ran = ({ state }: BulkChange) => state === 'finished';
  await measure(name, step('run'), ({ changed }) => changed, ran);
  const undone = ({ state }: BulkChange) => state === 'undone';
  await measure(`undo of the ${name}`, step('undo'), (last) => last.undone, undone);
}

/** Calls until an answer ends it, and notes what that took. */
async function measure<Data>(
  name: string,
  make: () => Promise<Data>,
  contacts: (last: Data) => number,
  ends: (last: Data) => boolean = () => true,
): Promise<Data> {
  const start = performance.now();
  const busy = process.cpuUsage();
  let [calls, longest, last] = [0, 0, undefined as Data | undefined];
  while (last === undefined || !ends(last)) {
    const before = performance.now();
    last = await make();
    longest = Math.max(longest, performance.now() - before);
    calls++;
  }
  const { user, system } = process.cpuUsage(busy);
  table[name] = {
    contacts: contacts(last),
    calls,
    's, all calls': Math.round(performance.now() - start) / 1e3,
    'ms, longest call': Math.round(longest),
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
