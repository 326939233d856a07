// First: the other imports fail on an old Node.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './bundle.mjs';
import { compressFolder } from './compress.mjs';
import { root, sourcesDigest } from './sources.mjs';

/** Digest of the sources that `dist/` and `.next/` were built from. */
const stamp = path.join(root, 'dist', 'sources.sha256');

/** Whether the build is up to date. */
export function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8') === sourcesDigest();
  } catch {
    return false;
  }
}

/**
 * Builds `dist/` for Node and `.next/` for the console.
 *
 * @throws {Error} If a step fails; the step itself prints why.
 */
export async function build() {
  const digest = sourcesDigest();
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(root, 'dist'));
  // Imported here, so that starting an up-to-date build does not load it.
  const { build: bundle } = await import('esbuild');
  await bundle(bundleOptions());
  await buildConsole(digest);
  await compressFolder(path.join(root, '.next', 'static'));
  writeFileSync(stamp, digest);
}

/** Builds; prints the error and exits if that fails. */
export async function buildOrExit() {
  try {
    await build();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function buildConsole(digest) {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Salts the ids of server actions, so that builds of the same sources agree on them. The real key is set by server.ts.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from(digest, 'hex').toString('base64'),
    },
  });
  const end = () => child.kill();
  process.once('SIGTERM', end).once('SIGINT', end);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGTERM', end).off('SIGINT', end);
  if (code !== 0) throw new Error(`Building the console failed (${signal ?? code}).`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrExit();
