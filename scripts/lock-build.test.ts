import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'roster-build-'));
const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts a process that builds as long as it lives. */
function builder(): { child: ChildProcess; says(): Promise<string> } {
  const source = `
    import { lockBuild } from './scripts/lock-build.mjs';
    lockBuild(() => console.log('waits'), ${JSON.stringify(path.join(folder, 'lock'))});
    console.log('builds');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  return { child, says: async () => String(await once(child.stdout, 'data')).trim() };
}

test('of two starts one builds; the other waits, and goes on when that one has ended, however it did', async () => {
  const first = builder();
  expect(await first.says()).toBe('builds');
  const second = builder();
  expect(await second.says()).toBe('waits');
  const next = second.says();
  first.child.kill('SIGKILL');
  expect(await next).toBe('builds');
});
