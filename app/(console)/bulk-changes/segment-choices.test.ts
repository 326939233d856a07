import { expect, it } from 'vitest';
import { formatPreview, getShare, nextChange, type SegmentChange, type Share } from './segment-choices';

it.each<[number, Share]>([
  [0, 'none'],
  [1, 'some'],
  [37, 'all'],
])('%i of 37 are %s', (count, share) => {
  expect(getShare(count, 37)).toBe(share);
});

it.each<[Share, (SegmentChange | undefined)[]]>([
  ['none', ['add', undefined]],
  ['all', ['remove', undefined]],
  ['some', ['add', 'remove', undefined]],
])('from %s, presses cycle through %j', (share, chosen) => {
  let change: SegmentChange | undefined;
  for (const expected of chosen) {
    change = nextChange(share, change);
    expect(change).toBe(expected);
  }
});

it('previews additions first', () => {
  const changes = [
    { title: 'Lead', change: 'remove', count: 6 },
    { title: 'VIP', change: 'add', count: 6 },
    { title: 'New', change: 'add', count: 0 },
  ] as const;
  expect(formatPreview(changes, 4312)).toBe('Adds VIP to 4,306, adds New to 4,312, removes Lead from 6.');
  expect(formatPreview([], 37)).toBe('No changes');
});
