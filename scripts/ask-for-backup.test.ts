import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBackup } from '@/lib/database/backup';
import { backupLines, sendBackup, writeNewFile } from '@/lib/database/backup-file';
import type { Database } from '@/lib/database/database';
import { embeddedEngine } from '@/lib/database/testing';
import { operatorListener } from '@/lib/http/operator';
import { BACKUP_PATH, operatorToken } from '@/lib/system/operator';
import { askForBackup } from './ask-for-backup';

const secret = 'of the test';
const log = { error: () => {}, info: () => {} };
let database: Database;
let backup: (to: Writable) => Promise<number>;
const whole = (to: Writable) => sendBackup(readBackup(database, { version: '1.2.3', secret }), to);
const server = createServer(operatorListener({ secret, log, backup: (to) => backup(to) }));
let address: string;
let folder: string;
beforeAll(async () => {
  database = await embeddedEngine.open();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close().closeAllConnections();
  await database.close();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ask-'));
  backup = whole;
  return () => rm(folder, { recursive: true });
});

const ask = (known = secret, at = address) =>
  writeNewFile(path.join(folder, 'new.backup'), (bytes) => askForBackup(at, known, bytes));

test('the file is what the running program sends, all of it', async () => {
  await database.pool.query(
    "insert into organizations (id, name, created_at) values (gen_random_uuid(), 'A', now())",
  );
  expect(await ask()).toBeGreaterThan(0);
  expect(await readdir(folder)).toEqual(['new.backup']);
  let last = '';
  for await (const line of backupLines(path.join(folder, 'new.backup'))) last = line;
  expect(JSON.parse(last)).toEqual({ end: true, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test.each([
  ['fails', async (to: Writable) => (await whole(to), Promise.reject(new Error('broken')))],
  ['ends with the program', async (to: Writable) => (await whole(to), to.destroy(), 7)],
])('of one that %s on the way, nothing is left, and it is told', async (_, broken) => {
  backup = broken;
  await expect(ask()).rejects.toThrow('The running program did not send everything: its log says why.');
  expect(await readdir(folder)).toEqual([]);
});

test('says what to do where the program cannot be asked', async () => {
  await expect(ask('another')).rejects.toThrow('has another secret');
  backup = () => Promise.reject(new Error('broken'));
  await expect(ask()).rejects.toThrow('The backup failed; the log says why.');
  await expect(ask(secret, 'http://127.0.0.1:1')).rejects.toThrow(/does not answer at .* \(ECONNREFUSED\)/);
  expect(await readdir(folder)).toEqual([]);
});

test('one that nobody waits for any more ends', async () => {
  const ended = new Promise<unknown>((resolve) => {
    backup = (to) => {
      async function* endless() {
        for (;;) yield 'x'.repeat(1000);
      }
      const sent = sendBackup(endless(), to);
      sent.catch(resolve);
      return sent;
    };
  });
  const headers = { Authorization: `Bearer ${operatorToken(secret)}` };
  const asked = request(address + BACKUP_PATH, { method: 'POST', agent: false, headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.destroy();
  expect(await ended).toBeInstanceOf(Error);
});
