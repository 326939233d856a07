import { expect, it } from 'vitest';
import { toAxis, toLinePath } from './chart-line';
import { growthWords } from './growth-words';

it.each([
  [{ added: 41, removed: 3 }, '+41 −3', '+38 this week (41 joined, 3 left)'],
  [{ added: 3, removed: 3 }, '+3 −3', '±0 this week (3 joined, 3 left)'],
  [{ added: 1_204, removed: 0 }, '+1,204', '+1,204 this week'],
  [{ added: 0, removed: 3 }, '−3', '−3 this week'],
  [{ added: 0, removed: 0 }, '0', 'No change this week'],
])('%j in words', (moved, short, week) => {
  expect([growthWords.short(moved), growthWords.week(moved)]).toEqual([short, week]);
});

it('sums up a month', () => {
  expect([[1, 3, 2], [5, 5], [4, 1], []].map(growthWords.net)).toEqual(['+1', '0', '−3', '0']);
});

it('sums up a range', () => {
  expect(growthWords.range([1, 22], 'contact')).toBe('22 contacts, +21 in 2 days');
  expect(growthWords.range([1, 1], 'contact')).toBe('1 contact, no change in 2 days');
});

it.each([
  [[0, 5, 10], { low: 0, high: 10 }],
  [[100, 101], { low: 95, high: 107 }],
  [[1, 22], { low: 0, high: 22 }],
  [[10, 27], { low: 10, high: 28 }],
  [[1000, 1000], { low: 950, high: 1050 }],
  [[1, 1], { low: 0, high: 2 }],
  [[0, 0], { low: 0, high: 2 }],
])('%j on an axis of at least 5 %% above and below', (values, axis) => {
  expect(toAxis(values)).toEqual(axis);
});

it.each([
  [[0, 5, 10], 'M0,18L48,10L96,2'],
  [[7, 7], 'M0,10L96,10'],
  [[0, 0], 'M0,18L96,18'],
  [[3], 'M0,10'],
])('%j as a line', (values, line) => {
  expect(toLinePath(values, 96, 20)).toBe(line);
});
