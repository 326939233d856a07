import { expect, it } from 'vitest';
import { findSegments, type SegmentSort } from './segment-sort';

const segments = [
  { id: '1', title: 'Customer', color: null, contactCount: 5, growth: { added: 1, removed: 3, counts: [] } },
  {
    id: '2',
    title: 'Lead',
    color: null,
    contactCount: 9,
    growth: { added: 4, removed: 0, counts: [] },
    description: 'Wrote to us',
  },
  { id: '3', title: 'VIP', color: null, contactCount: 5, growth: { added: 0, removed: 0, counts: [] } },
];

it.each<[string, SegmentSort, string]>([
  ['', 'title', '123'],
  ['', '-title', '321'],
  ['', 'contactCount', '132'],
  ['', '-contactCount', '213'],
  ['', '-growth', '231'],
  [' WROTE', 'title', '2'],
  ['nobody', 'title', ''],
])('search "%s" by %s finds %s', (search, sort, ids) => {
  expect(
    findSegments(segments, search, sort)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids);
});
