import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import { migratedFolder } from './data-folders';
import { expect, test } from './journey';
import { API_TOKEN, startProgram } from './program';

const CONTACTS = 5_000;
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2);

test('kill -9 in a bulk deletion: it says what it did, touched nobody else, and can be undone', async () => {
  test.setTimeout(60_000 + ROUNDS * 20_000);
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
  let { data: change } = await call<BulkChange>(url, 'POST', '/bulk-changes', body);
  const path = `/bulk-changes/${change.id}`;

  for (let round = 0; round < ROUNDS; round++) {
    const verb = round < ROUNDS / 2 ? 'run' : 'undo';
    let killed: Promise<unknown> | undefined;
    for (let calls = 0; ; calls++) {
      // Cut off while it is worked on, at another moment in each round.
      if (calls === 1) killed = setTimeout(25 + 50 * round).then(() => stop('SIGKILL'));
      const answer = await call<BulkChange>(url, 'POST', `${path}/${verb}`).catch(() => null);
      if (!answer) break;
      change = answer.data;
    }
    await killed;
    ({ url, stop } = await startProgram({ DATA_DIR: folder }));
    const { data: now } = await call<BulkChange>(url, 'GET', path);
    // What was answered is done, and of the call that was not, all or nothing.
    const further = Math.abs(now.changed - now.undone - (change.changed - change.undone));
    expect([0, 1_000, selected.size % 1_000]).toContain(further);
    change = now;
    const gone = change.changed - change.undone;
    const { meta: trash } = await call<unknown[]>(url, 'GET', '/trash?pageSize=1');
    const left = await everyContact(url);
    expect([trash.total, left.size]).toEqual([gone, CONTACTS - gone]);
    expect([...before.keys()].filter((id) => !selected.has(id) && !left.has(id))).toEqual([]);
  }

  while (change.state !== 'undone') ({ data: change } = await call<BulkChange>(url, 'POST', `${path}/undo`));
  expect(await everyContact(url)).toEqual(before);
  await stop();
  await remove();
});

function seed(folder: string): void {
  const args = ['scripts/run.mjs', 'seed', '--contacts', String(CONTACTS), '--segments', '5'];
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } });
  expect(status, String(stderr)).toBe(0);
}

interface Answer<Data> {
  data: Data;
  meta: { total: number; totalPages: number };
}

async function call<Data>(url: string, method: string, path: string, body?: object): Promise<Answer<Data>> {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as Answer<Data>;
}

async function everyContact(url: string): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>();
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const { data, meta } = await call<Contact[]>(
      url,
      'GET',
      `/contacts?pageSize=100&sort=createdAt&page=${page}`,
    );
    for (const contact of data) found.set(contact.id, contact);
    totalPages = meta.totalPages;
  }
  return found;
}
