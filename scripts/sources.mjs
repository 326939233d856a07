import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** Everything the build reads. */
const inputs = [
  'app',
  'components',
  'lib',
  'public',
  'scripts',
  'server.ts',
  'global.d.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
];

/** Digest of all inputs, to tell whether a build is up to date. */
export function sourcesDigest() {
  const digest = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesBelow).sort())
    digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/** @param {string} relative A file or folder of the repository. */
function filesBelow(relative) {
  /** @type {import('node:fs').Dirent[]} */
  let entries;
  try {
    entries = readdirSync(path.join(root, relative), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') return [relative];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .map((entry) => path.posix.join(relative, entry.name))
    .flatMap((name, index) =>
      entries[index].isDirectory() ? filesBelow(name) : isInput(name) ? [name] : [],
    );
}

const isInput = (/** @type {string} */ name) => !/\.test\.tsx?$|(^|\/)\.[^/]*$/.test(name);
