import { performance } from 'node:perf_hooks';
import type { BulkChange, BulkChangeCreate, SegmentCounts } from '@/lib/contract/bulk-change';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import type { Segment } from '@/lib/contract/segment';
import { JobRunner } from '@/lib/jobs/job-runner';
import { bulkChangeJob } from '@/lib/service/bulk-changes/bulk-change-job';
import { caller, database, seedFirst } from './database';

/* Counts and freezes selections, deletes all contacts and changes the segments of all, and undoes both. */
const call = await caller(await seedFirst());
const jobs = new JobRunner({ database, log: console, kinds: bulkChangeJob });
const table: Record<string, Record<string, number>> = {};

const segments = await call<Segment[]>('GET', '/segments?include=contactCount');
segments.sort((one, other) => (other.contactCount ?? 0) - (one.contactCount ?? 0));
const [largest, second] = segments.map(({ id }) => id) as [string, string];
const filters: Record<string, ContactFilter> = {
  all: {},
  'the largest segment': { segmentId: [largest] },
  'no segment': { segmentId: ['none'] },
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

/** Repeats a step until its result ends it. */
async function measure<Data>(
  name: string,
  make: () => Promise<Data>,
  contacts: (last: Data) => number,
  ends: (last: Data) => boolean = () => true,
): Promise<Data> {
  const start = performance.now();
  const times: number[] = [];
  let last: Data;
  do {
    const before = performance.now();
    last = await make();
    times.push(performance.now() - before);
  } while (!ends(last));
  times.sort((one, other) => one - other);
  table[name] = {
    contacts: contacts(last),
    pieces: times.length,
    's, all': Math.round(performance.now() - start) / 1e3,
    'ms, median': Math.round(times[times.length >> 1] as number),
    'ms, longest': Math.round(times.at(-1) as number),
  };
  return last;
}
