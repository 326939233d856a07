import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What of `lib/` may be sent to browsers: the contract, what a role may do, and the rules of the sign-in forms. */
const ALLOWED = /^@\/lib\/(contract\/|staff\/(roles|account)$)/;

// The linter knows folders only; whether a file is sent to browsers stands in its first line.
const files = ['app', 'components']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))
  .filter(({ source }) => /^['"]use client['"]/.test(source));

test('client components import the contract and components only', () => {
  expect(files.length).toBeGreaterThan(0);
  const strangers = files.flatMap(({ file, source }) =>
    [...source.matchAll(/^import (?!type )[^;]*?from '(@\/(?:lib|server|scripts)\b[^']*)'/gm)]
      .map(([, from = '']) => from)
      .filter((from) => !ALLOWED.test(from))
      .map((from) => `${file}: ${from}`),
  );
  expect(strangers).toEqual([]);
});
