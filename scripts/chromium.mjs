import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's packages, and what each installs. The first has no window to draw: journeys take a fifth less of the processor. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** The browser for tests: the one that is named, the system's, or Playwright's own. */
export function findChromium() {
  const system = PACKAGES.map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM_PATH, ...system, chromium.executablePath()].find(
    (file) => file && existsSync(file),
  );
}

/** Finds the browser, or installs one: Debian's where that is possible, because a mirror of it is nearly always near. */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('No Chromium found: installing one.');
  const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    spawnSync(command, args, { stdio: 'inherit' }).status === 0;
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const installed =
    (debian &&
      run('apt-get', ['update']) &&
      PACKAGES.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]))) ||
    run('npx', ['playwright', 'install', 'chromium']);
  if (!installed || !findChromium())
    throw new Error('Chromium could not be installed: install it and name it in CHROMIUM_PATH.');
}
