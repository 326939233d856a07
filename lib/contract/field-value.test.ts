import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from './field';
import { containedSpellings, parseFieldValue } from './field-value';

const options = ['pro', 'free', 'trial'].map((value) => ({ value, label: value, color: null }));
const field = (type: FieldType): FieldDefinition => ({ key: 'k', type, options });

test.each<[FieldType, unknown, unknown]>([
  ['text', ' 0042 ', '0042'],
  ['text', 'a\nb', 'a b'],
  ['text', '\u200b', null],
  ['number', '1.10', '1.10'],
  ['number', '-0.5', '-0.5'],
  ['number', 42, '42'],
  ['number', 0, '0'],
  ['number', '123456789012345678901234567890.1234567890', '123456789012345678901234567890.1234567890'],
  ['date', ' 2024-02-29 ', '2024-02-29'],
  ['date', '0001-01-01', '0001-01-01'],
  ['boolean', false, false],
  ['boolean', 'true', true],
  ['choice', 'pro', 'pro'],
  ['choices', ['trial', 'pro', 'pro'], ['pro', 'trial']],
  ['choices', 'free', ['free']],
  ['choices', [], null],
  ['link', 'HTTPS://example.com/ä?b#c', 'HTTPS://example.com/ä?b#c'],
  ...(['text', 'number', 'date', 'boolean', 'choice', 'choices', 'link'] as const).flatMap(
    (type): [FieldType, unknown, unknown][] => [
      [type, null, null],
      [type, '', null],
      [type, ' ', null],
    ],
  ),
])('%s %j is %j', (type, given, value) => {
  expect(parseFieldValue(field(type), given)).toEqual({ value });
});

test('leading zeros are no reason where nothing is converted', () => {
  expect(parseFieldValue(field('number'), '007').message).toContain('A number such as');
});

test.each<[FieldType, unknown]>([
  ['text', 42],
  ['text', 'x'.repeat(1001)],
  ['number', '007'],
  ['number', '1,5'],
  ['number', '1e5'],
  ['number', '+1'],
  ['number', '.5'],
  ['number', '1.'],
  ['number', '١'],
  ['number', Number.MAX_SAFE_INTEGER],
  ['number', Number.NaN],
  ['number', true],
  ['number', `1.${'0'.repeat(11)}`],
  ['date', '2023-02-29'],
  ['date', '0000-01-01'],
  ['date', '2024-02-29T00:00:00Z'],
  ['date', '29.02.2024'],
  ['boolean', 1],
  ['boolean', 'yes'],
  ['choice', 'Pro'],
  ['choice', ['pro']],
  ['choices', ['pro', 'other']],
  ['choices', [null]],
  ['link', 'example.com'],
  ['link', 'javascript:alert(1)'],
  ['link', 'https://'],
])('%s %j is refused', (type, given) => {
  expect(parseFieldValue(field(type), given)).toEqual({ message: expect.stringMatching(/\.$/) });
});

test('parsing is idempotent', () => {
  const given = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10)),
  );
  fc.assert(
    fc.property(fc.constantFrom<FieldType>('text', 'number', 'date', 'link'), given, (type, text) => {
      const { value } = parseFieldValue(field(type), text);
      if (value != null) expect(parseFieldValue(field(type), value)).toEqual({ value });
    }),
  );
});

test('a number is found however many zeros it ends with', () => {
  const spellings = (value: string) => containedSpellings(field('number'), value);
  expect(spellings('1.50')).toEqual(spellings('1.5'));
  expect(spellings('1.5')).toHaveLength(10);
  expect(spellings('7')).toContain('{"k":"7.0000000000"}');
  expect(spellings('-0.0')).toContain('{"k":"0"}');
  expect(spellings('0')).toContain('{"k":"-0.00"}');
  expect(containedSpellings(field('text'), '7')).toEqual(['{"k":"7"}']);
});
