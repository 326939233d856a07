import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './e2e/journey';
import { findChromium } from './scripts/chromium.mjs';

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/migrated-folder.ts',
  outputDir: 'test-results/journeys',
  // Each worker runs a whole program of its own, and a browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // On a machine that somebody else keeps busy a limit of time may be missed once; the report names what passed late.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // What a journey needs of a service that runs elsewhere, it says by a tag: any one (@remote), one that can also list
  // its contacts (@listing), another Roster (@roster), or one that is none (@stranger); @copy is the same over any copy, @fill
  // needs one that is filled from a list.
  projects: [
    { name: 'self-hosted', grepInvert: /@stranger|@connected|@fill/ },
    { name: 'connected-roster', use: { serviceKind: 'roster' }, grep: /@remote|@listing|@roster|@connected/ },
    { name: 'connected-list', use: { serviceKind: 'list' }, grep: /@remote|@listing|@stranger|@copy|@fill/ },
    { name: 'connected-five', use: { serviceKind: 'five' }, grep: /@remote|@stranger/ },
  ],
  use: {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // No sandbox, because containers run as root; nothing that would call out to the network.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-sync',
        '--disable-component-update',
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
});
