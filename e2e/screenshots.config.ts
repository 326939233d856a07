import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/** `npm run screenshots`: takes pictures of every page and state, for review. The test suite does not run it. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'screenshots.ts',
  globalSetup: './data-folders.ts',
  outputDir: '../test-results/screenshots-run',
  projects: [{ name: 'screenshots' }],
  reporter: 'list',
  workers: 1,
  timeout: 1_800_000,
  expect: { timeout: 60_000 },
  use: { ...base.use, trace: 'off' },
});
