import { createParser } from 'nuqs/server';
import { perLocale } from './locale';

/** A formatter of days, which are midnights in UTC. */
const ofDay = (form: Intl.DateTimeFormatOptions) =>
  perLocale((locale) => new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }));

const medium = ofDay({ dateStyle: 'medium' });
const short = ofDay({ month: 'short', day: 'numeric' });
const longForm = { weekday: 'long', day: 'numeric', month: 'long' } as const;
const long = ofDay(longForm);
const longWithYear = ofDay({ ...longForm, year: 'numeric' });

/** The day of a time, or of a day such as 2026-01-31, in UTC: "Jan 31, 2026". Any other text unchanged. */
export const formatDay = (day: string): string =>
  Number.isNaN(Date.parse(day)) ? day : medium().format(new Date(day));

/** The same without the year: "Jan 31". */
export const formatShortDay = (day: string): string => short().format(new Date(day));

/** A range of days such as 2026-01-31 in words: "Jan 31, 2026 to Feb 3, 2026", "since …", "until …"; empty without any. */
export function formatDays(from: string, to: string): string {
  const [start, end] = [from, to].map(formatDay);
  if (start && end) return from === to ? start : `${start} to ${end}`;
  return start ? `since ${start}` : end ? `until ${end}` : '';
}

/** A day such as 2026-01-31 in the URL; blank for none. */
export const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
}).withDefault('');

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** When a day of the reader's begins, or one so many days `later`; blank for a blank one. Only the browser knows. */
export function startOfDay(day: string, later = 0): string {
  if (!isDay(day)) return '';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The reader's day of a time, or one so many days `later`; blank for no time. */
export function toDay(time = '', later = 0): string {
  if (time === '') return '';
  const at = new Date(time);
  const day = new Date(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate() + later));
  return day.toISOString().slice(0, 10);
}

/** A day as a heading: "Today", "Yesterday", "Saturday, January 31", with the year if it is not that of `today`. */
export function formatDayHeading(day: string, today: string): string {
  if (day === today) return 'Today';
  const date = new Date(day);
  if (Date.parse(today) - date.getTime() === 24 * 60 * 60 * 1000) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? long() : longWithYear()).format(date);
}

/** Whose days they are: "Europe/Berlin". */
export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
