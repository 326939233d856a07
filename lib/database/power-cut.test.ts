import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { type EmbeddedEngine, startEngine } from './embedded-engine';
import type { DiskPlan } from './power-cut-disk';
import { randomOf } from './seeded-random';
import { clientOf } from './testing';

// Cuts the power of a simulated disk and opens the embedded database on what is left. Two hundred times:
//   POWER_CUTS=200 npx vitest run lib/database/power-cut.test.ts

const CUTS = Number(process.env.POWER_CUTS ?? 4);
/** The power is cut after at most this many writes; opening the database takes a few dozen. */
const CHANGES = 400;

const snapshot = await readFile(inject('snapshot'));
const folder = mkdtempSync(join(tmpdir(), 'roster-power-'));
const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker };
const { Worker: PlainWorker } = threads;
const disk = new URL('./power-cut-disk.js', import.meta.url).href;

/** Opens the engine on a simulated disk. */
async function startOn(
  dataDir: string,
  options: Partial<DiskPlan> = {},
  from?: Uint8Array,
  isCopy?: boolean,
): Promise<EmbeddedEngine> {
  const plan: DiskPlan = { seed: 0, ...options, folder: dataDir };
  const env = { ...process.env, DISK_PLAN: JSON.stringify(plan) };
  threads.Worker = class extends PlainWorker {
    constructor(file: URL, given: WorkerOptions) {
      super(file, { ...given, execArgv: ['--import', disk], env });
    }
  };
  syncBuiltinESMExports();
  try {
    return await startEngine({ dataDir, isCopy, ...(from && { snapshot: from }) });
  } finally {
    threads.Worker = PlainWorker;
    syncBuiltinESMExports();
  }
}

let next = 0;
/** Folder of the next disk. */
const place = () => join(folder, String(next++));

afterEach(() => void vi.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

type Cut = Required<DiskPlan>['cut'];

/** What the database has confirmed as committed, and the change that was never confirmed. */
interface Known {
  rows: Map<number, string>;
  unanswered?: { id: number; body: string | null };
}

const origin = join(folder, 'origin');

beforeAll(async () => {
  mkdirSync(origin);
  const dataDir = join(origin, 'database');
  const engine = await startOn(dataDir, {}, snapshot);
  const client = await clientOf(engine);
  await client.query('create table kept (id int4 primary key, body text, filler text)');
  await client.query('create index kept_body on kept using gin (body gin_trgm_ops)');
  await client.end();
  await engine.close();
});

function newDatabase(): string {
  const top = place();
  cpSync(origin, top, { recursive: true });
  return join(top, 'database');
}

/** Writes until the power cut; returns the folder that the disk holds. */
async function writeUntilCut(
  dataDir: string,
  known: Known,
  { cut, seed, ignoresFsync }: { cut: Omit<Cut, 'into'>; seed: number; ignoresFsync?: boolean },
): Promise<string> {
  const into = place();
  const random = randomOf(seed);
  const text = (length: number) =>
    Array.from({ length: Math.ceil(length / 8) }, () => Math.floor(random() * 16 ** 8).toString(16)).join('');
  try {
    const engine = await startOn(dataDir, { cut: { ...cut, into }, seed, ignoresFsync });
    const client = await clientOf(engine);
    await expectAll(client, known);
    for (;;) {
      const what = random();
      if (what < 0.03) {
        await client.query('checkpoint');
        continue;
      }
      const ids = [...known.rows.keys()];
      const some = ids[Math.floor(random() * ids.length)] ?? 0;
      const id = what < 0.7 ? Math.max(0, ...ids) + 1 : some;
      const body = what < 0.95 ? text(20 + random() * 60) : null;
      known.unanswered = { id, body };
      if (body === null) await client.query('delete from kept where id = $1', [id]);
      else await client.query(upsert, [id, body, text(random() * 3000)]);
      apply(known);
    }
  } catch (cause) {
    if (!/embedded database has ended/.test((cause as Error).message)) throw cause;
  }
  rmSync(dirname(dataDir), { recursive: true });
  return join(into, basename(dataDir));
}

const upsert = `insert into kept values ($1, $2, $3)
  on conflict (id) do update set body = excluded.body, filler = excluded.filler`;

function apply(known: Known) {
  if (!known.unanswered) return;
  const { id, body } = known.unanswered;
  if (body === null) known.rows.delete(id);
  else known.rows.set(id, body);
  delete known.unanswered;
}

/** Expects everything confirmed in the table and its indexes. */
async function expectAll(client: pg.Client, known: Known) {
  const read = async (sql: string, by: 'table' | 'index') => {
    await client.query(`set enable_seqscan = ${by === 'table' ? 'on' : 'off'}`);
    for (const scan of ['enable_indexscan', 'enable_bitmapscan'])
      await client.query(`set ${scan} = ${by === 'table' ? 'off' : 'on'}`);
    return (await client.query<{ id: number; body: string }>(sql)).rows;
  };
  const all = 'select id, body from kept where id > 0 order by id';
  const found = await read(all, 'table');
  expect(await read(all, 'index')).toEqual(found);
  for (const letters of ['a1b', '7f', 'c0d']) {
    const like = `select id, body from kept where body like '%${letters}%' order by id`;
    expect(await read(like, 'index')).toEqual(await read(like, 'table'));
  }
  const rows = new Map(found.map(({ id, body }) => [id, body]));
  const { unanswered } = known;
  if (unanswered && rows.get(unanswered.id) === (unanswered.body ?? undefined)) apply(known);
  delete known.unanswered;
  expect(rows).toEqual(known.rows);
}

async function expectAllIn(dataDir: string, known: Known): Promise<void> {
  const engine = await startOn(dataDir);
  try {
    const client = await clientOf(engine);
    await expectAll(client, known);
    await client.end();
  } finally {
    await engine.close();
  }
}

const kinds = ['synced', 'sectors'] as const;

test(`${CUTS} power cuts lose nothing committed`, {
  timeout: 60_000 + CUTS * 10_000,
}, async () => {
  const known: Known = { rows: new Map() };
  const random = randomOf(18);
  let dataDir = newDatabase();
  for (let count = 0; count < CUTS; count++) {
    const cut = { at: 1 + Math.floor(random() * CHANGES), keeps: kinds[count % 2] as Cut['keeps'] };
    dataDir = await writeUntilCut(dataDir, known, { seed: count, cut });
  }
  await expectAllIn(dataDir, known);
  expect(known.rows.size).toBeGreaterThan(CUTS);
});

test.each(kinds)('without fsync a power cut loses data (%s)', { timeout: 60_000 }, async (keeps) => {
  const known: Known = { rows: new Map() };
  const options = { seed: 1, cut: { at: CHANGES, keeps }, ignoresFsync: true };
  const after = await writeUntilCut(newDatabase(), known, options);
  expect(known.rows.size).toBeGreaterThan(0);
  // The database does not open, or lacks what was committed.
  const found = await expectAllIn(after, known).then(
    () => 'all',
    () => 'less',
  );
  expect(found).toBe('less');
});

/** Rows of a new table: several pages. */
const MADE = 5_000;

test.each([
  ['while a new database is made', 600, 'sectors'],
  ['soon after', 4_000, 'synced'],
] as const)(
  'a power cut %s loses nothing and does not block the next start',
  { timeout: 60_000 },
  async (_, at, keeps) => {
    const [top, into] = [place(), place()];
    mkdirSync(top);
    let committed = 0;
    const writing = (async () => {
      const client = await clientOf(await startOn(join(top, 'database'), { cut: { at, keeps, into } }));
      await client.query(`create table new as select generate_series(-${MADE}, -1) as id`);
      // From now on only its directory entry keeps the table's file.
      await client.query('checkpoint');
      for (;;) {
        await client.query('insert into new values ($1)', [committed]);
        committed++;
      }
    })();
    await expect(writing).rejects.toThrow(/has ended/);
    const engine = await startOn(join(into, 'database'));
    const client = await clientOf(engine);
    const { rows } = await client.query<{ made: boolean }>("select to_regclass('new') is not null as made");
    expect(rows).toEqual([{ made: at > 600 }]);
    if (at > 600) {
      const found = await client.query<{ id: number }>('select id from new order by id');
      expect(committed).toBeGreaterThan(0);
      const ids = Array.from({ length: MADE + committed }, (_id, index) => index - MADE);
      expect(found.rows.map(({ id }) => id).slice(0, ids.length)).toEqual(ids);
    }
    await client.end();
    await engine.close();
  },
);

test.each([
  ['fsync', 'EIO', 100, /^The disk of .* failed \(EIO: failed, fsync\): check the disk/],
  ['write', 'ENOSPC', 300, /^The disk of .* is full: free some space, or set DATA_DIR/],
])(
  '%s that fails with %s ends the program, and is not taken for a commit',
  { timeout: 60_000 },
  async (call, code, at, sentence) => {
    const dataDir = newDatabase();
    const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const known: Known = { rows: new Map() };
    const engine = await startOn(dataDir, { failure: { call, code, at } });
    const client = await clientOf(engine);
    const writing = (async () => {
      for (let id = 1; ; id++) {
        known.unanswered = { id, body: `body ${id}` };
        await client.query(upsert, [id, `body ${id}`, '']);
        apply(known);
      }
    })();
    await expect(writing).rejects.toThrow(/has ended/);
    expect(said.mock.calls.map(String)).toEqual([expect.stringMatching(sentence)]);
    expect(exit).toHaveBeenCalledWith(1);
    await expectAllIn(dataDir, known);
  },
);

test('a copy for a backup whose disk is full fails alone', { timeout: 60_000 }, async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => {}) as never);
  const full = { failure: { call: 'write', code: 'ENOSPC', at: 0 } };
  await expect(startOn(newDatabase(), full, undefined, true)).rejects.toThrow(/^The disk of .* is full/);
  expect(exit).not.toHaveBeenCalled();
});
