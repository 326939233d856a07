import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatDay, formatDayHeading, startOfDay, toDay } from './days';
import { provideReader, type Reader, setDates } from './locale';
import { relativeTime } from './relative-time';

test('names a day as a heading', () => {
  const heading = (day: string) => formatDayHeading(day, '2026-03-01');
  expect(heading('2026-03-01')).toBe('Today');
  expect(heading('2026-02-28')).toBe('Yesterday');
  expect(heading('2026-02-27')).toBe('Friday, February 27');
  expect(heading('2025-12-31')).toBe('Wednesday, December 31, 2025');
});

describe('the settings of an organization', () => {
  const reader: Reader = { locale: 'en-US' };
  beforeAll(() => provideReader(() => reader));
  afterAll(() => provideReader(() => undefined));

  test.each([
    ['en-US', 'Jan 31, 2026', 'Mar 3'],
    ['en-GB', '31 Jan 2026', '3 Mar'],
    ['en-CH numeric', '31.01.2026', '03.03.2026'],
    ['en-SE numeric', '2026-01-31', '2026-03-03'],
    [null, 'Jan 31, 2026', 'Mar 3'],
  ])('write days as in %s', (dateFormat, day, time) => {
    setDates({ timeZone: 'Pacific/Auckland', dateFormat });
    expect(formatDay('2026-01-31')).toBe(day);
    const now = Date.parse('2026-03-20T12:00:00Z');
    // In UTC it is still March 2.
    expect(relativeTime(new Date('2026-03-02T12:00:00Z'), now, 'UTC')).toBe(time);
  });

  test.each([
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z'],
    // Clocks skip midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-31', '2026-01-30T18:30:00.000Z'],
  ])('begin a day in %s', (timeZone, day, expected) => {
    setDates({ timeZone, dateFormat: null });
    expect(startOfDay(day)).toBe(expected);
    expect(toDay(expected)).toBe(day);
    expect(toDay(expected, -1)).toBe(toDay(startOfDay(day, -1)));
  });
});
