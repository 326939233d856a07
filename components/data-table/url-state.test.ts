import { describe, expect, test } from 'vitest';
import { oneOf, pageNumber, readSearchParams, readUrl, text, texts, writeUrl } from './url-state';

const parameters = {
  search: text,
  segment: texts,
  sort: oneOf(['name', '-name'], 'name'),
  page: pageNumber,
  size: oneOf([25, 50], 50),
};
const byDefault = { search: '', segment: [], sort: 'name', page: 1, size: 50 };

const read = (query: string) => readUrl(parameters, new URLSearchParams(query));

describe('the state of a list in its URL', () => {
  test('nothing is the default, and the default is nothing', () => {
    expect(read('')).toEqual(byDefault);
    expect(writeUrl(parameters, read(''))).toBe('');
  });

  test('what is written is read again', () => {
    const state = { search: 'a b&c=d+é', segment: ['x', 'y'], sort: '-name', page: 3, size: 25 } as const;
    const query = writeUrl(parameters, { ...state, segment: [...state.segment] });
    expect(query).toBe('search=a+b%26c%3Dd%2B%C3%A9&segment=x&segment=y&sort=-name&page=3&size=25');
    expect(read(query)).toEqual(state);
  });

  test.each(['sort=email', 'page=0', 'page=-1', 'page=1.5', 'page=x', 'page=9999999999', 'size=26', 'size='])(
    '%s is as if it were not there',
    (query) => expect(read(query)).toEqual(byDefault),
  );

  test('a page is given one value or many', () => {
    expect(readSearchParams(parameters, { search: 'a', segment: 'x', page: '2', other: 'y' })).toEqual({
      ...byDefault,
      search: 'a',
      segment: ['x'],
      page: 2,
    });
    expect(readSearchParams(parameters, { search: ['a', 'b'], segment: ['x', 'y'] })).toEqual({
      ...byDefault,
      search: 'a',
      segment: ['x', 'y'],
    });
  });
});
