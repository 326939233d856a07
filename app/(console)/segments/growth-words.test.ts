import { expect, it } from 'vitest';
import { toLinePath } from './chart-line';
import { growthWords } from './growth-words';

it.each([
  [{ added: 41, removed: 3 }, '+41 −3', '+41 in 7 days, −3'],
  [{ added: 1_204, removed: 0 }, '+1,204', '+1,204 in 7 days'],
  [{ added: 0, removed: 3 }, '−3', '−3 in 7 days'],
  [{ added: 0, removed: 0 }, '', 'No change in 7 days'],
])('%j in words', (moved, short, week) => {
  expect([growthWords.short(moved), growthWords.week(moved)]).toEqual([short, week]);
});

it.each([
  [[0, 5, 10], 'M0,18L48,10L96,2'],
  [[7, 7], 'M0,10L96,10'],
  [[0, 0], 'M0,18L96,18'],
  [[3], 'M0,10'],
])('%j as a line', (values, line) => {
  expect(toLinePath(values, 96, 20)).toBe(line);
});
