import { mkdtempSync, writeFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeError, StartError } from './start-error';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );

test('errors of files are one sentence', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'roster-')), 'file');
  writeFileSync(file, '');
  expect(describeError(await failure(readdir(join(file, 'below'))))).toBe(
    `${join(file, 'below')} cannot be used (ENOTDIR): a part of its path is no folder.`,
  );
});

test.skipIf(process.platform !== 'linux')('a full disk is one sentence', async () => {
  // Without a path: the file was opened before.
  expect(describeError(await failure(writeFile('/dev/full', 'x')))).toBe(
    'A file cannot be used (ENOSPC): free some space on its disk.',
  );
});

test('errors of the program have their stack', () => {
  expect(describeError(new TypeError('of a test'))).toMatch(/^TypeError: of a test\n +at /);
  expect(describeError(new StartError('Do this.'))).toBe('Do this.');
});
