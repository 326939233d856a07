import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freeBytes, lowDisk } from './free-disk';

test('a folder is told when less than so much is free there, and not otherwise', async () => {
  const free = await freeBytes(tmpdir());
  expect(free).toBeGreaterThan(0);
  expect(await lowDisk([tmpdir()], free / 2)).toBeNull();
  const low = await lowDisk([tmpdir()], free * 2);
  expect(low).toEqual({ folder: tmpdir(), free: expect.any(Number) });
});

test('a folder that is not there yet is looked at where it will be', async () => {
  expect(await freeBytes(path.join(tmpdir(), 'not', 'there'))).toBeGreaterThan(0);
});
