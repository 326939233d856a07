import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detailsOf } from './error';
import { compactPhone, phone } from './phone';

test.each([
  ['+4930901820', '+4930901820'],
  ['+49 30 90-18-20', '+4930901820'],
  [' +49 (30) 901.820 ', '+4930901820'],
  ['+49/30/901820', '+4930901820'],
  ['+49\u00a030\u202f901\u2011820', '+4930901820'],
  ['+49 30 901–820', '+4930901820'],
  ['\u202a+49 30 901820\u202c', '+4930901820'],
  ['＋４９　３０　９０１８２０', '+4930901820'],
  ['+1 2345 67', '+1234567'],
  ['+123456789012345', '+123456789012345'],
])('%j is %s', (typed, compact) => expect(compactPhone(typed)).toBe(compact));

test.each([
  '030 901820',
  '0049 30 901820',
  '4930901820',
  '+0 30 901820',
  '+123456',
  '+1234567890123456',
  '++4930901820',
  '+49+30901820',
  '+49 30 901820 ext. 5',
  '+49 30 CALLME',
  '+49,30,901820',
  '+',
  '+4930\u0000901820',
  '+٤٩٣٠٩٠١٨٢٠',
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

test('says what is missing', () => {
  const messageOf = (value: unknown) => detailsOf(phone.safeParse(value).error as never)[0]?.message;
  expect(phone.parse('  ')).toBeNull();
  expect(phone.parse(null)).toBeNull();
  expect(messageOf('030 901820')).toContain('Include the country code');
  expect(messageOf('+49')).toBe('This is not a valid phone number.');
  expect(messageOf(4930901820)).toBe('This must be text.');
});
