import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  // Each worker runs a whole program of its own, and a browser.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
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
