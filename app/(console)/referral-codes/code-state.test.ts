import { expect, test } from 'vitest';
import { codeState, generateCode } from './code-state';

const now = new Date('2027-01-01T00:00:00.000Z');
const code = { maxRedemptions: null, redemptionCount: 5, expiresAt: null, active: true };

test.each([
  [{}, 'Active'],
  [{ maxRedemptions: 6, expiresAt: '2027-01-01T00:00:00.001Z' }, 'Active'],
  [{ maxRedemptions: 5 }, 'Used up'],
  [{ maxRedemptions: 5, expiresAt: '2027-01-01T00:00:00.000Z' }, 'Expired'],
  [{ maxRedemptions: 5, active: false }, 'Off'],
])('a code with %j is %s', (changes, state) => {
  expect(codeState({ ...code, ...changes }, now)).toBe(state);
});

test('generated codes are distinct and easy to read', () => {
  const codes = Array.from({ length: 1000 }, generateCode);
  expect(new Set(codes).size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
});
