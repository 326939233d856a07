import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';
import { normalizeText } from './normalize-text';

test.each([
  ['Søren ØSTERGÅRD', 'soren ostergard'],
  ['Strauß STRAUSS ẞ', 'strauss strauss ss'],
  ['Æsir Œuvre Łódź Đặng Þór Ħal', 'aesir oeuvre lodz dang thor hal'],
  ['İstanbul ıŞIK', 'istanbul isik'],
  ['O’Brien oʻbrien O´Brien o`brien OʼBRIEN', 'obrien obrien obrien obrien obrien'],
  ['Anna‑Maria Meier–Schmidt', 'anna maria meier schmidt'],
  ['ΠΑΠΑΣ παπας', 'παπασ παπασ'],
  ['٠٣٠ ५५७ ７８８', '030 557 788'],
  ['ﾀﾅｶ Ｆｕｌｌ', 'タナカ full'],
  ['مُحَمَّد عـــلي שָׁלוֹם', 'محمد علي שלום'],
])('folds %s', (text, folded) => {
  expect(normalizeText(text)).toBe(folded);
  expect(normalizeText(folded)).toBe(folded);
});

describe.each(engines)('on $name', (engine) => {
  const api = new TestApi(engine);

  test('folds each character as the program does', async () => {
    const codes = Array.from({ length: 0x1ffff }, (_, index) => index + 1).filter((code) =>
      /[^\p{Cn}\p{Co}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(String.fromCodePoint(code)),
    );
    const rows = await api.query<{ code: number; lower: string; folded: string }>(
      `select code, lower(normalize(chr(code), nfkd)) as lower, fold(chr(code)) as folded from unnest($1::int[]) code`,
      [codes],
    );
    // Node may know a newer Unicode.
    const known = rows.filter(
      ({ code, lower }) => lower === String.fromCodePoint(code).normalize('NFKD').toLowerCase(),
    );
    expect(known.length).toBeGreaterThan(codes.length - 300);
    const different = known.filter(
      ({ code, folded }) => folded !== normalizeText(String.fromCodePoint(code)),
    );
    expect(different.map(({ code }) => code.toString(16))).toEqual([]);
  });
});
