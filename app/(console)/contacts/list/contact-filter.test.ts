import { expect, it } from 'vitest';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import { filterOf, filterWords, narrowingOf } from './contact-filter';

const segments = new Map([
  ['1', { title: 'VIP' }],
  ['2', { title: 'Lead' }],
]);

it('is the filter of the list, without what narrows nothing', () => {
  expect(filterOf({ search: ' acme ', segment: ['1', 'none'], segmentMatch: 'any' })).toEqual({
    search: 'acme',
    segmentId: ['1', 'none'],
  });
  expect(filterOf({ search: ' ', segment: [], segmentMatch: 'none' })).toEqual({});
});

it.each([
  { search: '', segment: [], segmentMatch: 'any' },
  { search: 'acme', segment: ['1'], segmentMatch: 'any' },
  { search: '', segment: ['1', 'none'], segmentMatch: 'none' },
] as const)('of %j leads back to the same list', (list) => {
  expect(narrowingOf(filterOf({ ...list, segment: [...list.segment] }))).toEqual(list);
});

it.each([
  [{}, ''],
  [{ search: 'acme' }, 'matching “acme”'],
  [{ segmentId: ['2', '1'] }, 'in Lead or VIP'],
  [{ search: 'acme', segmentId: ['none', '1'] }, 'matching “acme” in VIP or without a segment'],
  [{ segmentId: ['none'] }, 'without a segment'],
  [{ segmentId: ['3'] }, 'in a deleted segment'],
  [{ segmentId: ['1'], segmentMatch: 'none' }, 'not in VIP'],
  [{ search: 'acme', segmentId: ['2', '1'], segmentMatch: 'none' }, 'matching “acme” not in Lead or VIP'],
  [{ segmentId: ['none'], segmentMatch: 'none' }, 'in a segment'],
  [{ segmentId: ['none', '1'], segmentMatch: 'none' }, 'in a segment but not in VIP'],
] as const)('%j is "%s"', (filter, words) => {
  expect(filterWords(filter as ContactFilter, segments)).toBe(words);
});
