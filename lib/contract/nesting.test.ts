import { expect, test } from 'vitest';
import { isNestedTooDeep } from './nesting';

const isTooDeep = (json: string) => isNestedTooDeep(Buffer.from(json));
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('32 levels are enough for every request', () => {
  expect(isTooDeep(nested(32))).toBe(false);
  expect(isTooDeep(nested(33))).toBe(true);
  expect(isTooDeep(`${'{"a":'.repeat(32)}[`)).toBe(true);
  expect(isTooDeep(`[${`${nested(31)},`.repeat(100)}0]`)).toBe(false);
});

test('brackets in texts do not count, nor do quotes after a backslash end one', () => {
  const brackets = '['.repeat(100);
  expect(isTooDeep(JSON.stringify([brackets, `"${brackets}`, `\\"${brackets}\\`, brackets]))).toBe(false);
  expect(isTooDeep(`["\\\\",${nested(32)}]`)).toBe(true);
});
