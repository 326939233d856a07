import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { backupLines } from './backup-file';
import type { Database } from './database';
import { backupBeforeUpgrade, ScheduledBackups } from './scheduled-backups';
import { embeddedEngine } from './testing';

let database: Database;
let dir: string;
const log = { info: vi.fn<() => void>(), error: vi.fn<() => void>() };
beforeAll(async () => {
  database = await embeddedEngine.open();
});
afterAll(() => database.close());
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'scheduled-'));
  return () => rm(dir, { recursive: true });
});

/** `restore`: the text of the program that proves backups. */
async function scheduled(restore: string, hours = 24) {
  const restoreProgram = path.join(dir, 'restore.mjs');
  await writeFile(restoreProgram, restore);
  const origin = { version: '1.2.3', secret: 'of the test' };
  return new ScheduledBackups({ database, origin, dir, hours, keep: 2, restoreProgram, log });
}
const backups = async () => (await readdir(dir)).filter((name) => name.endsWith('.backup')).sort();
const day = (day: number, hour = 3) => new Date(Date.UTC(2026, 10, day, hour, 59));

test('makes one a day, proves each, keeps the latest, and says so', async () => {
  const one = await scheduled("if (!process.env.DATA_DIR.includes('.proof-')) process.exit(1)");
  expect(await one.status()).toEqual({ madeAt: null, proven: null, problem: null });
  await one.runIfDue(day(1));
  await one.runIfDue(day(1, 20));
  expect(await backups()).toEqual(['roster-2026-11-01T03.backup']);
  await one.runIfDue(day(2));
  await one.runIfDue(day(3));
  expect(await backups()).toEqual(['roster-2026-11-02T03.backup', 'roster-2026-11-03T03.backup']);
  expect(await one.status()).toEqual({
    madeAt: expect.any(String),
    proven: {
      at: expect.any(String),
      rows: expect.any(Number),
      file: 'roster-2026-11-03T03.backup',
    },
    problem: null,
  });
  expect((await readdir(dir)).filter((name) => name.startsWith('.proof-'))).toEqual([]);
  expect(log.error).not.toHaveBeenCalled();
});

const BAD = "console.error('The backup is damaged.'); process.exit(1)";

test('one that cannot be restored is told, also to other instances, and takes no proven one away', async () => {
  const good = await scheduled('');
  for (const at of [1, 2]) await good.runIfDue(day(at));
  const bad = await scheduled(BAD);
  log.error.mockClear();
  await bad.runIfDue(day(3));
  const problem = 'roster-2026-11-03T03.backup cannot be restored: The backup is damaged.';
  for (const one of [bad, good]) expect((await one.status()).problem).toBe(problem);
  expect(log.error).toHaveBeenCalledOnce();
  // Without an end, they would fill the disk.
  for (const at of [4, 5, 6, 7]) await bad.runIfDue(day(at));
  const proven = 'roster-2026-11-02T03.backup';
  expect(await backups()).toEqual([proven, 'roster-2026-11-06T03.backup', 'roster-2026-11-07T03.backup']);
  await (await scheduled('')).runIfDue(day(8));
  await bad.runIfDue(day(8, 4));
  expect((await bad.status()).problem).toBeNull();
});

test('a proof that hangs is ended and told, and the next backup is made', async () => {
  const one = await scheduled('setInterval(() => {}, 1_000)', 1 / 3_600);
  await one.runIfDue(day(1));
  expect((await one.status()).problem).toMatch(/^Restoring roster-2026-11-01T03.backup took more than/);
  await one.runIfDue(day(2));
  expect(await backups()).toEqual(['roster-2026-11-01T03.backup', 'roster-2026-11-02T03.backup']);
});

test('one of the future, by a clock that was wrong, neither stops them nor takes others away', async () => {
  const future = [
    'roster-2031-01-01T00.backup',
    'roster-2031-01-02T00.backup',
    'roster-2031-01-03T00.backup',
  ];
  for (const name of future) await writeFile(path.join(dir, name), '');
  const one = await scheduled('');
  for (const at of [1, 2, 3]) await one.runIfDue(day(at));
  expect(await backups()).toEqual(['roster-2026-11-02T03.backup', 'roster-2026-11-03T03.backup', ...future]);
});

test('a folder that cannot be used is told, and one that can be again is used', async () => {
  const one = await scheduled('');
  await rm(dir, { recursive: true });
  // In place of the folder.
  await writeFile(dir, '');
  log.error.mockClear();
  await one.runIfDue(day(1));
  expect((await one.status()).problem).toMatch(/^BACKUP_DIR, .* cannot be used \((EACCES|ENOTDIR)\)/);
  expect(log.error).toHaveBeenCalledOnce();
  await rm(dir);
  await mkdir(dir);
  await writeFile(path.join(dir, 'restore.mjs'), '');
  await one.runIfDue(day(1));
  expect(await one.status()).toMatchObject({ problem: null, proven: { rows: expect.any(Number) } });
});

test('a record that a full disk has cut short is none', async () => {
  await writeFile(path.join(dir, 'proven.json'), '{"at":"2026');
  expect(await (await scheduled('')).status()).toEqual({ madeAt: null, proven: null, problem: null });
});

test('of two instances with one folder, one makes it', async () => {
  const [one, other] = [await scheduled(''), await scheduled('')];
  log.info.mockClear();
  await Promise.all([one.runIfDue(day(1)), other.runIfDue(day(1))]);
  expect(log.info).toHaveBeenCalledOnce();
  expect([(await one.status()).problem, (await other.status()).problem]).toEqual([null, null]);
});

test('the one before an upgrade is complete, stays beside the daily ones, and leaves with later upgrades', async () => {
  const client = await database.pool.connect();
  await backupBeforeUpgrade(
    dir,
    async () => ({ version: '1.2.3', secret: 'of the test' }),
    log,
  )(client, 'embedded');
  client.release();
  const [made = '', ...others] = await backups();
  expect([made, others]).toEqual([
    expect.stringMatching(/^roster-20.*-of-0\.1\.0-before-upgrade\.backup$/),
    [],
  ]);
  const lines: string[] = [];
  for await (const line of backupLines(path.join(dir, made))) lines.push(line);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ version: '1.2.3', readBy: '0.1.0' });
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ end: true });

  for (const year of [2097, 2098, 2099])
    await writeFile(path.join(dir, `roster-${year}-before-upgrade.backup`), '');
  await (await scheduled('')).runIfDue(day(1));
  expect(await backups()).toEqual([
    'roster-2026-11-01T03.backup',
    'roster-2098-before-upgrade.backup',
    'roster-2099-before-upgrade.backup',
  ]);
});
