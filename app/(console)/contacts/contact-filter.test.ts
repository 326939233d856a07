import { expect, it } from 'vitest';
import { filterOf, filterWords } from './contact-filter';

const segments = new Map([
  ['1', { title: 'VIP' }],
  ['2', { title: 'Lead' }],
]);

it('is the filter of the list, without what narrows nothing', () => {
  expect(filterOf({ search: ' acme ', segment: ['1', 'none'] })).toEqual({
    search: 'acme',
    segmentId: ['1', 'none'],
  });
  expect(filterOf({ search: ' ', segment: [] })).toEqual({});
});

it.each([
  [{}, ''],
  [{ search: 'acme' }, 'matching “acme”'],
  [{ segmentId: ['2', '1'] }, 'in Lead or VIP'],
  [{ search: 'acme', segmentId: ['none', '1'] }, 'matching “acme” in VIP or without a segment'],
  [{ segmentId: ['none'] }, 'without a segment'],
  [{ segmentId: ['3'] }, 'in a deleted segment'],
])('%j is "%s"', (filter, words) => {
  expect(filterWords(filter, segments)).toBe(words);
});
