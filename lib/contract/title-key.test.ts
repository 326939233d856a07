import { describe, expect, test } from 'vitest';
import { isDuplicateTitle } from './title-key';

describe('titles of one segment', () => {
  test.each([
    ['VIP', ' vip '],
    ['ΦΊΛΟΣ', 'φίλος'],
    ['İZMİR', 'i\u0307zmi\u0307r'],
    ['GROẞ', 'groß'],
    ['ǅungla', 'ǆungla'],
    ['E\u0301t\u00e9', 'été'],
  ])('%s and %s', (one, other) => expect(isDuplicateTitle(one, other)).toBe(true));

  test.each([
    ['Groß', 'Gross'],
    ['Été', 'Ete'],
    ['Izmir', 'İzmir'],
  ])('not %s and %s', (one, other) => expect(isDuplicateTitle(one, other)).toBe(false));
});
