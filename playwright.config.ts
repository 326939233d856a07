import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './e2e/journey';
import { findChromium } from './scripts/chromium.mjs';

/** Journeys for which it matters how many contacts there are. */
const large = /\/(bulk[\w-]*|command-menu|contacts-table|keyboard|trash)\.spec\.ts/;
/** What a journey asks for that a console on its own service is not. */
const elsewhere = /@stranger|@connected|@fill/;

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/data-folders.ts',
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
  // What a journey needs of a service that runs elsewhere, it says by a tag: any one (@remote), another Roster
  // (@roster), or one that is none (@stranger); @fill needs one with a list.
  projects: [
    { name: 'filling', testMatch: 'fill.setup.ts' },
    // Of those that need what is filled in, one only; but a project that depends on another waits for all that do not.
    ...[
      { name: 'self-hosted-large', testMatch: large, grepInvert: elsewhere, use: { filled: true } },
      { name: 'self-hosted', testIgnore: large, grepInvert: elsewhere },
      {
        name: 'connected-roster',
        // Everything passes through: one journey of each kind shows it.
        testMatch: /\/(connected[\w-]*|contact-form|bulk|trash|segments|command-menu)\.spec\.ts/,
        use: { serviceKind: 'roster' as const },
        grep: /@remote|@roster|@connected/,
      },
      {
        name: 'connected-list',
        use: { serviceKind: 'list' as const },
        grep: /@remote|@stranger|@fill/,
      },
      { name: 'connected-five', use: { serviceKind: 'five' as const }, grep: /@remote|@stranger/ },
    ].map((project) => ({ ...project, dependencies: ['filling'] })),
  ],
  use: {
    // Recording every journey would take a third of the time.
    trace: 'on-first-retry',
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
