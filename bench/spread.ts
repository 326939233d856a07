import { performance } from 'node:perf_hooks';
import { caller, database } from './database';

/*
 * Measures upserts and lists of eight organizations on one server or, if the database has Citus workers, on one worker and
 * then on two.
 */
const ORGANIZATIONS = 8;
const CALLS = 4_000;
const AT_ONCE = 32;
const PAGES = 2_000;
type Ask = Awaited<ReturnType<typeof caller>>;
const table: Record<string, Record<string, number>> = {};

const byWorker = new Map<number, Ask[]>();
const isEnough = () => [...byWorker.values()].filter((asks) => asks.length >= ORGANIZATIONS).length;
while (isEnough() < (database.workers ? 2 : 1)) {
  const ask = await caller();
  const worker = await workerOfLatest();
  byWorker.set(worker, [...(byWorker.get(worker) ?? []), ask]);
}
const [one = [], two = []] = [...byWorker.values()];
if (!database.workers) await measureAll('one server', one.slice(0, ORGANIZATIONS));
else {
  await measureAll('1 worker', one.slice(0, ORGANIZATIONS));
  const half = ORGANIZATIONS / 2;
  await measureAll('2 workers', [...one.slice(-half), ...two.slice(-half)]);
}
console.table(table);
await database.close();

async function measureAll(where: string, asks: Ask[]): Promise<void> {
  const contacts = (company: string) =>
    Array.from({ length: CALLS }, (_, n) => ({
      email: `${where.replace(' ', '.')}.${n}@load.example`,
      company,
    }));
  const upsert = (body: object, n: number) => (asks[n % asks.length] as Ask)('POST', '/contacts', body);
  await measure(where, 'upserts of new contacts', contacts('Acme'), upsert);
  await measure(where, 'upserts of known contacts', contacts('Globex'), upsert);
  await measure(where, 'lists of 20', Array.from({ length: PAGES }), (_, n) =>
    (asks[n % asks.length] as Ask)('GET', '/contacts?sort=name'),
  );
}

async function measure<T>(
  where: string,
  what: string,
  items: T[],
  work: (item: T, n: number) => Promise<unknown>,
): Promise<void> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [n, item] of queue) await work(item, n);
    }),
  );
  const { user, system } = process.cpuUsage(before);
  table[`${what}, ${where}`] = {
    'per second': Math.round(items.length / ((performance.now() - start) / 1000)),
    'µs of this process': Math.round((user + system) / items.length),
  };
}

/** Worker of the latest organization. */
async function workerOfLatest(): Promise<number> {
  if (!database.workers) return 0;
  const { rows } = await database.pool.query<{ worker: number }>(
    `select groupid as worker from pg_dist_placement where shardid = (
       select get_shard_id_for_distribution_column('contacts', id) from organizations order by created_at desc limit 1)`,
  );
  return rows[0]?.worker ?? 0;
}
