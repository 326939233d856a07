import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { startProgram } from './program';
import { call, everyContact } from './program-api';

const CONTACTS = 5_000;
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);

test('kill -9 in a bulk deletion and in its undo: both go on by themselves, and are exact', async () => {
  test.setTimeout(60_000 + ROUNDS * 40_000);
  const { folder, remove } = await migratedFolder();
  seed(folder);
  let { url, stop } = await startProgram({ DATA_DIR: folder });
  const before = await everyContact(url);
  const { data: segments } = await call<{ id: string }[]>(url, 'GET', '/segments');
  const some = new Set(segments.slice(0, 3).map(({ id }) => id));
  const selected = new Set(
    [...before.values()]
      .filter((contact) => contact.segments.some(({ segmentId }) => some.has(segmentId)))
      .map(({ id }) => id),
  );
  const body = { change: { type: 'delete' }, filter: { segmentId: [...some] }, expectedCount: selected.size };
  const made = await call<BulkChange>(url, 'POST', '/bulk-changes', body);
  const path = `/bulk-changes/${made.data.id}`;
  /** Kills the program while the server works, at another moment in each round; it goes on by itself until this state. */
  const endsIn = async (state: BulkChange['state']) => {
    for (let round = 0; round < ROUNDS; round++) {
      await setTimeout(25 + 50 * round);
      await stop('SIGKILL');
      ({ url, stop } = await startProgram({ DATA_DIR: folder }));
    }
    const change = async () => (await call<BulkChange>(url, 'GET', path)).data;
    await expect.poll(async () => (await change()).state, { timeout: 30_000 }).toBe(state);
    return change();
  };

  const { total, processed, changed, gone } = await endsIn('finished');
  expect([total, processed, changed, gone]).toEqual([selected.size, selected.size, selected.size, 0]);
  const { meta: trash } = await call<unknown[]>(url, 'GET', '/trash?pageSize=1');
  const left = await everyContact(url);
  expect([trash.total, left.size]).toEqual([selected.size, CONTACTS - selected.size]);
  expect([...selected].filter((id) => left.has(id))).toEqual([]);

  await call(url, 'POST', `${path}/undo`);
  const { undone, conflicts } = await endsIn('undone');
  expect([undone, conflicts]).toEqual([selected.size, 0]);
  expect(await everyContact(url)).toEqual(before);
  await stop();
  await remove();
});

function seed(folder: string): void {
  const args = ['scripts/run.mjs', 'seed', '--contacts', String(CONTACTS), '--segments', '5'];
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } });
  expect(status, String(stderr)).toBe(0);
}
