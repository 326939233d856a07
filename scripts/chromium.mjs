import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The browser for tests: the one that is named, the system's, or Playwright's own. */
export function findChromium() {
  return [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()].find(
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
      run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])) ||
    run('npx', ['playwright', 'install', 'chromium']);
  if (!installed || !findChromium())
    throw new Error('Chromium could not be installed: install it and name it in CHROMIUM_PATH.');
}
