import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normalizeEmail } from './email';
import { pastedEmail, pastedPhone } from './pasted';
import { compactPhone } from './phone';

describe('an email with something around it', () => {
  test.each([
    'ana@example.com',
    ' ana@example.com\u00a0',
    'mailto:ana@example.com',
    'MAILTO:ana@example.com?subject=Hi&cc=bo@example.com',
    '<ana@example.com>',
    '<mailto:ana@example.com>',
    'Ana Silva <ana@example.com>',
    '"Silva, Ana" <ana@example.com>,',
    "'Ana Silva' <'ana@example.com'>;",
    'ana@example.com <ana@example.com>',
    "'ana@example.com",
    '="ana@example.com"',
    '"ana@example.com"',
    '„ana@example.com“',
    '«ana@example.com»',
    '(ana@example.com)',
    '[ana@example.com]',
    'ana@example.com.',
    'ana@example.com, ',
    'ana@example.com;;',
    'ana@example.com (work)',
    'ana@example.com(private) (old)',
    ', ana@example.com',
    'ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  ])('%s', (text) => expect(normalizeEmail(pastedEmail(text))).toBe('ana@example.com'));

  test.each([
    ["o'brien+news@example.com", "o'brien+news@example.com"],
    ['?ana@example.com', '?ana@example.com'],
    ["'+ana@example.com", '+ana@example.com'],
  ])('%s keeps what belongs to it', (text, meant) => expect(pastedEmail(text)).toBe(meant));

  test.each([
    'ana',
    'ana@',
    'ana silva@example.com',
    'ana@example.com, bo@example.com',
    'Ana <ana@example.com>, Bo <bo@example.com>',
    `${'<'.repeat(2_000)}ana@example.com`,
  ])('%s is not one address', (text) => expect(normalizeEmail(pastedEmail(text))).toBeNull());
});

describe('a phone number with something around it', () => {
  test.each([
    '+4930901820',
    'tel:+49-30-901820',
    'TEL: +49 30 901820',
    '<tel:+4930901820>',
    'mobile: +49 30 901820',
    'Tel. (work): +49 30 901820',
    'callto:+4930901820',
    "'+4930901820",
    '="+4930901820"',
    '"+49 30 901820",',
    '0049 30 901820;',
    '+49 30 901820.',
    '+49 30 901820 (work)',
    'Ana <+49 30 901820>',
    '+٤٩ ٣٠ ٩٠١٨٢٠',
    '＋４９　３０　９０１８２０',
    '+49 (30) 901820',
  ])('%s', (text) => expect(compactPhone(pastedPhone(text))).toBe('+4930901820'));

  test.each(['ask Bob', '+49 30 901820 ext. 5', '+49 30 901820, +49 30 901821', '(work)'])(
    '%s is not one number',
    (text) => expect(compactPhone(pastedPhone(text))).toBeNull(),
  );
});

describe('whatever is pasted', () => {
  const part = fc.constantFrom(
    'ana',
    '@',
    'example.com',
    'mailto:',
    'tel:',
    '="',
    '+49',
    '00',
    '٣',
    ' ',
    '\u200b',
    '?',
    'Tel. ',
    ...'<>()[]"\'’,;:.+!',
  );
  const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

  test('is normalized once and for all, and never grows', () => {
    fc.assert(
      fc.property(text, (typed) => {
        for (const take of [pastedEmail, pastedPhone]) {
          const taken = take(typed);
          expect(take(taken)).toBe(taken);
          expect(taken.length).toBeLessThanOrEqual(typed.length);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  // Longer text is left alone, so the work is bounded by the longest text that is read.
  test('is left alone if it is too long for an address', () => {
    for (const piece of ['<', "'", 'x@(', 'tel:', '="']) {
      const long = piece.repeat(100_000);
      expect(pastedEmail(long)).toBe(long);
      expect(compactPhone(pastedPhone(long))).toBeNull();
    }
  });
});
