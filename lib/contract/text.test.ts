import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import { email } from './email';
import { toErrorDetails } from './error';
import { phone } from './phone';
import { characters, line, oneLine, plainName, requiredLine, time, uuid } from './text';

const messagesOf = (schema: z.ZodType, value: unknown) =>
  toErrorDetails(schema.safeParse(value).error as z.ZodError).map(({ message }) => message);

test('characters are code points, as PostgreSQL counts them', () => {
  expect(characters('Ana')).toBe(3);
  expect(characters('👩‍💻')).toBe(3);
  expect(characters('')).toBe(0);
});

describe('a line of text', () => {
  const name = line(5);

  test('is trimmed and composed; a blank one is null', () => {
    expect(name.parse(' Ana\n')).toBe('Ana');
    expect(name.parse('\u00a0Jose\u0301\u3000')).toBe('José');
    for (const blank of ['', ' ', '\t\r\n', '\u2003', null]) expect(name.parse(blank)).toBeNull();
  });

  test.each(['\u200b', ' \u2060\ufeff ', '\u0301', '\u2800\u3164', '\u202e\u200f', '\ufe0f', '\u{e0020}'])(
    'without a visible character is blank: %j',
    (text) => {
      expect(name.parse(text)).toBeNull();
      expect(email.parse(text)).toBeNull();
      expect(phone.parse(text)).toBeNull();
      expect(messagesOf(requiredLine(5, 'A title is required.'), text)).toEqual(['A title is required.']);
    },
  );

  test('is bounded in characters, after trimming', () => {
    expect(name.parse('  😀😀😀😀😀  ')).toBe('😀😀😀😀😀');
    expect(name.parse('e\u0301'.repeat(5))).toBe('ééééé');
    expect(name.parse('\u03b1\u0313\u0300\u0345'.repeat(5))).toBe('ᾂᾂᾂᾂᾂ');
    expect(messagesOf(name, '😀😀😀😀😀😀')).toEqual(['At most 5 characters.']);
  });

  // Alternating accents of two classes: sorting a million of them takes minutes.
  test.each([
    ['a line', line(200)],
    ['a required line', requiredLine(200, 'A title is required.')],
    ['an email', email],
    ['a phone number', phone],
  ])('%s that is far too long is refused before it is normalized', (_what, schema) => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(messagesOf(schema, 'a\u0301\u0316'.repeat(2_000))).toHaveLength(1);
    expect(messagesOf(schema, '+4\u0301\u0316'.repeat(2_000))).toHaveLength(1);
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
  });

  test.each(['a\u0000b', 'a\u007fb', 'a\u0086b', 'a\u001bb'])('cannot contain %j', (text) =>
    expect(messagesOf(name, text)).toEqual(['Control characters are not allowed.']),
  );

  test.each(['\ud83d', 'a\udc00', '\udc00\ud83d'])('cannot contain half a character: %j', (text) =>
    expect(messagesOf(name, text)).toEqual(['Unpaired surrogates are not allowed.']),
  );

  test.each(['Ana\tSilva', 'Ana \r\n Silva', 'Ana\n\n\tSilva', 'Ana\u0085Silva', '\tAna\u2028Silva\n'])(
    'has a space for a tab or line break: %j',
    (text) => expect(line(20).parse(text)).toBe('Ana Silva'),
  );

  test('reports all problems', () => {
    expect(messagesOf(name, 'long and\u0000 bad')).toEqual([
      'Control characters are not allowed.',
      'At most 5 characters.',
    ]);
    for (const other of [0, false, {}, ['Ana']])
      expect(messagesOf(name, other)).toEqual(['This must be text.']);
  });

  test('stays the same when parsed again', () => {
    const long = line(1000);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        const once = long.safeParse(text);
        if (once.success) expect(long.parse(once.data)).toBe(once.data);
      }),
    );
  });
});

describe('a name of something', () => {
  test.each([
    ['SPRING\u200b26', 'SPRING26'],
    ['\ufeffVIP\u00a0\u2003customers\u3000', 'VIP customers'],
    ['ＶＩＰ　２０２６', 'VIP 2026'],
    ['ｶﾞｲﾄﾞ', 'ガイド'],
    ['V\u00adI\u2060P\u200d\u034f\ufe0f', 'VIP'],
    ['VIP\t\r\ncustomers', 'VIP customers'],
    ['A\u{e0041}\u{e0042}', 'A'],
    ['\uff9e', null],
  ])('%j is %j', (typed, plain) => {
    expect(line(64, plainName).parse(typed)).toBe(plain);
  });

  test.each(['👩‍💻 Tech', '❤️', '1️⃣ First', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England', '👋🏽', 'می‌خواهم', 'क्‍ष', 'Größe 3 m²', 'Ωμέγα'])(
    '%s keeps its shape',
    (title) => expect(plainName(title)).toBe(title.normalize('NFC')),
  );

  test('stays the same when it is normalized again, and never grows', () => {
    const odd = fc.constantFrom(
      ...'aA1# \t\u00a0\u200b\u200c\u200d\ufe0f\u20e3\u0301\u0316\uffe3\uff9e\uff76\uffa0\u3164\u2800\u0647\u0915\u094d',
      '👩',
      '💻',
      '🏽',
      '🏴',
      '\u{e0067}',
      '\u{e007f}',
      '\u{10ffff}',
      '\ud800',
    );
    const text = fc.oneof(
      fc.array(odd, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    fc.assert(
      fc.property(text, (typed) => {
        for (const normalize of [plainName, oneLine]) {
          const once = normalize(typed);
          expect(normalize(once)).toBe(once);
          expect(once.length).toBeLessThanOrEqual(typed.normalize('NFC').length + typed.length);
        }
      }),
      { numRuns: 1_000, examples: [['\u0301\u094d\u200c\u0915']] },
    );
  });
});

test('a required line has at least one character', () => {
  const title = requiredLine(3, 'A title is required.');
  expect(title.parse(' VIP ')).toBe('VIP');
  for (const missing of ['  ', undefined])
    expect(messagesOf(title, missing)).toEqual(['A title is required.']);
  expect(messagesOf(title, 'VIPs')).toEqual(['At most 3 characters.']);
  expect(messagesOf(title, null)).toEqual(['This must be text.']);
});

test('a UUID is accepted in any case and lowercased', () => {
  expect(uuid.parse('0198C0DE-7A11-7000-8000-0123456789AB')).toBe('0198c0de-7a11-7000-8000-0123456789ab');
  for (const other of ['', '0198c0de7a11700080000123456789ab', '{0198c0de-7a11-7000-8000-0123456789ab}', 1])
    expect(messagesOf(uuid, other)).toHaveLength(1);
});

test('a time in JSON has milliseconds and a Z', () => {
  expect(time.safeParse('2026-01-31T09:30:00.000Z').success).toBe(true);
  for (const other of ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000+00:00', '2026-02-30T09:30:00.000Z'])
    expect(time.safeParse(other).success).toBe(false);
  // A year outside the database's range.
  expect(time.safeParse('0001-01-01T00:00:00.000Z').success).toBe(true);
  expect(messagesOf(time, '0000-12-31T23:59:59.999Z')).toEqual(['A year from 1 to 9999.']);
});
