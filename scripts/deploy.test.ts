import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readConfig } from '@/lib/system/config';
import { parseStages } from './image.mjs';

const text = (file: string) => readFileSync(file, 'utf8');

/** Every setting that exists. */
function settingNames(): Set<string> {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, undefined>>(
      {},
      {
        get: (_, name) => void names.add(String(name)),
      },
    ),
  );
  return names;
}

describe('the Dockerfile', () => {
  const stages = parseStages(text('Dockerfile'));
  const last = stages.at(-1)?.steps ?? [];
  const all = stages.flatMap(({ steps }) => steps);
  const of = (name: string) => last.filter(([instruction]) => instruction === name).map(([, rest]) => rest);

  test('names each base image by its version', () => {
    for (const { image } of stages) expect(image).toMatch(/^[a-z/.]+:\d+\.\d+[\w.-]*$/);
  });

  test('ends as a user without rights, whose number is known', () => {
    expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d{3,}:[1-9]\d{3,}$/)]);
  });

  test('checks its health, and starts without a shell, so that signals arrive', () => {
    expect(of('HEALTHCHECK')).toHaveLength(1);
    expect(JSON.parse(of('CMD')[0] ?? '')).toEqual(['node', 'scripts/start.mjs']);
  });

  test('contains no secrets, and fetches nothing but packages of the lock file', () => {
    expect(all.map(([name]) => name)).not.toContain('ADD');
    expect(all.filter(([, rest]) => /secret|password|token|curl|wget|npm (i|install)\b/i.test(rest))).toEqual(
      [],
    );
    expect(text('.dockerignore').split('\n')[0]).toBe('*');
  });

  test('sets only settings that exist', () => {
    const names = of('ENV').flatMap((rest) => rest.match(/\w+(?==)/g) ?? []);
    expect(names.filter((name) => !settingNames().has(name))).toEqual([]);
  });
});

test.each([
  ['deploy/compose.yaml', /^ {6}([A-Z]\w+): /gm, 5],
  ['deploy/kubernetes.yaml', /\{ name: ([A-Z]\w+), /g, 4],
  ['deploy/roster.service', /^Environment=(\w+)=/gm, 1],
])('%s sets only settings that exist', (file, pattern, count) => {
  const [own = ''] = text(file).split('\n  database:');
  const names = [...own.matchAll(pattern)].map(([, name = '']) => name);
  expect(names).toHaveLength(count);
  expect(names.filter((name) => !settingNames().has(name))).toEqual([]);
});

test.each(['deploy/compose.yaml', 'deploy/kubernetes.yaml'])('%s names images by their versions', (file) => {
  const images = [...text(file).matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image);
  expect(images.length).toBeGreaterThan(0);
  for (const image of images) expect(image).toMatch(/^roster$|:\d+\.\d+[\w.-]*$/);
});

test('Compose initializes the database with options that its version of PostgreSQL has', () => {
  const compose = text('deploy/compose.yaml');
  const version = Number(/image: postgres:(\d+)/.exec(compose)?.[1]);
  // The builtin locale provider came with version 17.
  expect(version >= 17 || !/INITDB_ARGS: .*builtin/.test(compose)).toBe(true);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.runIf(hasSystemd)('systemd takes the unit', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', 'deploy/roster.service'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});
