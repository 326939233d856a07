import { expect, test } from 'vitest';
import { formatDecimal, formatTotal, spokenTotal } from './format-count';

test('says of a total that it is a lower bound', () => {
  const atLeast = { total: 5_000, totalIsExact: false };
  expect(formatTotal(atLeast)).toBe('5,000+');
  expect(spokenTotal(atLeast, 'contact')).toBe('At least 5,000 contacts');
  expect(spokenTotal({ total: 1, totalIsExact: true }, 'contact')).toBe('1 contact');
});

test('groups the digits of a number and keeps all of them', () => {
  expect(formatDecimal('-1234567.50')).toBe('-1,234,567.50');
  expect(formatDecimal('123456789012345678901234567890.0123456789')).toBe(
    '123,456,789,012,345,678,901,234,567,890.0123456789',
  );
  expect(formatDecimal('999')).toBe('999');
});
