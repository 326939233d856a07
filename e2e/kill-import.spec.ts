import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Contact } from '@/lib/contract/contact';
import type { ContactImport } from '@/lib/contract/import';
import { migratedFolder } from './data-folders';
import { onServer, SERVER } from './database-server';
import { expect, test } from './journey';
import { type Program, startProgram, temporaryFolder } from './program';
import { call, everyContact } from './program-api';

/** `KILL_ROUNDS=20 npx playwright test kill-import` for the whole of it; the test line makes do with one. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 1);
const ROWS = 6_000;
const KNOWN = 1_500;

test('kill -9 in plan, run and undo of an import: each row once, and it ends by itself', async () => {
  const { folder, remove } = await migratedFolder();
  await killRounds({ DATA_DIR: folder });
  await remove();
});

test('the same on a PostgreSQL server, with a second instance', async () => {
  test.skip(!SERVER || !process.env.KILL_ROUNDS, 'The lease of a killed instance runs for half a minute.');
  const { folder, remove } = await temporaryFolder();
  const other = await temporaryFolder();
  const name = `roster_kill_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  try {
    const url = new URL(SERVER ?? '');
    url.pathname = name;
    const env = { DATA_DIR: folder, DATABASE_URL: url.href };
    await (await startProgram(env)).stop();
    await killRounds(env, { ...env, DATA_DIR: other.folder });
  } finally {
    await onServer(`drop database ${name} with (force)`);
    await remove();
    await other.remove();
  }
});

/** @param second Of another instance on the same database, which is killed in turn with the first. */
async function killRounds(env: Record<string, string>, second?: Record<string, string>): Promise<void> {
  test.setTimeout(90_000 + ROUNDS * 60_000);
  const environments = second ? [env, second] : [env];
  const programs = await Promise.all(environments.map(startProgram));
  const [first] = programs as [Program];
  let { url } = first;
  const known = Array.from({ length: KNOWN }, (_, n) => ({ email: `p${n}@example.com`, company: 'Before' }));
  for (let from = 0; from < KNOWN; from += 500)
    await call(url, 'POST', '/contacts/batch', { contacts: known.slice(from, from + 500) });
  const before = await everyContact(url);
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `p${n}@example.com,${n % 10 === 0 ? '12' : ''},Import`,
  );
  const csv = `email,phone,company\n${lines.join('\n')}`;
  const { data: file } = await call<ContactImport>(url, 'POST', '/imports?name=a.csv', csv);
  const path = `/imports/${file.id}`;

  /** Kills an instance while the server works, at another moment in each round; the work goes on by itself. */
  const endsIn = async (step: string, state: ContactImport['state']) => {
    await call(url, 'POST', `${path}/${step}`);
    for (let round = 0; round < ROUNDS; round++) {
      await setTimeout(30 + 60 * round);
      const index = round % programs.length;
      await programs[index]?.stop('SIGKILL');
      programs[index] = await startProgram(environments[index] as Record<string, string>);
      ({ url } = programs[0] as Program);
    }
    const current = async () => (await call<ContactImport>(url, 'GET', path)).data;
    // The lease of a killed instance runs for half a minute, where another one could be working.
    await expect.poll(async () => (await current()).state, { timeout: 60_000 }).toBe(state);
    return current();
  };

  const rejected = ROWS / 10;
  const { plan } = await endsIn('plan', 'planned');
  expect(plan).toMatchObject({ rows: ROWS, rejected, updated: KNOWN * 0.9, created: (ROWS - KNOWN) * 0.9 });
  const { run } = await endsIn('run', 'finished');
  expect(run).toMatchObject({
    rows: ROWS - rejected,
    updated: KNOWN * 0.9,
    created: (ROWS - KNOWN) * 0.9,
    changed: 0,
  });
  const imported = [...(await everyContact(url)).values()];
  expect(imported.filter(({ contact }) => contact.company === 'Import')).toHaveLength(ROWS - rejected);
  const undone = await endsIn('undo', 'undone');
  expect(undone.run).toMatchObject({ undone: ROWS - rejected, kept: 0 });
  const withoutTime = (contacts: Map<string, Contact>) =>
    [...contacts.values()].map(({ updatedAt: _, ...contact }) => contact);
  expect(withoutTime(await everyContact(url))).toEqual(withoutTime(before));
  await Promise.all(programs.map((program) => program.stop()));
}
