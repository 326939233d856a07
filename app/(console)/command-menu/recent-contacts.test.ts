import { expect, test } from 'vitest';
import { addRecent, parseRecent } from './recent-contacts';

const id = (last: number) => `0198c0de-7a11-7000-8000-00000000000${last}`;

test('keeps the latest ids, each once', () => {
  const ids = [1, 2, 3, 2, 4, 5, 6, 7].reduce<string[]>((all, one) => addRecent(all, id(one)), []);
  expect(ids).toEqual([7, 6, 5, 4, 2, 3].map(id));
});

test('reads only ids', () => {
  expect(parseRecent(null)).toEqual([]);
  expect(parseRecent(`${id(1)}  x <b> ${id(2)}`)).toEqual([id(1), id(2)]);
});
