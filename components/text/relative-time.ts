import { formatCountOf } from './format-count';
import { perDates, sharedTimeZone } from './locale';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formatters in the time zone of days, and in the one that server and browser agree on. */
const inZones = (form: Intl.DateTimeFormatOptions) => ({
  local: perDates(form),
  UTC: perDates(form, sharedTimeZone),
});
const days = inZones({ dateStyle: 'medium' });
const daysOfYear = inZones({ month: 'short', day: 'numeric' });

/**
 * "just now", also for the future, "5 min ago", "3 h ago", "2 days ago"; the date after a week, without the year if it is the
 * current one. `now` in milliseconds.
 */
export function relativeTime(date: Date, now: number, zone: keyof typeof days): string {
  const age = now - date.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 2 * DAY) return '1 day ago';
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} days ago`;
  const isThisYear = date.getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? daysOfYear : days)[zone]().format(date);
}

const clock = inZones({ timeStyle: 'short' });

/** The time of day: "3:04 PM". */
export const clockTime = (date: Date, _now: number, zone: keyof typeof days): string =>
  clock[zone]().format(date);

const exact = perDates({ dateStyle: 'long', timeStyle: 'medium' });

/** The exact local time. Render it only after hydration: the server does not know the time zone. */
export const exactTime = (at: string): string => exact().format(new Date(at));

/** Days of 24 hours until a date, rounded up: "12 days"; "less than a day" once it has passed. `now` in milliseconds. */
export function timeUntil(date: Date, now: number): string {
  const days = Math.ceil((date.getTime() - now) / DAY);
  return days <= 0 ? 'less than a day' : formatCountOf(days, 'day');
}

/** Time left until a date: "less than a minute", "5 min", "3 h". `now` in milliseconds. */
export function timeLeft(date: Date, now: number): string {
  const left = date.getTime() - now;
  if (left < MINUTE) return 'less than a minute';
  return left < HOUR ? `${Math.floor(left / MINUTE)} min` : `${Math.floor(left / HOUR)} h`;
}
