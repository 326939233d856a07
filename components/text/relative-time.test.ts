import { expect, it } from 'vitest';
import { relativeTime, timeLeft, timeUntil } from './relative-time';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const before = (milliseconds: number) => new Date(now - milliseconds);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

it('says how long ago in the largest unit that fits', () => {
  const say = (milliseconds: number) => relativeTime(before(milliseconds), now, 'UTC');
  expect(say(-5_000)).toBe('just now');
  expect(say(59_999)).toBe('just now');
  expect(say(MINUTE)).toBe('1 min ago');
  expect(say(HOUR - 1)).toBe('59 min ago');
  expect(say(3 * HOUR)).toBe('3 h ago');
  expect(say(DAY)).toBe('1 day ago');
  expect(say(6 * DAY)).toBe('6 days ago');
  expect(say(7 * DAY)).toBe('Mar 3');
  expect(say(100 * DAY)).toBe('Nov 30, 2025');
});

it('says how long until', () => {
  expect(timeUntil(before(DAY), now)).toBe('less than a day');
  expect(timeUntil(new Date(now + HOUR), now)).toBe('1 day');
  expect(timeUntil(new Date(now + 29.5 * DAY), now)).toBe('30 days');
});

it('says how much time is left', () => {
  const say = (milliseconds: number) => timeLeft(before(-milliseconds), now);
  expect([-MINUTE, 5_000, MINUTE, HOUR - 1, HOUR, DAY].map(say)).toEqual([
    'less than a minute',
    'less than a minute',
    '1 min',
    '59 min',
    '1 h',
    '24 h',
  ]);
});
