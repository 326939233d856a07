import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

/** Of `open(2)` on macOS; Node passes it on, but has no name for it. */
const O_EXLOCK = 0x20;

/**
 * Waits until nobody else builds in this folder; returns what lets the next one build. The lock is on an open file, as
 * that of the data folder (lib/database/lock.ts), so that it is gone with its holder however that ends.
 *
 * @param {() => void} onWait Called when there is somebody to wait for.
 * @param {string} file Another one in tests.
 */
export function lockBuild(onWait, file = path.join(root, 'node_modules', '.roster-build')) {
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (process.platform === 'darwin') {
    const descriptor = openSync(file, flags | O_EXLOCK, 0o600);
    return () => closeSync(descriptor);
  }
  const descriptor = openSync(file, flags, 0o600);
  /** @param {string[]} options */
  const flock = (...options) =>
    spawnSync('flock', ['-x', ...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] }).status;
  if (flock('-n') === 1) {
    onWait();
    flock();
  }
  return () => closeSync(descriptor);
}
