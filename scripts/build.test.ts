import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { bundleOptions } from './bundle.mjs';

const repository = path.resolve(import.meta.dirname, '..');
let root: string;

/** A program as small as possible, with the real scripts. */
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'roster-build-'));
  await chmod(root, 0o755);
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  for (const program of Object.values(bundleOptions().entryPoints as object)) await write(program, '');
  await write('package.json', JSON.stringify({ type: 'module', engines: { node: '>=20.19' } }));
  await write('server.ts', 'console.log("serves 1")');
  await write('lib/contract/client-runtime.ts', '');
  for (const script of ['build', 'bundle', 'commit', 'compress', 'require-node', 'sources', 'start'])
    await cp(path.join(import.meta.dirname, `${script}.mjs`), path.join(root, `scripts/${script}.mjs`));
  await write(
    'node_modules/next/dist/bin/next',
    `const fs = require('fs');
     fs.rmSync('.next', { recursive: true, force: true });
     for (const folder of ['static', 'cache']) fs.mkdirSync('.next/' + folder, { recursive: true });
     fs.writeFileSync('.next/static/chunk.js', 'chunk');
     process.exit(fs.existsSync('broken') ? 1 : 0);`,
  );
  for (const name of ['esbuild', '@esbuild'])
    await symlink(path.join(repository, 'node_modules', name), path.join(root, 'node_modules', name));
}, 60_000);
afterEach(() => rm(root, { recursive: true }));

function run(script: string, options: { uid?: number; node?: string } = {}) {
  const pretended = `Object.defineProperty(process, 'version', { value: '${options.node ?? process.version}' })`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, path.join(root, 'scripts', script)],
    { encoding: 'utf8', cwd: tmpdir(), uid: options.uid },
  );
  return { status, said: stdout + stderr };
}
const built = async () => (await readdir(path.join(root, 'dist'))).sort();
const change = (version: number) =>
  writeFile(path.join(root, 'server.ts'), `console.log("serves ${version}")`);

test('a build is complete, and serves on another version of Node', async () => {
  expect(run('start.mjs').said).toMatch(/^Building Roster.*\nserves 1\n$/);
  const [folder = '', ...others] = await built();
  expect(others).toEqual([]);
  expect(await readdir(path.join(root, 'dist', folder, 'console'))).toEqual(['static']);
  expect((await readdir(path.join(root, 'dist', folder, 'console/static'))).sort()).toEqual([
    'chunk.js',
    'chunk.js.br',
    'chunk.js.gz',
  ]);
  expect(run('start.mjs', { node: 'v99.1.0' })).toEqual({ status: 0, said: 'serves 1\n' });
  expect(await built()).toEqual([folder]);
});

test('a build that fails leaves the one before, which other instances serve from', async () => {
  run('build.mjs');
  const before = await built();
  await change(2);
  await writeFile(path.join(root, 'broken'), '');
  expect(run('start.mjs')).toMatchObject({ status: 1, said: expect.stringContaining('failed (1)') });
  expect(await built()).toEqual(before);
  await change(1);
  expect(run('start.mjs').said).toBe('serves 1\n');
});

test('the two builds before the current one are kept', async () => {
  for (const version of [1, 2, 3, 4]) {
    await change(version);
    expect(run('build.mjs').status).toBe(0);
  }
  expect(await built()).toHaveLength(3);
  await change(2);
  expect(run('start.mjs').said).toBe('serves 2\n');
}, 60_000);

test('in a folder that cannot be written to, a build starts, and its lack is told', async () => {
  run('build.mjs');
  const folders = [root, path.join(root, 'dist')];
  for (const folder of folders) await chmod(folder, 0o555);
  // Root may write everywhere.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined;
  expect(run('start.mjs', { uid })).toEqual({ status: 0, said: 'serves 1\n' });
  await change(2);
  const { status, said } = run('start.mjs', { uid });
  for (const folder of folders) await chmod(folder, 0o755);
  expect(status).toBe(1);
  expect(said).toMatch(/not built, and \S+ cannot be written to \(EACCES\): run "npm run build" as a user/);
});
