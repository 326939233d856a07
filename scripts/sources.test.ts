import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

test('what is packed is tracked by Git; without Git, all of it', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'roster-sources-'));
  try {
    for (const folder of ['scripts', 'docs']) await mkdir(path.join(root, folder));
    await cp(path.join(import.meta.dirname, 'sources.mjs'), path.join(root, 'scripts/sources.mjs'));
    for (const file of ['README.md', 'docs/setup.md', 'docs/private.key'])
      await writeFile(path.join(root, file), '');
    const files = () => {
      const code =
        "import('./scripts/sources.mjs').then(({ trackedFiles }) => console.log(trackedFiles(['README.md', 'docs']).sort().join(' ')))";
      return execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' }).trim();
    };
    expect(files()).toBe('README.md docs/private.key docs/setup.md');
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    execFileSync('git', ['add', 'README.md', 'docs/setup.md'], { cwd: root });
    expect(files()).toBe('README.md docs/setup.md');
  } finally {
    await rm(root, { recursive: true });
  }
});
