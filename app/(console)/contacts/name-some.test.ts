import { expect, it } from 'vitest';
import { nameSome } from './name-some';

it('names up to three and counts the rest', () => {
  expect(nameSome([])).toBe('');
  expect(nameSome(['Ana'])).toBe('Ana');
  expect(nameSome(['Ana', 'Ben'])).toBe('Ana and Ben');
  expect(nameSome(['Ana', 'Ben', 'Cleo'])).toBe('Ana, Ben and Cleo');
  expect(nameSome(['Ana', 'Ben', 'Cleo', 'Dan'])).toBe('Ana, Ben, Cleo and 1 more');
  expect(nameSome(['Ana', 'B'.repeat(61)])).toBe(`Ana and ${'B'.repeat(60)}…`);
});
