import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { email, normalizeEmail } from './email';
import { toErrorDetails } from './error';

describe('spellings of one address are equal', () => {
  test.each([
    ['ana@example.com', 'ana@example.com'],
    ['  Ana.Silva@EXAMPLE.com\n', 'ana.silva@example.com'],
    ["o'brien+news@mail.example.co.uk", "o'brien+news@mail.example.co.uk"],
    ['jürgen@BÜCHER.example', 'jürgen@xn--bcher-kva.example'],
    ['jürgen@xn--bcher-kva.example', 'jürgen@xn--bcher-kva.example'],
    ['JU\u0308RGEN@bu\u0308cher.example', 'jürgen@xn--bcher-kva.example'],
    ['ａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ana@example.com'],
    ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
    ['\u202aana@example.com\u202c', 'ana@example.com'],
    ['\ufeff\u200fana\u200b@\u2060example.com', 'ana@example.com'],
    ['İ@example.com', 'i̇@example.com'],
    ['γιαννης.παπας@example.gr', 'γιαννης.παπας@example.gr'],
    ['ΓΙΑΝΝΗΣ.ΠΑΠΑΣ@example.gr', 'γιαννης.παπας@example.gr'],
    ['γιαννησ.παπασ2@example.gr', 'γιαννης.παπασ2@example.gr'],
    ['Σ.Σίσυφος+Σ@example.gr', 'σ.σίσυφος+σ@example.gr'],
    ['straße@example.com', 'straße@example.com'],
    ['STRAẞE@example.com', 'straße@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is %j', (typed, stored) => expect(normalizeEmail(typed)).toBe(stored));

  test('normalizing is idempotent', () => {
    const local = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const domain = fc.oneof(
      fc.domain(),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((label) => `${label}.example`),
    );
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const once = normalizeEmail(`${name}@${host}`);
        fc.pre(once !== null);
        expect(normalizeEmail(once)).toBe(once);
        expect(normalizeEmail(` ${once.toUpperCase()} `)).toBe(normalizeEmail(once.toUpperCase()));
      }),
      { numRuns: 500 },
    );
  });

  test('every letter equals its capital, at any position', () => {
    const apart = (letter: string) =>
      [`a${letter}.a${letter}${letter}a+${letter}1`, `${letter}.${letter}`].some((local) => {
        const small = normalizeEmail(`${local}@b.example`);
        return small !== normalizeEmail(`${local.toUpperCase()}@b.example`);
      });
    const letters = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code));
    const parted = letters.filter((letter) => /\p{Changes_When_Uppercased}/u.test(letter) && apart(letter));
    // Except letters whose capital is several letters; the last ones are Greek letters with iota subscript.
    const iotas = parted.filter((letter) => letter.normalize('NFD').includes('\u0345'));
    expect(parted.filter((letter) => !iotas.includes(letter)).join('')).toBe('ßıᲀᲁᲂᲃᲄᲅᲆᲇᲈ');
  });

  test('ASCII addresses are only lowercased', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const once = normalizeEmail(address);
        fc.pre(once !== null);
        expect(once).toBe(address.toLowerCase());
        expect(normalizeEmail(address.toUpperCase())).toBe(once);
      }),
    );
  });
});

test.each([
  'ana',
  '@example.com',
  'ana@',
  'ana@example',
  'ana@@example.com',
  'ana silva@example.com',
  '.ana@example.com',
  'ana.@example.com',
  'a..b@example.com',
  'ana@-example.com',
  'ana@exa_mple.com',
  'ana@example..com',
  'ana@127.0.0.1',
  'ana@[127.0.0.1]',
  'ana@2130706433',
  'ana@example.com/path',
  'ana@user:secret@example.com',
  'ana@example.com:25',
  'ana@%65xample.com',
  'ana@exa\u0000mple.com',
  'a\u0000na@example.com',
  'a\ud800na@example.com',
  'ana@exa\ud800mple.com',
  'Ana Silva <ana@example.com>',
  "'ana@example.com",
  'mailto:ana@example.com',
  'ana@example.com,',
  'ana@example.com.',
  'ana@example.com, ben@example.com',
  `${'a'.repeat(65)}@example.com`,
  `${'ü'.repeat(33)}@example.com`,
  `ana@${'a'.repeat(64)}.com`,
  `ana@${'a.'.repeat(130)}com`,
  `${'a'.repeat(64)}@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.example`,
])('%j is not an address', (text) => expect(normalizeEmail(text)).toBeNull());

test('a blank counts as no address, and anything but text is refused', () => {
  for (const blank of ['', '  ', '\t', null]) expect(email.parse(blank)).toBeNull();
  for (const other of [1, true, [], {}])
    expect(toErrorDetails(email.safeParse(other).error as never)).toEqual([
      { path: '', message: 'This must be text.' },
    ]);
  for (const text of ['ana', 'not an email', 'ana@', 'ana@@example.com'])
    expect(toErrorDetails(email.safeParse(text).error as never)).toEqual([
      { path: '', message: 'This is not a valid email address.' },
    ]);
});

test.each([
  ['Ana <ana@example.com>', '“<”'],
  ['mailto:ana@example.com', '“:”'],
  ["'ana@example.com", "“'”"],
  ['ana@example.com;', '“;”'],
  ['ana@example.com.', '“.”'],
  ['ana silva@example.com', 'a space'],
  ['ana\u0000@example.com', 'U+0000'],
  ['ana@exa_mple.com', '“_”'],
])('names the character of %j that it refuses', (text, named) => {
  expect(toErrorDetails(email.safeParse(text).error as never)[0]?.message).toBe(
    `This is not a valid email address: ${named} is not allowed.`,
  );
});
