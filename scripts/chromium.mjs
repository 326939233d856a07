import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian packages and their executables. The headless shell needs a fifth less CPU. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** Path of the browser for tests: from CHROMIUM_PATH, the system, or Playwright; `undefined` if there is none. */
export function findChromium() {
  const system = PACKAGES.map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM_PATH, ...system, chromium.executablePath()].find(
    (file) => file && existsSync(file),
  );
}

/** Installs a browser if there is none, from Debian if possible. @throws {Error} If that fails. */
export function ensureChromium() {
  if (findChromium()) return;
  console.log('No Chromium found, installing it.');
  const run = (/** @type {string} */ command, /** @type {string[]} */ args) =>
    spawnSync(command, args, { stdio: 'inherit' }).status === 0;
  const debian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  const installed =
    (debian &&
      run('apt-get', ['update']) &&
      PACKAGES.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]))) ||
    run('npx', ['playwright', 'install', 'chromium']);
  if (!installed || !findChromium())
    throw new Error('Chromium could not be installed: install it and set CHROMIUM_PATH.');
}
