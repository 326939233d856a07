import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type BackupLine, readBackup } from './backup';
import { type Database, EMBEDDED, embedded, openDatabase } from './database';
import { copyFolder } from './embedded-copy';

const origin = { version: '1.2.3', secret: 'of the test' };
let dataDir: string;
let database: Database;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'roster-copy-'));
  await (await embedded(join(dataDir, EMBEDDED), { snapshot: await readFile(inject('snapshot')) })).close();
  // As left by a program that was killed.
  await mkdir(join(dataDir, `${EMBEDDED}.copy-x`, 'base'), { recursive: true });
  database = await openDatabase({ dataDir });
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

const files = async () => (await readdir(dataDir)).sort();
const add = (name: string) =>
  database.pool.query(
    'insert into organizations (id, name, created_at) values (gen_random_uuid(), $1, now())',
    [name],
  );

/** The rest of a backup's organizations. */
async function organizations(lines: AsyncGenerator<BackupLine>): Promise<string> {
  let table = '';
  let found = '';
  for await (const line of lines) {
    if (typeof line === 'object' && 'table' in line) ({ table } = line);
    if (typeof line === 'string' && table === 'organizations') found += line;
  }
  return found;
}

test('while the embedded database is backed up others read and write', async () => {
  expect(await files()).toEqual([EMBEDDED, 'lock']);
  await add('Before');
  const lines = readBackup(database, origin);
  await lines.next();
  await add('Meanwhile');
  const found = await organizations(lines);
  expect(found).toContain('Before');
  expect(found).not.toContain('Meanwhile');
  expect(await files()).toEqual([EMBEDDED, 'lock']);
});

test('without space for a copy, they wait', async () => {
  const copy = () => copyFolder(join(dataDir, EMBEDDED), database.pool, Number.MAX_SAFE_INTEGER);
  expect(await copy()).toBeNull();
  await add('Waiting');
  expect(await organizations(readBackup({ ...database, copy: async () => null }, origin))).toContain(
    'Waiting',
  );
  expect(await files()).toEqual([EMBEDDED, 'lock']);
});
