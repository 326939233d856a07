import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'roster-lock-'));
const program = path.join(folder, 'holder.mjs');
const running: ChildProcess[] = [];

beforeAll(async () => {
  const source = `
    import { acquireLock } from './lib/database/lock';
    try {
      acquireLock(process.argv[2]).announce('http://127.0.0.1:4711');
      console.log('held');
      setInterval(() => {}, 1000);
    } catch (error) {
      console.log(error.name + ': ' + error.message + ' ' + error.holder?.address);
      process.exitCode = 1;
    }`;
  await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
    logLevel: 'error',
  });
});

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a process that takes the lock; returns it and its first output. */
async function starter(dataDir: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

test('a second process is refused and told who holds the folder', async () => {
  const dataDir = path.join(folder, 'second');
  const first = await starter(dataDir);
  expect(first.said).toBe('held');
  const { said } = await starter(dataDir);
  expect(said).toContain(`StartError: The data folder ${dataDir} is in use by process ${first.child.pid}`);
  expect(said).toContain(hostname());
  // Where it takes orders.
  expect(said).toContain('http://127.0.0.1:4711');
});

test('one of two processes starting together gets the lock, whatever a dead one left behind', async () => {
  const dataDir = path.join(folder, 'race');
  for (let round = 0; round < 8; round++) {
    const both = await Promise.all([starter(dataDir), starter(dataDir)]);
    expect(both.filter(({ said }) => said === 'held')).toHaveLength(1);
    // The winner dies without releasing the lock.
    await Promise.all(
      both.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }
}, 30_000);

test('a lock file that nobody holds is ignored, even if it names a living process', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'stale-'));
  const alive = { pid: process.pid, host: hostname(), since: new Date().toISOString() };
  writeFileSync(path.join(dataDir, 'lock'), JSON.stringify(alive));
  expect((await starter(dataDir)).said).toBe('held');
});

test('the error names a folder that cannot be created, and what to do', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const { said } = await starter(path.join(file, 'data'));
  expect(said).toMatch(/^StartError: The data folder .* cannot be used \(ENOTDIR\): .*DATA_DIR/);
});

test.runIf(process.platform === 'linux')('the same where no folders can be created', async () => {
  // The kernel reports that the parent is missing.
  const { said } = await starter('/proc/roster/data');
  expect(said).toMatch(/^StartError: The data folder .* cannot be used \(ENOENT\): .*DATA_DIR/);
});

test.runIf(process.platform === 'linux')('a full disk is reported as such', async () => {
  const dataDir = mkdtempSync(path.join(folder, 'full-'));
  // Like a file on a full disk.
  symlinkSync('/dev/full', path.join(dataDir, 'lock'));
  const { said } = await starter(dataDir);
  expect(said).toMatch(/^StartError: The disk of .* is full: .*DATA_DIR/);
});
