import { randomBytes } from 'node:crypto';
import { migratedFolder } from './data-folders';
import { onServer, SERVER } from './database-server';
import { expect, test } from './journey';
import { API_TOKEN, startProgram, temporaryFolder } from './program';

/** `KILL_ROUNDS=20 npx playwright test kill-rounds` for the whole of it; the test line makes do with a few. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2);
const WRITERS = 8;

const headers = { Authorization: `Bearer ${API_TOKEN}`, 'Content-Type': 'application/json' };

test('kill -9 in a stream of writes: all that was acknowledged is there, and nothing is half there', async () => {
  const { folder, remove } = await migratedFolder();
  await killRounds({ DATA_DIR: folder });
  await remove();
});

test('the same on a PostgreSQL server', async () => {
  test.skip(!SERVER, 'TEST_DATABASE_URL names none.');
  const { folder, remove } = await temporaryFolder();
  const name = `roster_kill_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  try {
    const url = new URL(SERVER ?? '');
    url.pathname = name;
    await killRounds({ DATA_DIR: folder, DATABASE_URL: url.href });
  } finally {
    await onServer(`drop database ${name} with (force)`);
    await remove();
  }
});

async function killRounds(env: Record<string, string>): Promise<void> {
  test.setTimeout(60_000 + ROUNDS * 20_000);
  const statuses = new Set<number>();
  const acknowledged: { id: string; email: string }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { url, stop } = await startProgram(env);
    const segmentId = await aSegment(url, round);
    // At another moment in each round: between the first answers and some hundreds.
    const enough = acknowledged.length + 3 + 61 * (round % 7);
    let reachEnough = () => {};
    const reached = new Promise<void>((resolve) => (reachEnough = resolve));
    let killed = false;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; !killed; n++) {
        const email = `round${round}.writer${writer}.${n}@example.com`;
        const body = JSON.stringify({ email, firstname: 'Ana', segmentIds: [segmentId] });
        try {
          const response = await fetch(`${url}/v1/contacts`, { method: 'POST', headers, body });
          const { data } = (await response.json()) as { data: Contact };
          statuses.add(response.status);
          acknowledged.push({ id: data.id, email });
          if (acknowledged.length >= enough) reachEnough();
        } catch {
          // Cut off: an answer that has not come in whole acknowledges nothing.
        }
      }
    });
    await reached;
    const ended = stop('SIGKILL');
    killed = true;
    await Promise.all([ended, ...writers]);
  }
  expect([...statuses]).toEqual([201]);
  const { url, stop } = await startProgram(env);
  const stored = await everyContact(url);
  for (const { id, email } of acknowledged) expect(stored.get(id)?.email, email).toBe(email);
  // A contact and its segment are one transaction.
  for (const { email, segments } of stored.values()) expect(segments, email).toHaveLength(1);
  await stop();
}

interface Contact {
  id: string;
  email: string;
  segments: unknown[];
}

async function aSegment(url: string, round: number): Promise<string> {
  const body = JSON.stringify({ title: `Round ${round}`, color: '#336699' });
  const response = await fetch(`${url}/v1/segments`, { method: 'POST', headers, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function everyContact(url: string): Promise<Map<string, Contact>> {
  const found = new Map<string, Contact>();
  for (let page = 1, totalPages = 1; page <= totalPages; page++) {
    const response = await fetch(`${url}/v1/contacts?pageSize=100&page=${page}`, { headers });
    const { data, meta } = (await response.json()) as { data: Contact[]; meta: { totalPages: number } };
    for (const contact of data) found.set(contact.id, contact);
    totalPages = meta.totalPages;
  }
  return found;
}
