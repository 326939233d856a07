import { expect, test } from 'vitest';
import { pageName, pageRange, pageSteps } from './page-steps';

const meta = {
  total: 130,
  totalIsExact: true,
  page: 1,
  pageSize: 50,
  totalPages: 3,
  nextCursor: 'n',
  previousCursor: null,
};

test('pages of a list whose length is known have numbers', () => {
  expect(pageSteps(meta)).toEqual({ first: null, previous: null, next: [2, 'n'], last: [3, null] });
  expect(pageRange(meta, 50)).toBe('1–50 of 130');
  const second = { ...meta, page: 2, previousCursor: 'p' };
  expect(pageSteps(second)).toEqual({
    first: [1, null],
    previous: [1, null],
    next: [3, 'n'],
    last: [3, null],
  });
  const third = { ...meta, page: 3, previousCursor: 'p', nextCursor: null };
  expect(pageSteps(third)).toEqual({ first: [1, null], previous: [2, 'p'], next: null, last: null });
  expect(pageRange(third, 30)).toBe('101–130 of 130');
});

test('of a list whose length is not known the last page is found from its end', () => {
  const long = { ...meta, total: 10_000, totalIsExact: false, totalPages: 200 };
  expect(pageSteps(long).last).toEqual([1, 'last']);
  const last = { ...long, previousCursor: 'p', nextCursor: null };
  expect(pageSteps(last)).toEqual({ first: [1, null], previous: [1, 'p'], next: null, last: null });
  expect([pageName(long), pageName(last)]).toEqual(['page 1', 'last page']);
  expect(pageRange(last, 50)).toBe('Last 50 of 10,000+');
  const before = { ...last, nextCursor: 'n' };
  expect(pageSteps(before)).toMatchObject({ next: [1, 'n'], last: [1, 'last'] });
  expect(pageRange(before, 50)).toBe('50 of 10,000+');
});

test('behind the end there is a way back', () => {
  const behind = { ...meta, page: 5, nextCursor: null };
  expect(pageSteps(behind)).toMatchObject({ first: [1, null], previous: [4, null], next: null });
  expect(pageRange(behind, 0)).toBe('0 of 130');
});
