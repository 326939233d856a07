import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

/** File in a packed folder with the commit that the folder was made from. */
export const packedCommit = 'dist/commit';

/** The commit of the sources, with `.dirty` if they differ from it; `''` if neither Git nor `ROSTER_COMMIT` knows it. */
export function commit() {
  const packed = path.join(root, packedCommit);
  if (existsSync(packed)) return readFileSync(packed, 'utf8');
  // Ignore a repository around this folder.
  if (!existsSync(path.join(root, '.git'))) return process.env.ROSTER_COMMIT ?? '';
  const describe = ['describe', '--always', '--exclude=*', '--abbrev=8', '--dirty=.dirty'];
  return spawnSync('git', describe, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** The version with the commit, equal to that of `lib/system/version.ts`. */
export function fullVersion() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return [version, commit()].filter(Boolean).join('+');
}
