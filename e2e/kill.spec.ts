import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import { BATCH_LIMIT } from '@/lib/contract/contact-batch';
import type { ContactImport } from '@/lib/contract/import';
import { onServer as execute } from '@/lib/database/testing-nodes';
import { type Called, call } from './call-api';
import { preparedFolder } from './data-folders';
import { expect, test } from './journey';
import { type Program, startProgram, temporaryFolder } from './program';

/** `KILL_ROUNDS=20 npx playwright test e2e/kill.spec.ts` runs all rounds; the test suite runs one. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const SERVER = process.env.TEST_DATABASE_URL ?? '';
const WRITERS = 8;
const MANY = 3_000;

test('kill -9 while contacts are written, deleted and imported: nothing is lost or done twice', async () => {
  const { env, remove } = await preparedFolder();
  await killRounds(env, { rounds: ROUNDS, undoRounds: process.env.KILL_ROUNDS ? ROUNDS : 0 });
  await remove();
});

for (const [name, how] of [
  ['one instance', { rounds: ROUNDS, undoRounds: ROUNDS }],
  ['two instances', { rounds: 2, undoRounds: 2, instances: 2 }],
] as const)
  test(`the same on a PostgreSQL server, with ${name}`, () => onServer(how));

async function onServer(how: Rounds): Promise<void> {
  test.skip(!SERVER || !process.env.KILL_ROUNDS, 'The lease of a killed instance runs for eight seconds.');
  const { folder, remove } = await temporaryFolder();
  const name = `roster_kill_${randomBytes(6).toString('hex')}`;
  await execute(SERVER, `create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = name;
  try {
    await killRounds({ DATA_DIR: folder, DATABASE_URL: url.href }, how);
  } finally {
    await execute(SERVER, `drop database ${name} with (force)`);
    await remove();
  }
}

interface Rounds {
  rounds: number;
  /** Rounds for the undo of bulk changes, and for plan and undo of imports. */
  undoRounds: number;
  /** Number of instances on the same database. Only the first one is killed. */
  instances?: number;
}

async function killRounds(
  env: Record<string, string>,
  { rounds, undoRounds, instances = 1 }: Rounds,
): Promise<void> {
  test.setTimeout(60_000 + rounds * 120_000);
  let program = await startProgram(env);
  const others = await Promise.all(Array.from({ length: instances - 1 }, () => startProgram(env)));
  const ask = <T>(method: string, path: string, body?: unknown): Promise<Called<T>> =>
    call(program.url, method, path, body);
  const restart = async () => {
    await program.stop('SIGKILL');
    program = await startProgram(env);
  };
  const { data: segment } = await ask<{ id: string }>('POST', '/segments', { title: 'VIP' });

  // Every acknowledged contact is stored, together with its segment.
  for (let round = 0; round < rounds; round++) {
    const acknowledged = await writeUntil(3 + 61 * ((round + 1) % 7), program, round, segment.id);
    await restart();
    const stored = await everyContact(program);
    // One comparison for all, because thousands take so long that the program closes idle connections.
    const lost = acknowledged.filter(({ id, email }) => stored.get(id)?.email !== email);
    const halved = [...stored.values()].filter(({ segments }) => segments.length !== 1);
    expect({ lost, halved }).toEqual({ lost: [], halved: [] });
  }

  /** Kills the program at a different moment of a job in each round, and expects that the job continues by itself. */
  const endsIn = async <T extends { state: string }>(path: string, state: T['state'], kills = rounds) => {
    for (let round = 0; round < kills; round++) {
      await setTimeout(25 + 50 * round);
      await restart();
    }
    const current = async () => (await ask<T>('GET', path)).data;
    // With several instances, the lease of the killed one lasts for eight seconds.
    await expect.poll(async () => (await current()).state, { timeout: 60_000 }).toBe(state);
    return current();
  };
  const many = Array.from({ length: MANY }, (_, n) => ({ email: `p${n}@example.com`, company: 'Before' }));
  for (let from = 0; from < MANY; from += BATCH_LIMIT)
    await ask('POST', '/contacts/batch', { contacts: many.slice(from, from + BATCH_LIMIT) });
  const before = await everyContact(program);
  const counts = { expectedCount: MANY, filter: { search: 'before' } };
  const { data: change } = await ask<BulkChange>('POST', '/bulk-changes', {
    change: { type: 'delete' },
    ...counts,
  });
  const path = `/bulk-changes/${change.id}`;
  const { processed, changed, gone } = await endsIn<BulkChange>(path, 'finished');
  expect([processed, changed, gone]).toEqual([MANY, MANY, 0]);
  expect((await everyContact(program)).size).toBe(before.size - MANY);
  await ask('POST', `${path}/undo`);
  const { undone, conflicts } = await endsIn<BulkChange>(path, 'undone', undoRounds);
  expect([undone, conflicts]).toEqual([MANY, 0]);
  expect(await everyContact(program)).toEqual(before);

  // Half of the rows are new contacts, and every tenth row has no valid email.
  const lines = Array.from(
    { length: MANY * 2 },
    (_, n) => `${n % 10 ? `p${n}@example.com` : 'unknown'},,Import`,
  );
  const csv = `email,phone,company\n${lines.join('\n')}`;
  const { data: file } = await ask<ContactImport>('POST', '/imports?name=a.csv', csv);
  const imported = `/imports/${file.id}`;
  await ask('POST', `${imported}/plan`);
  const { plan } = await endsIn<ContactImport>(imported, 'planned', undoRounds);
  const half = MANY * 0.9;
  expect(plan).toMatchObject({ rows: MANY * 2, rejected: MANY / 5, updated: half, created: half });
  await ask('POST', `${imported}/run`);
  const { run } = await endsIn<ContactImport>(imported, 'finished');
  expect(run).toMatchObject({ rows: half * 2, updated: half, created: half, changed: 0 });
  const now = [...(await everyContact(program)).values()];
  expect(now.filter(({ contact }) => contact.company === 'Import')).toHaveLength(half * 2);
  await ask('POST', `${imported}/undo`);
  const { run: undoneRun } = await endsIn<ContactImport>(imported, 'undone', undoRounds);
  expect(undoneRun).toMatchObject({ undone: half * 2, kept: 0 });
  const withoutTime = (contacts: Map<string, Contact>) =>
    [...contacts.values()].map(({ updatedAt: _, ...contact }) => contact);
  expect(withoutTime(await everyContact(program))).toEqual(withoutTime(before));
  for (const each of [program, ...others]) await each.stop();
}

/** Writes contacts until `enough` are acknowledged, then kills the program during further writes. */
async function writeUntil(
  enough: number,
  program: Program,
  round: number,
  segmentId: string,
): Promise<Contact[]> {
  const acknowledged: Contact[] = [];
  let killed: Promise<unknown> | undefined;
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; !killed; n++) {
      const email = `round${round}.writer${writer}.${n}@writers.example`;
      try {
        acknowledged.push(
          (await call<Contact>(program.url, 'POST', '/contacts', { email, segmentIds: [segmentId] })).data,
        );
      } catch (error) {
        // The kill cut off this response, which therefore acknowledges nothing.
        if (!killed) throw error;
      }
      if (acknowledged.length >= enough) killed ??= program.stop('SIGKILL');
    }
  });
  await Promise.all(writers);
  await killed;
  return acknowledged;
}

/** Reads all contacts, oldest first. */
async function everyContact({ url }: Program): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>();
  for (let cursor = ''; ; ) {
    const path = `/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { data, meta } = await call<Contact[]>(url, 'GET', path);
    for (const contact of data) found.set(contact.id, contact);
    if (!meta.nextCursor) return found;
    cursor = meta.nextCursor;
  }
}
