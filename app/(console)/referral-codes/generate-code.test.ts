import { expect, test } from 'vitest';
import { generateCode } from './generate-code';

test('generated codes are distinct and easy to read', () => {
  const codes = Array.from({ length: 1000 }, generateCode);
  expect(new Set(codes).size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
});
