import { expect, it } from 'vitest';
import { findFreeTitle } from './use-restore-segment';

it.each([
  ['VIP', [], 'VIP 2'],
  ['VIP', ['vip', 'vip 2', 'VIP 4'], 'VIP 3'],
  ['x'.repeat(100), [], `${'x'.repeat(90)} 2`],
])('%s beside %j becomes %s', (title, taken, free) => {
  expect(
    findFreeTitle(
      title,
      taken.map((one) => ({ title: one })),
    ),
  ).toBe(free);
});
