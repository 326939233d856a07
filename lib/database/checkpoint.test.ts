import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { checkpoint } from './checkpoint';
import { type Database, embedded } from './database';
import { engines, serverEngine } from './testing';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-checkpoint-'));
});
afterEach(() => database.close());
afterAll(() => rm(folder, { recursive: true }));

const openEmbedded = async (name: string) =>
  embedded(join(folder, name), { snapshot: await readFile(inject('snapshot')) });

/** Writes this many megabytes to the log, and nothing else. */
async function write(megabytes: number): Promise<void> {
  await database.pool.query(
    "select pg_logical_emit_message(false, '', repeat('x', 1048576)) from generate_series(1, $1::integer)",
    [megabytes],
  );
}

/** Size of the write-ahead log in megabytes. */
async function logSize(): Promise<number> {
  const { rows } = await database.pool.query('select sum(size)::float8 as size from pg_ls_waldir()');
  return rows[0].size / 2 ** 20;
}

test('heavy writing does not let the log of the embedded database grow', async () => {
  database = await openEmbedded('heavy');
  const taken = [];
  for (let round = 0; round < 6; round++) {
    await write(35);
    taken.push(await checkpoint(database));
  }
  expect(taken).toEqual([false, true, false, true, false, true]);
  expect(await logSize()).toBeLessThanOrEqual(128);
});

test('few changes are checkpointed after some minutes, none never', async () => {
  database = await openEmbedded('few');
  await database.pool.query('checkpoint');
  const inMinutes = (minutes: number) => checkpoint(database, Date.now() + minutes * 60_000);
  expect(await inMinutes(10)).toBe(false);
  await write(1);
  expect(await inMinutes(1)).toBe(false);
  expect(await inMinutes(10)).toBe(true);
  expect(await inMinutes(20)).toBe(false);
});

test.skipIf(!serverEngine)('a server checkpoints by itself', async () => {
  database = (await engines.at(-1)?.open()) as Database;
  expect(await checkpoint(database, Date.now() + 600_000)).toBe(false);
});
