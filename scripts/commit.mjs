import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.mjs';

/** In a packed folder: the commit that it was made of. */
export const packedCommit = 'dist/commit';

/** The commit of the sources, with `.dirty` if they differ from it; `''` if neither Git nor `ROSTER_COMMIT` tells it. */
export function commit() {
  const packed = path.join(root, packedCommit);
  if (existsSync(packed)) return readFileSync(packed, 'utf8');
  // Not that of a repository around this folder.
  if (!existsSync(path.join(root, '.git'))) return process.env.ROSTER_COMMIT ?? '';
  const describe = ['describe', '--always', '--exclude=*', '--abbrev=8', '--dirty=.dirty'];
  return spawnSync('git', describe, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** As `lib/system/version.ts` has it. */
export function fullVersion() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return [version, commit()].filter(Boolean).join('+');
}
