import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { helpText } from './help.mjs';
import { nodeProblem } from './require-node.mjs';

test('help names the commands that exist, and the settings', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...helpText().matchAll(/^ {2}npm (?:run )?(\w+)/gm)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  expect(helpText()).toMatch(/^ {2}DATABASE_URL +A PostgreSQL server /m);
});

test.each([
  ['18.20.4', true],
  ['20.18.3', true],
  ['20.19.0', false],
  ['24.1.0', false],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(nodeProblem(version)).toEqual(
    isTooOld
      ? `Roster needs Node 20.19 or newer, and this is ${version}: install a newer one from https://nodejs.org.`
      : undefined,
  );
});
