import { describe, expect, test } from 'vitest';
import { byTitleKey, isDuplicateTitle, titleKey } from './title-key';

describe('titles of one segment', () => {
  test.each([
    ['VIP', ' vip '],
    ['ΦΊΛΟΣ', 'φίλος'],
    ['İZMİR', 'i\u0307zmi\u0307r'],
    ['GROẞ', 'groß'],
    ['ǅungla', 'ǆungla'],
    ['E\u0301t\u00e9', 'été'],
    ['VIP\u200b', 'vip'],
    ['ＶＩＰ　Ａ', 'VIP\u00a0a'],
  ])('%s and %s', (one, other) => expect(isDuplicateTitle(one, other)).toBe(true));

  test.each([
    ['Groß', 'Gross'],
    ['Été', 'Ete'],
    ['Izmir', 'İzmir'],
  ])('not %s and %s', (one, other) => expect(isDuplicateTitle(one, other)).toBe(false));
});

test('of stored duplicates, the plain title is found', () => {
  const stored = [
    { id: 1, title: 'VIP' },
    { id: 2, title: 'VIP\u200b' },
    { id: 3, title: 'Lead\u200b' },
  ];
  for (const segments of [stored, [...stored].reverse()]) {
    expect(byTitleKey(segments).get(titleKey('vip'))?.id).toBe(1);
    expect(byTitleKey(segments).get(titleKey('Lead'))?.id).toBe(3);
  }
});
