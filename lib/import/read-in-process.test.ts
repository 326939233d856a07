import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { inChunks, workbook } from './fixtures';
import { limits, type Reader, readerProcess, withReader } from './read-in-process';

const { script } = readerProcess;
const { seconds } = limits;
const folders: string[] = [];
afterEach(async () => {
  readerProcess.script = script;
  limits.seconds = seconds;
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** Replaces the program of the process. */
async function runInstead(program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'));
  folders.push(folder);
  readerProcess.script = join(folder, 'reader.mjs');
  await writeFile(readerProcess.script, program);
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const tablesIn = (reader: Reader, bytes: AsyncIterable<Uint8Array>) =>
  all(reader.read('tables', bytes, null));
const TABLE = {
  lines: new Uint8Array(),
  format: {},
  defaults: { country: null, createSegments: true, fields: [] },
};
const describe = (reader: Reader, text: string) =>
  all(reader.read('description', inChunks(Buffer.from(text)), TABLE));
const readOnce = (bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal) =>
  withReader('a', signal, (reader) => tablesIn(reader, bytes));

/** Processes of this one that read a file. */
const readerIds = () =>
  readdirSync('/proc').filter((id) => {
    try {
      const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (
        Number(parent) === process.pid &&
        readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(readerProcess.script)
      );
    } catch {
      return false;
    }
  });

test('one process reads all parts of an upload', async () => {
  await withReader('a', undefined, async (reader) => {
    const chunks = await tablesIn(reader, inChunks(workbook('<row><c><v>1</v></c></row>'), 700));
    expect(chunks[0]).toEqual({ table: 'People', isText: false });
    expect(Buffer.from(chunks[1] as Uint8Array).toString()).toBe('1\r\n');
    // Neither is one that cannot be read the end of it.
    await expect(describe(reader, '{"a": 1}')).rejects.toMatchObject({ name: 'InvalidFile' });
    expect(await describe(reader, 'email\nana@example.com\n')).toMatchObject([
      { hasAddresses: true, columns: [{ name: 'email', samples: ['ana@example.com'] }] },
    ]);
    if (process.platform === 'linux') expect(readerIds()).toHaveLength(1);
  });
});

test('what is wrong with a file is told as in this process', async () => {
  await expect(readOnce(inChunks(new Uint8Array(9)))).rejects.toMatchObject({
    name: 'InvalidFile',
    message: expect.stringContaining('damaged'),
  });
});

test('a process that runs out of memory is an error of its file', async () => {
  // As V8 does when it is out of memory, after a while.
  await runInstead('process.abort();');
  await expect(readOnce(inChunks(new Uint8Array(9)))).rejects.toMatchObject({
    name: 'InvalidFile',
    message: 'This file could not be read: it needs more than 512 MB of memory. Save it as CSV, or split it.',
  });
});

test('a process that takes too long is ended', async () => {
  await runInstead("process.on('message', () => { for (;;); });");
  limits.seconds = 0.5;
  await expect(readOnce(inChunks(new Uint8Array(9)))).rejects.toMatchObject({
    name: 'InvalidFile',
    message: 'This file takes too long to read. Save it as CSV, or split it.',
  });
});

test('an error of what gives the bytes is that of the reader', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw new Error('The connection was closed.');
  }
  await expect(readOnce(broken())).rejects.toThrow('The connection was closed.');
});

test('a process ends when nobody waits for it', async () => {
  await runInstead("process.on('message', () => { for (;;); });");
  const sender = new AbortController();
  setImmediate(() => sender.abort());
  await expect(readOnce(inChunks(new Uint8Array(9)), sender.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
  // One that has not begun does not.
  await expect(readOnce(inChunks(new Uint8Array(9)), sender.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('two read at once, and organizations take turns', async () => {
  const order: string[] = [];
  let [now, most] = [0, 0];
  const ends: (() => void)[] = [];
  const upload = (organization: string) =>
    withReader(organization, undefined, async () => {
      order.push(organization);
      most = Math.max(most, ++now);
      await new Promise<void>((end) => ends.push(end));
      now--;
    });
  const uploads = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(upload);
  for (let ended = 0; ended < uploads.length; ) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const end of ends.splice(0, 1)) {
      end();
      ended++;
    }
  }
  await Promise.all(uploads);
  expect(most).toBe(2);
  expect(order).toEqual(['a', 'a', 'b', 'a', 'c', 'b', 'a', 'a']);
});
