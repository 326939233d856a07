import { expect, test } from 'vitest';
import { isConfirmed } from './confirm-count';

test('takes a number however people type it, and no other', () => {
  for (const typed of [
    '4312',
    '4,312',
    '4.312',
    '4 312',
    '4\u202f312',
    ' 4312 ',
    "4'312",
    '4’312',
    '４３１２',
  ])
    expect(isConfirmed(4312, typed), typed).toBe(true);
  for (const typed of ['', '431', '43120', '4312x', '-4312'])
    expect(isConfirmed(4312, typed), typed).toBe(false);
  expect(isConfirmed(100, '')).toBe(true);
});
