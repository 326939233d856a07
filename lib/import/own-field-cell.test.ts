import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldDefinition, FieldType } from '@/lib/contract/field';
import { proposeType, toFieldCell } from './own-columns';
import { fieldReader } from './own-field-cell';

const field = (type: FieldType, labels: string[] = []): FieldDefinition => ({
  key: 'own',
  type,
  options: labels.map((label, index) => ({ value: `v${index}`, label, color: null })),
});
const read = (type: FieldType, cell: string, labels?: string[]) => {
  const { value, message } = fieldReader(field(type, labels)).read(cell);
  return message === undefined ? value : { message };
};
const bad = { message: expect.any(String) };

describe('cells of own fields', () => {
  test.each([
    ['1.50', '1.50'],
    ['-7', '-7'],
    ['\u22127', '-7'],
    ['1,5', '1.5'],
    ['12,50', '12.50'],
    ['0,125', '0.125'],
    ['1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1 234 567,8', '1234567.8'],
    ["1'234.5", '1234.5'],
    ['1,234', bad],
    ['1.234', '1.234'],
    ['007', bad],
    ['12 34', bad],
    ['K-6/2019', { message: 'Not a number.' }],
    ['5 %', bad],
    ['9'.repeat(200), bad],
  ])('number %j', (cell, value) => expect(read('number', cell)).toEqual(value));

  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/5', '2026-01-05'],
    ['2026-01-31T23:30:00Z', '2026-01-31'],
    ['2026-01-31 09:15:00', '2026-01-31'],
    ['31.1.2026', '2026-01-31'],
    ['05.06.2026', '2026-06-05'],
    ['31/01/2026', '2026-01-31'],
    ['01/31/2026 9:15 AM', '2026-01-31'],
    ['05/05/2026', '2026-05-05'],
    ['05/06/2026', { message: 'Day or month first? Write it as 2026-01-31.' }],
    ['31 Jan 2026', '2026-01-31'],
    ['31-Jan-2026', '2026-01-31'],
    ['January 31, 2026', '2026-01-31'],
    ['31 Foo 2026', bad],
    ['Jan 2026', bad],
    ['2026-02-30', bad],
    ['31.01.26', bad],
    ['2026-01-31 or so', bad],
  ])('date %j', (cell, value) => expect(read('date', cell)).toEqual(value));

  test.each([
    ['true', true],
    ['NO', false],
    ['1', true],
    ['0', false],
    ['ja', true],
    ['nein', false],
    ['x', true],
    ['FALSCH', false],
    ['maybe', bad],
  ])('boolean %j', (cell, value) => expect(read('boolean', cell)).toEqual(value));

  test.each([
    ['text', ' 0042\n(https://x.org) ', '0042 (https://x.org)'],
    ['text', 'x'.repeat(2_000), bad],
    ['link', 'www.acme.com', 'https://www.acme.com'],
    ['link', 'acme', bad],
  ] as const)('%s %j', (type, cell, value) => expect(read(type, cell)).toEqual(value));

  test.each([
    ['choice', 'Pro', 'v0'],
    ['choice', ' pro ', 'v0'],
    ['choice', 'v1', 'v1'],
    ['choice', 'Pro, Free', { message: 'More than one choice.' }],
    ['choice', 'Pro, Other', { message: 'Not one of the choices.' }],
    ['choices', 'Pro', ['v0']],
    ['choices', 'free; Pro', ['v0', 'v1']],
    ['choices', 'A, B|Pro', ['v0', 'v2']],
    ['choices', '["Pro","A, B"]', ['v0', 'v2']],
    ['choices', 'A, B', ['v2']],
    ['choices', 'Pro, Other', bad],
  ] as const)('%s %j', (type, cell, value) =>
    expect(read(type, cell, ['Pro', 'Free', 'A, B'])).toEqual(value),
  );

  test('a label counts before the value of another option', () => {
    const options = [
      { value: 'pro', label: 'Free', color: null },
      { value: 'free', label: 'Pro', color: null },
    ];
    const { read } = fieldReader({ key: 'own', type: 'choice', options });
    expect([read('Pro').value, read('free').value]).toEqual(['free', 'pro']);
  });

  test('what an export writes is read as the same choices', () => {
    const label = fc
      .stringMatching(/^[ab"',;/#[{|+:~]{1,3}$/)
      .filter((text) => text.trim() !== '' && !/^["']?-/.test(text));
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 2, maxLength: 5 }), (labels) => {
        const own = field('choices', labels);
        const all = own.options.map(({ value }) => value);
        const { value, message } = fieldReader(own).read(toFieldCell(own, all));
        // A cell that can be read in two ways may be refused, never misread.
        expect(message ?? value).toEqual(message ?? all);
      }),
    );
  });
});

test.each<[string[], FieldType]>([
  [['1', '-2.50', '', '1,5'], 'number'],
  [['0042', '17'], 'text'],
  [['+4930901820'], 'text'],
  [['2026-01-31', '2026-02-01T09:00:00', 'n/a'], 'date'],
  [['31.01.2026'], 'text'],
  [['yes', 'No', 'x'], 'boolean'],
  [['https://a.example', 'www.b.example'], 'link'],
  [['Pro', 'Free', 'Pro', 'Free'], 'choice'],
  [['Pro', 'Free', 'Trial'], 'text'],
  [Array.from({ length: 42 }, (_, index) => `Plan ${index % 21}`), 'text'],
  [['', ' '], 'text'],
])('the values %j fit %s', (values, type) => expect(proposeType(values)).toBe(type));
