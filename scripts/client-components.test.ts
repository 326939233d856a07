import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What of `lib/` may be sent to browsers: the contract, what a role may do, and the rules of the sign-in forms. */
const ALLOWED = /^@\/lib\/(contract\/|staff\/(roles|account)$)/;

/** Modules of the console by path, without their extension. */
const modules = new Map(
  ['app', 'components']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file): [string, string] => [file.replace(/\.tsx?$/, ''), readFileSync(file, 'utf8')]),
);

const importsOf = (source: string): string[] =>
  [
    ...source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)'/gm),
    ...source.matchAll(/\bimport\('([^']+)'\)/g),
  ].map(([, from = '']) => from);

/** Adds the module and all that are sent to browsers with it. Of server actions only references are. */
function add(module: string, sent: Set<string>): void {
  const source = modules.get(module);
  if (source === undefined || sent.has(module) || source.startsWith("'use server'")) return;
  sent.add(module);
  for (const from of importsOf(source))
    add(from.startsWith('.') ? path.join(path.dirname(module), from) : from.replace(/^@\//, ''), sent);
}

test('what is sent to browsers imports the contract and components only', () => {
  const sent = new Set<string>();
  for (const [module, source] of modules) if (/^['"]use client['"]/.test(source)) add(module, sent);
  expect(sent.size).toBeGreaterThan(100);
  const strangers = [...sent].flatMap((module) =>
    importsOf(modules.get(module) ?? '')
      .filter((from) => /^@\/(?:lib|server|scripts)\b/.test(from) && !ALLOWED.test(from))
      .map((from) => `${module}: ${from}`),
  );
  expect(strangers).toEqual([]);
});
