import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { secretOf } from './secret';

const folder = mkdtempSync(path.join(tmpdir(), 'roster-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is generated once, for the owner alone to read', () => {
  const dataDir = path.join(folder, 'new');
  const secret = secretOf(undefined, dataDir);
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(secretOf(undefined, dataDir)).toBe(secret);
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

test('a configured secret wins and touches no folder', () => {
  expect(secretOf('configured', path.join(folder, 'untouched'))).toBe('configured');
  expect(readdirSync(folder)).not.toContain('untouched');
});

test('a damaged secret and an unusable folder are named, with what to do', () => {
  const dataDir = mkdtempSync(path.join(folder, 'damaged-'));
  writeFileSync(path.join(dataDir, 'secret'), 'short');
  expect(() => secretOf(undefined, dataDir)).toThrow(/is damaged: remove the file/);
  expect(() => secretOf(undefined, path.join(dataDir, 'secret', 'below'))).toThrow(/\(ENOTDIR\).*APP_SECRET/);
});
