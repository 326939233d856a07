import { expect, test } from 'vitest';
import { relativeDays } from '@/lib/contract/contact-filter';
import { resolveDays, startOfDays } from './relative-days';

test.each([
  ['Europe/Berlin', '2026-03-31T22:30:00Z', ['03-31T22:00', '03-25T23:00', '03-02T23:00', '03-31T22:00']],
  ['America/New_York', '2026-03-31T22:30:00Z', ['03-31T04:00', '03-25T04:00', '03-02T05:00', '03-01T05:00']],
  ['Pacific/Auckland', '2026-06-30T12:00:00Z', ['06-30T12:00', '06-24T12:00', '06-01T12:00', '06-30T12:00']],
  ['UTC', '2026-01-01T00:00:00Z', ['01-01T00:00', '2025-12-26T00:00', '2025-12-03T00:00', '01-01T00:00']],
])('days begin in %s, %s', (timeZone, now, expected) => {
  const starts = relativeDays.map((days) => startOfDays(days, timeZone, new Date(now)));
  expect(starts.map((time) => time.replace(/^2026-/, '').slice(0, -8))).toEqual(expected);
});

// Clocks go from 23:59 to 1:00, from 0:59 to 0:00 and from 23:59 to 23:00; Samoa skipped a day.
test.each([
  ['Africa/Cairo', '2026-04-24T09:00:00Z', '2026-04-23T22:00'],
  ['America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00'],
  ['America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00'],
  ['Asia/Beirut', '2026-10-25T12:00:00Z', '2026-10-24T22:00'],
  ['Asia/Amman', '2021-10-29T12:00:00Z', '2021-10-28T21:00'],
  ['Pacific/Apia', '2011-12-31T09:00:00Z', '2011-12-30T10:00'],
])('a day begins in %s where its clocks change', (timeZone, now, expected) => {
  expect(startOfDays('today', timeZone, new Date(now)).slice(0, -8)).toBe(expected);
});

test('a query keeps the later of two times, and all else', () => {
  const now = new Date('2026-05-05T12:00:00Z');
  const query = { search: 'a', created: 'today' as const, updated: 'this-month' as const };
  expect(resolveDays({ ...query, createdFrom: '2026-05-05T06:00:00.000Z' }, now)).toEqual({
    search: 'a',
    createdFrom: '2026-05-05T06:00:00.000Z',
    updatedFrom: '2026-05-01T00:00:00.000Z',
  });
  expect(resolveDays({}, now)).toEqual({});
});
