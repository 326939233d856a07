import { expect, test } from 'vitest';
import { formatTotal, spokenTotal } from './format-count';

test('says of a total that it is a lower bound', () => {
  const atLeast = { total: 5_000, totalIsExact: false };
  expect(formatTotal(atLeast)).toBe('5,000+');
  expect(spokenTotal(atLeast, 'contact')).toBe('At least 5,000 contacts');
  expect(spokenTotal({ total: 1, totalIsExact: true }, 'contact')).toBe('1 contact');
});
