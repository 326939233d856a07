import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { makeFilledFolder } from './data-folders';

test('100,000 contacts are filled in, for journeys for which it matters how many there are', async () => {
  test.setTimeout(240_000);
  const folder = await makeFilledFolder();
  const args = [
    'scripts/run.mjs',
    'seed',
    '--contacts',
    '100000',
    '--segments',
    '20',
    '--referral-codes',
    '20',
  ];
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } });
  expect(status, String(stderr)).toBe(0);
});
