// Imported first, because the other imports fail on an old Node.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOptions } from './bundle.mjs';
import { compressFolder } from './compress.mjs';
import { root, sourcesDigest } from './sources.mjs';

const builds = path.join(root, 'dist');
/** Entries that `next build` leaves in `.next` for itself. */
const NOT_SERVED = /^(cache|dev|diagnostics|lock|trace.*|types)$/;
/** Number of earlier builds to keep for instances that still serve them. */
const KEPT = 2;

/** Folder of the build of the current sources, named by their digest, so that no other build touches it. */
export function buildFolder(digest = sourcesDigest()) {
  return path.join(builds, digest.slice(0, 16));
}

/** Whether the current sources have been built. */
export function isBuilt() {
  return existsSync(buildFolder());
}

/**
 * Builds the programs for Node, and the console below `console/`. The folder appears when it is complete; until then, and
 * if the build fails, earlier builds stay.
 *
 * @throws {Error} If a step fails; the step itself prints why.
 */
export async function build() {
  const digest = sourcesDigest();
  const folder = buildFolder(digest);
  const draft = `${folder}.${process.pid}.draft`;
  const replaced = `${folder}.${process.pid}.replaced`;
  ensureWritable();
  try {
    // Import esbuild here, so that starting an up-to-date build does not load it.
    const { build: bundle } = await import('esbuild');
    await bundle({ ...bundleOptions(), outdir: draft });
    await buildConsole();
    const built = path.join(root, '.next');
    const draftConsole = path.join(draft, 'console');
    for (const name of readdirSync(built).filter((entry) => !NOT_SERVED.test(entry)))
      cpSync(path.join(built, name), path.join(draftConsole, name), { recursive: true });
    await compressFolder(path.join(draftConsole, 'static'));
    // The folder exists if the sources are built again, for example because the build is damaged.
    if (existsSync(folder)) renameSync(folder, replaced);
    renameSync(draft, folder);
  } finally {
    for (const leftover of [draft, replaced]) rmSync(leftover, { recursive: true, force: true });
  }
  for (const earlier of earlierBuilds(folder).slice(KEPT)) rmSync(earlier, { recursive: true, force: true });
}

/** Creates the folder of builds. @throws {Error} If it cannot be written to, before minutes of work. */
function ensureWritable() {
  try {
    mkdirSync(builds, { recursive: true });
    for (const folder of [root, builds]) accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(
      `These sources of Roster are not built, and ${root} cannot be written to (${cause.code}): run "npm run build" as a user who may write there, then start again.`,
      { cause },
    );
  }
}

/** Other builds, and leftovers of interrupted ones, newest first. */
function earlierBuilds(current) {
  return readdirSync(builds)
    .map((name) => path.join(builds, name))
    .filter((entry) => entry !== current && /^[\da-f]{16}(\.\d+\.\w+)?$/.test(path.basename(entry)))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
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

/** Runs `next build`. @throws {Error} If that fails. */
async function buildConsole() {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // A constant salt for the ids of server actions, so that tabs opened before an upgrade go on working. It need not be
      // secret: encryption at run time uses the key that server.ts sets.
      NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32, 'roster').toString('base64'),
    },
  });
  const end = () => child.kill();
  process.once('SIGTERM', end).once('SIGINT', end);
  const [code, signal] = await once(child, 'exit');
  process.off('SIGTERM', end).off('SIGINT', end);
  if (code !== 0) throw new Error(`Building the console failed (${signal ?? code}).`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrExit();
