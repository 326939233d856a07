import { createParser } from 'nuqs/server';
import { perLocale } from './locale';

/** A formatter of days, which are dates at midnight UTC. */
const ofDay = (form: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }));

const medium = ofDay({ dateStyle: 'medium' });
const short = ofDay({ month: 'short', day: 'numeric' });
const longForm = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const long = ofDay(longForm);
const longWithYear = ofDay({ ...longForm, year: 'numeric' });

/** Formats a day such as 2026-01-31, or the UTC day of a time: "Jan 31, 2026". Returns other text unchanged. */
export const formatDay = (day: string): string =>
  Number.isNaN(Date.parse(day)) ? day : medium().format(new Date(day));

/** Formats a day without the year: "Jan 31". */
export const formatShortDay = (day: string): string => short().format(new Date(day));

/** Formats a range of days such as 2026-01-31: "Jan 31, 2026 to Feb 3, 2026", "since …", "until …"; blank without days. */
export function formatDays(from: string, to: string): string {
  const [start, end] = [from, to].map(formatDay);
  if (start && end) return from === to ? start : `${start} to ${end}`;
  return start ? `since ${start}` : end ? `until ${end}` : '';
}

/** Parses a day such as 2026-01-31 in the URL; blank if absent. */
export const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
}).withDefault('');

/** Whether the text is an existing day as in 2026-01-31. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** ISO time at which a day, or the one `later` days after it, begins in the browser's time zone; blank for no day. */
export function startOfDay(day: string, later = 0): string {
  if (!isDay(day)) return '';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The day of a time in the browser's time zone, or the one `later` days after it; blank for no time. */
export function toDay(time = '', later = 0): string {
  if (time === '') return '';
  const at = new Date(time);
  const day = new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate() + later));
  return day.toISOString().slice(0, 10);
}

/** A day as a heading: "Today", "Yesterday", "Saturday, January 31", with the year if it differs from that of `today`. */
export function formatDayHeading(day: string, today: string): string {
  if (day === today) return 'Today';
  const date = new Date(day);
  if (Date.parse(today) - date.getTime() === 24 * 60 * 60 * 1000) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? long() : longWithYear()).format(date);
}

/** The browser's time zone: "Europe/Berlin". */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
