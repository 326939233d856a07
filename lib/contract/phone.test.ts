import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toErrorDetails } from './error';
import { compactPhone, isPlaceholder, phone, plainPhone } from './phone';

test.each([
  ['+4930901820', '+4930901820'],
  ['+49 30 90-18-20', '+4930901820'],
  [' +49 (30) 901.820 ', '+4930901820'],
  ['+49/30/901820', '+4930901820'],
  ['+49\u00a030\u202f901\u2011820', '+4930901820'],
  ['+49 30 901–820', '+4930901820'],
  ['\u202a+49 30 901820\u202c', '+4930901820'],
  ['＋４９　３０　９０１８２０', '+4930901820'],
  ['0049 30 901820', '+4930901820'],
  ['(00 49) 30/901820', '+4930901820'],
  ['tel:+49-30-901820', '+4930901820'],
  ["'+4930901820", '+4930901820'],
  ["' Tel: ’0049 30 901820", '+4930901820'],
  ['+٤٩ ٣٠ ٩٠١٨٢٠', '+4930901820'],
  ['۰۰۴۹۳۰۹۰۱۸۲۰', '+4930901820'],
  ['+४९ ३० ९०१८२०', '+4930901820'],
  ['+52 1 55 1234 5678', '+525512345678'],
  ['+521 234 5678 90', '+521234567890'],
  ['+1 2345 67', '+1234567'],
  ['+123456789012345', '+123456789012345'],
])('%j is %s', (typed, compact) => expect(compactPhone(typed)).toBe(compact));

test.each([
  '030 901820',
  '4930901820',
  '+0 30 901820',
  '+123456',
  '+1234567890123456',
  '000 30 901820',
  '++4930901820',
  '+49+30901820',
  '+49 30 901820 ext. 5',
  '+49 30 CALLME',
  '+49,30,901820',
  '+',
  '+4930\u0000901820',
  '+49 30 901820,',
])('%j is not a number', (text) => expect(compactPhone(text)).toBeNull());

test('separators never matter, and compact numbers stay the same', () => {
  const separator = fc.constantFrom('', ' ', '-', '.', '(', ')', '\u00a0', '–', '/', '  ');
  const digits = fc.array(fc.tuple(fc.nat({ max: 9 }), separator), { minLength: 6, maxLength: 14 });
  fc.assert(
    fc.property(digits, (rest) => {
      const plain = `+4${rest.map(([digit]) => digit).join('')}`;
      expect(compactPhone(`+4${rest.flat().join('')}`)).toBe(plain);
      expect(compactPhone(plain)).toBe(plain);
    }),
  );
});

test('the digits of every script are digits', () => {
  const digits = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    /\p{Nd}/u.test(one),
  );
  expect(digits.length).toBeGreaterThan(600);
  // Each script has ten of them, in order.
  const read = digits.map((digit) => plainPhone(digit));
  expect(read.join('')).toBe('0123456789'.repeat(digits.length / 10));
});

test('normalizing is idempotent and never makes text longer', () => {
  const part = fc.constantFrom(
    "'",
    '’',
    'tel:',
    'TEL:',
    '00',
    '+',
    '(',
    ')',
    ' ',
    '\u200b',
    '0',
    '4',
    '９',
    '٣',
    ',',
    'x',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const typed = parts.join('');
      const plain = plainPhone(typed);
      expect(plainPhone(plain)).toBe(plain);
      expect(plain.length).toBeLessThanOrEqual(typed.length);
      expect(compactPhone(plain)).toBe(compactPhone(typed));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['0000000000', true],
  ['1111111', true],
  ['123456789', true],
  ['1234567890', true],
  ['0123456789', true],
  ['987654321', true],
  ['2345678901', true],
  ['30901820', false],
  ['1234568', false],
  ['12121212', false],
  ['11111', false],
  ['2025550123', false],
])('%s is a placeholder: %s', (digits, is) => expect(isPlaceholder(digits)).toBe(is));

test('says what is missing', () => {
  const messageOf = (value: unknown) => toErrorDetails(phone.safeParse(value).error as never)[0]?.message;
  expect(phone.parse('  ')).toBeNull();
  expect(phone.parse(null)).toBeNull();
  expect(messageOf('030 901820')).toContain('Include the country code');
  expect(messageOf('+49')).toBe('This is not a valid phone number.');
  expect(messageOf('+49 30 901820,')).toBe('This is not a valid phone number: “,” is not allowed.');
  expect(messageOf('Ana <+4930901820>')).toBe('This is not a valid phone number: “A” is not allowed.');
  expect(messageOf(4930901820)).toBe('This must be text.');
});
