import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactUpsert } from '@/lib/contract/contact';
import { toErrorDetails } from '@/lib/contract/error';
import { possiblePhone } from '@/lib/phone-country';
import { mobilePrefixes } from '@/lib/service/samples/sample-people';
import { withPossiblePhone } from './possible-phone';

test.each([
  ['+4930901820', '+4930901820'],
  ['+49030901820', '+4930901820'],
  ['+4402079460000', '+442079460000'],
  // In Italy the zero is part of the number.
  ['+39066982', '+39066982'],
  ['+12025550123', '+12025550123'],
  ['+6834002', '+6834002'],
  // Free of charge in every country.
  ['+80012345678', '+80012345678'],
])('%s is possible as %s', (typed, stored) => expect(possiblePhone(typed)).toBe(stored));

test.each([
  '+491',
  '+999123456789',
  '+120255501234',
  '+1202555',
  '+393012345678901',
  '+49000000',
  '+4901234',
])('%s is not possible', (phone) => expect(possiblePhone(phone)).toBeNull());

test('what is stored stays as it is', () => {
  const country = fc.constantFrom(
    '1',
    '7',
    '39',
    '44',
    '49',
    '52',
    '54',
    '55',
    '61',
    '81',
    '86',
    '225',
    '351',
    '',
  );
  const digits = fc
    .tuple(country, fc.stringMatching(/^[0-9]{5,13}$/))
    .map((parts) => parts.join(''))
    .filter((number) => /^[1-9]\d{6,14}$/.test(number));
  fc.assert(
    fc.property(digits, (number) => {
      const once = possiblePhone(`+${number}`);
      fc.pre(once !== null);
      expect(once).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(possiblePhone(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test('sample people have numbers that are possible', () => {
  for (const prefix of mobilePrefixes)
    for (const rest of ['0000000', '0000001', '1234567', '9999999'])
      expect(possiblePhone(prefix + rest)).toBe(prefix + rest);
});

test.each([
  '+1 000 000 0000',
  '+1 555 555 5555',
  '+1 123 456 7890',
  '+49 123456789',
  '+49 (0)111 1111111',
  '+49 000000000',
  '+49 987654321',
])('%s is refused as a placeholder', (phone) => {
  const { error } = withPossiblePhone(contactUpsert).safeParse({ phone });
  expect(toErrorDetails(error as never)).toEqual([
    { path: 'phone', message: 'This is a placeholder: one digit repeated, or counting digits.' },
  ]);
});

test.each(['+49 30 123456', '+49 170 0000000', '+1 202 555 0123', '+1 212 345 6789'])(
  '%s is no placeholder',
  (phone) => expect(withPossiblePhone(contactUpsert).safeParse({ phone }).success).toBe(true),
);
