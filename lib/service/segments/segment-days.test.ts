import { expect, test } from 'vitest';
import { daysUntil, sumOfLatest } from './segment-days';

test('days are counted back from the number of contacts now', () => {
  const moved = [
    { day: '2026-11-26', added: 3, removed: 1 },
    { day: '2026-11-27', added: 1, removed: 0 },
  ];
  expect(daysUntil('2026-11-27', 3, 10, moved)).toEqual([
    { day: '2026-11-25', added: 0, removed: 0, count: 7 },
    { day: '2026-11-26', added: 3, removed: 1, count: 9 },
    { day: '2026-11-27', added: 1, removed: 0, count: 10 },
  ]);
});

test('months and years end where they do', () => {
  const days = daysUntil('2028-03-01', 61, 0, []).map(({ day }) => day);
  expect([days[0], days.at(-2)]).toEqual(['2028-01-01', '2028-02-29']);
});

test('more that left than there was is no count below zero', () => {
  const [before] = daysUntil('2026-11-27', 2, 1, [{ day: '2026-11-27', added: 5, removed: 0 }]);
  expect(before?.count).toBe(0);
});

test('the sum is of seven days', () => {
  const moved = ['20', '21', '27'].map((day) => ({ day: `2026-11-${day}`, added: 1, removed: 2 }));
  expect(sumOfLatest(daysUntil('2026-11-27', 30, 10, moved))).toEqual({ added: 2, removed: 4 });
});
