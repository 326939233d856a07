import { expect, test } from 'vitest';
import { formatDayHeading } from './days';

test('names a day as a heading', () => {
  const heading = (day: string) => formatDayHeading(day, '2026-03-01');
  expect(heading('2026-03-01')).toBe('Today');
  expect(heading('2026-02-28')).toBe('Yesterday');
  expect(heading('2026-02-27')).toBe('Friday, February 27');
  expect(heading('2025-12-31')).toBe('Wednesday, December 31, 2025');
});
