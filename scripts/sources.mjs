import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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
  'instrumentation-client.ts',
  'next.config.mjs',
  'package-lock.json',
  'package.json',
  'postcss.config.mjs',
  'tailwind.config.ts',
  'tsconfig.json',
];

/** File in a packed folder, which has no sources, with the digest of the sources that it was built from. */
export const packedDigest = 'dist/digest';

/** Digest of all inputs, to tell whether a build is up to date. Ignores the version of Node: a build runs on any. */
export function sourcesDigest() {
  const packed = path.join(root, packedDigest);
  if (existsSync(packed)) return readFileSync(packed, 'utf8');
  const digest = createHash('sha256');
  for (const file of inputs.flatMap(filesBelow).sort())
    digest.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return digest.digest('hex');
}

/**
 * Files at these paths that Git tracks, since others may be secrets. Without Git, as in the build of an image, all files.
 *
 * @param {string[]} paths
 */
export function trackedFiles(paths) {
  if (!existsSync(path.join(root, '.git'))) return paths.flatMap(filesBelow);
  const list = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' });
  return list.split('\0').filter(Boolean);
}

/** Files at a path, tests apart. @param {string} input A file or folder of the repository, which need not be there. */
function filesBelow(input) {
  const found = statSync(path.join(root, input), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [input] : [];
  return readdirSync(path.join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|^\./.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}
