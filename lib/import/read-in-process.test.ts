import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inPieces } from './fixtures';
import { readerProcess, readInProcess } from './read-in-process';

const FORMAT = { encoding: 'utf-8', delimiter: ',', header: true } as const;

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

test('a process gives the rows of a file', async () => {
  const bytes = new TextEncoder().encode('email\nana@example.com\n');
  const batches = await all(readInProcess('rows', inPieces(bytes, 7), FORMAT));
  expect(batches.flat()).toEqual([
    { line: 1, cells: ['email'] },
    { line: 2, cells: ['ana@example.com'] },
  ]);
});

test('what is wrong with a file is told as in this process', async () => {
  await expect(all(readInProcess('tables', inPieces(new Uint8Array(9))))).rejects.toMatchObject({
    name: 'InvalidFile',
    message: expect.stringContaining('damaged'),
  });
});

test('a process that runs out of memory is an error of its file', async () => {
  const { script } = readerProcess;
  const folder = await mkdtemp(join(tmpdir(), 'reader-'));
  try {
    // As V8 does when it is out of memory, after a while.
    readerProcess.script = join(folder, 'reader.mjs');
    await writeFile(readerProcess.script, 'process.abort();');
    await expect(all(readInProcess('tables', inPieces(new Uint8Array(9))))).rejects.toMatchObject({
      name: 'InvalidFile',
      message:
        'This file could not be read: it needs more than 512 MB of memory. Save it as CSV, or split it.',
    });
  } finally {
    readerProcess.script = script;
    await rm(folder, { recursive: true });
  }
});

test('an error of what gives the bytes is that of the reader', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw new Error('The connection was closed.');
  }
  await expect(all(readInProcess('rows', broken(), FORMAT))).rejects.toThrow('The connection was closed.');
});
