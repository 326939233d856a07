import { expect, it } from 'vitest';
import { nextWish, previewOf, type Share, shareOf, type Wish } from './segment-wishes';

it.each<[number, Share]>([
  [0, 'none'],
  [1, 'some'],
  [37, 'all'],
])('%i of 37 are %s', (count, share) => {
  expect(shareOf(count, 37)).toBe(share);
});

it.each<[Share, (Wish | undefined)[]]>([
  ['none', ['add', undefined]],
  ['all', ['remove', undefined]],
  ['some', ['add', 'remove', undefined]],
])('what is on %s goes on to %j', (share, wishes) => {
  let wish: Wish | undefined;
  for (const expected of wishes) {
    wish = nextWish(share, wish);
    expect(wish).toBe(expected);
  }
});

it('says what will be done, additions first', () => {
  const changes = [
    { title: 'Lead', wish: 'remove', count: 6 },
    { title: 'VIP', wish: 'add', count: 6 },
    { title: 'New', wish: 'add', count: 0 },
  ] as const;
  expect(previewOf(changes, 4312)).toBe('Adds VIP to 4,306, adds New to 4,312, removes Lead from 6.');
  expect(previewOf([], 37)).toBe('No changes');
});
