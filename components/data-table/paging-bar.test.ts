import { expect, test } from 'vitest';
import { lastPage, pageRange } from './paging-bar';

const meta = {
  total: 130,
  totalIsExact: true,
  page: 2,
  pageSize: 50,
  totalPages: 3,
  nextCursor: null,
  previousCursor: null,
};

test.each([
  [meta, 50, '51–100 of 130', 3],
  [{ ...meta, page: 1, total: 0 }, 0, '0 of 0', 1],
  [{ ...meta, page: 100, total: 5_000, totalIsExact: false }, 50, '4,951–5,000 of 5,000+', 100],
])('pages are told by number', (given, shown, range, last) => {
  expect(pageRange(given, shown)).toBe(range);
  expect(lastPage(given)).toBe(last);
});
