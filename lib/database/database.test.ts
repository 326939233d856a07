import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from './database';
import { onServer } from './testing-setup';

const server = process.env.TEST_DATABASE_URL;

test.skipIf(!server).each([
  ["encoding 'UTF8' lc_collate 'C' lc_ctype 'C'", /locale knows no letters but A to Z/],
  ["encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'", /encoding LATIN1; create one with UTF8/],
])('a database with %s is not taken', async (settings, sentence) => {
  const name = `roster_test_${randomBytes(6).toString('hex')}`;
  await onServer(server as string, `create database ${name} template template0 ${settings}`);
  const url = new URL(server as string);
  url.pathname = `/${name}`;
  try {
    await expect(openDatabase({ url: url.href, dataDir: '' })).rejects.toThrow(sentence);
  } finally {
    await onServer(server as string, `drop database ${name} with (force)`);
  }
});
