import { defineConfig } from '@playwright/test';
import type { WorkerFixtures } from './e2e/journey';
import { findChromium } from './scripts/chromium.mjs';

const connected = /\/connected\.spec\.ts/;
/** About a data folder that has the database, which no program on Citus has. */
const embedded = /\/(program|upgrade)\.spec\.ts/;

export default defineConfig<object, WorkerFixtures>({
  testDir: 'e2e',
  globalSetup: './e2e/data-folders.ts',
  outputDir: 'test-results/journeys',
  // Each worker runs a whole program of its own, and a browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // On a machine that somebody else keeps busy a limit of time may be missed; the report names what passed late.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Journeys of a connected console say by tags which kinds of service they are about.
  projects: [
    ...(['list', 'five', 'roster'] as const).map((serviceKind) => ({
      name: `connected-${serviceKind}`,
      testMatch: connected,
      grep: new RegExp(`@${serviceKind}`),
      use: { serviceKind },
    })),
    { name: 'self-hosted', testIgnore: process.env.TEST_CITUS_URL ? [connected, embedded] : connected },
  ],
  use: {
    contextOptions: { reducedMotion: 'reduce' },
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
