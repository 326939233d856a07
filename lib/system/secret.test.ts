import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecret } from './secret';

const folder = mkdtempSync(path.join(tmpdir(), 'roster-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a secret is generated once, readable only by the owner', () => {
  const dataDir = path.join(folder, 'new');
  const secret = readSecret(undefined, dataDir);
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(readSecret(undefined, dataDir)).toBe(secret);
  expect(statSync(path.join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secret']);
});

test('a configured secret has priority, and no file is written', () => {
  expect(readSecret('configured', path.join(folder, 'untouched'))).toBe('configured');
  expect(readdirSync(folder)).not.toContain('untouched');
});

test('errors name a damaged secret or unusable folder, and what to do', () => {
  const dataDir = mkdtempSync(path.join(folder, 'damaged-'));
  writeFileSync(path.join(dataDir, 'secret'), 'short');
  expect(() => readSecret(undefined, dataDir)).toThrow(/is damaged: remove the file/);
  expect(() => readSecret(undefined, path.join(dataDir, 'secret', 'below'))).toThrow(
    /\(ENOTDIR\).*APP_SECRET/,
  );
});
