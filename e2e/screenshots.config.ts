import { defineConfig } from '@playwright/test';
import base from '../playwright.config';

/**
 * `npm run screenshots`: takes pictures of every page and state, for review. The test suite does not run it. A part runs alone
 * by `-- --project fields` or `-- -g "undo"`: each project has a program of its own, and each test makes what it shows.
 */
export default defineConfig({
  ...base,
  globalSetup: './data-folders.ts',
  outputDir: '../test-results/screenshots-run',
  projects: ['empty', 'pages', 'lists', 'changes', 'fields', 'rules', 'proposals'].map((name) => ({
    name,
    testDir: 'screenshots',
    testMatch: `${name}.ts`,
  })),
  reporter: 'list',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  // A click on what is not there would wait for the end of the test.
  use: { ...base.use, trace: 'off', actionTimeout: 30_000 },
});
