import { perLocale } from './locale';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const form = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const days = {
  local: perLocale((locale) => new Intl.DateTimeFormat(locale, form)),
  UTC: perLocale((locale) => new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })),
};

/** "just now", "5 min ago", "3 h ago", "2 days ago", from a week on the date. `now` in milliseconds. */
export function relativeTime(date: Date, now: number, zone: keyof typeof days): string {
  const age = now - date.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 2 * DAY) return '1 day ago';
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} days ago`;
  return days[zone]().format(date);
}

const clock = {
  local: perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' })),
  UTC: perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })),
};

/** "3:04 PM", of a day that is known. */
export const clockTime = (date: Date, _now: number, zone: keyof typeof days): string =>
  clock[zone]().format(date);

const exact = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }),
);

/** The exact local time; not to be rendered before the page is hydrated. */
export const exactTime = (at: string): string => exact().format(new Date(at));

/** "today", "tomorrow", "in 12 days": how long until something happens. */
export function timeUntil(date: Date, now: number): string {
  const days = Math.ceil((date.getTime() - now) / DAY);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** "less than a minute", "5 min", "3 h": how much time is left until something happens. */
export function timeLeft(date: Date, now: number): string {
  const left = date.getTime() - now;
  if (left < MINUTE) return 'less than a minute';
  return left < HOUR ? `${Math.floor(left / MINUTE)} min` : `${Math.floor(left / HOUR)} h`;
}
