import { once } from 'node:events';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, inject, test } from 'vitest';
import { sharedBuffers, startEngine } from './embedded-engine';
import { clientOf } from './testing';

/** Starting from an empty database is several times faster than creating one. */
const snapshot = await readFile(inject('snapshot'));

test('a long query does not block the program', async () => {
  const engine = await startEngine({ snapshot });
  const client = await clientOf(engine);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  await client.query('select pg_sleep(0.3)');
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
  await client.end();
  await engine.close();
});

test('values of any length and number round-trip', async () => {
  const engine = await startEngine({ snapshot });
  const client = await clientOf(engine);
  for (const length of [0, 1, 65_536, 3_000_000]) {
    const text = 'ä€😀x'.repeat(length / 4).padEnd(length, 'y');
    const { rows } = await client.query('select $1::text as text', [text]);
    expect(rows[0].text === text).toBe(true);
  }
  const many = Array.from({ length: 40_000 }, (_, index) => index);
  const { rows } = await client.query(
    `select sum(v) as sum, count(*)::int4 as count from (values ${many.map((_, index) => `($${index + 1}::int4)`).join()}) t(v)`,
    many,
  );
  expect(rows).toEqual([{ sum: '799980000', count: 40_000 }]);
  await expect(client.query('select * from nowhere')).rejects.toThrow('relation "nowhere" does not exist');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await engine.close();
});

test('answers leave nothing behind in the engine’s thread', async () => {
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { snapshot, sharedBuffers: 16 },
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const failed = once(worker, 'error').then(([cause]) => Promise.reject(cause));
  const answered = () => Promise.race([once(worker, 'message'), failed]);
  await answered();
  const text = Buffer.from('select generate_series(1, 200000)\0');
  for (let round = 0; round < 10; round++) {
    const query = Buffer.concat([Buffer.from([0x51, 0, 0, 0, 4 + text.length]), text]);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(new Uint8Array(query));
    expect((await answered())[0].length).toBeGreaterThan(2_000_000);
  }
  await worker.terminate();
});

test('a crashed engine is restarted on its folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'roster-engine-'));
  const before = await startEngine({ dataDir, snapshot });
  const writing = await clientOf(before);
  await writing.query('create table kept (id int4)');
  await writing.query('insert into kept values (7)');
  await writing.end();
  await before.close();

  const engine = await startEngine({ dataDir });
  // PostgreSQL exits when it refuses a session, here for an unknown protocol version.
  const refused = engine.connect();
  refused.write(Buffer.from([0, 0, 0, 8, 0, 9, 0, 0]));
  const [cause] = await once(refused, 'error');
  expect(cause.message).toMatch(/exit/);
  const client = await clientOf(engine);
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 7 }]);
  await client.end();
  await engine.close();
  await rm(dataDir, { recursive: true });
});

test('the page cache fits the files and the memory', async () => {
  const gigabyte = 2 ** 30;
  const sizes = [
    { files: 0, memory: 64 },
    { files: 0.25, memory: 64 },
    { files: 0.25, memory: 1.5 },
    { files: 4, memory: 0.5 },
    { files: 4, memory: 3 },
    { files: 4, memory: 64 },
  ];
  expect(sizes.map(({ files, memory }) => sharedBuffers(files * gigabyte, memory * gigabyte))).toEqual([
    32, 256, 192, 64, 384, 512,
  ]);
  const dataDir = await mkdtemp(join(tmpdir(), 'roster-engine-'));
  const kept = async (options?: { snapshot: Uint8Array }) => {
    const engine = await startEngine({ dataDir, ...options });
    const client = await clientOf(engine);
    const { rows } = await client.query('show shared_buffers');
    await client.end();
    await engine.close();
    return rows[0].shared_buffers;
  };
  expect(await kept({ snapshot })).toBe('32MB');
  const table = join(dataDir, 'base', '999999');
  await writeFile(table, '');
  await truncate(table, gigabyte);
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  expect(await kept()).toBe(`${sharedBuffers(gigabyte, memory)}MB`);
  await rm(dataDir, { recursive: true });
});
