import { createParser } from 'nuqs/server';
import { perDates, perLocale, timeZone } from './locale';

/** A formatter of days, which are dates at midnight UTC. */
const ofDay = (form: Intl.DateTimeFormatOptions) => perDates(form, () => 'UTC');

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

/** Days and clocks of a time zone, as 2026-01-31 and 2026-01-31 23:59:59. */
const isoDay = perLocale((zone) => new Intl.DateTimeFormat('sv', { timeZone: zone }), timeZone);
const isoClock = perLocale(
  (zone) => new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
  timeZone,
);

/** The day `later` days after one such as 2026-01-31. */
function addDays(day: string, later: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + later);
  return date.toISOString().slice(0, 10);
}

/** ISO time at which a day, or the one `later` days after it, begins in the time zone of days; blank for no day. */
export function startOfDay(day: string, later = 0): string {
  if (!isDay(day)) return '';
  const wanted = addDays(day, later);
  const midnight = Date.parse(wanted);
  // The clock differs from UTC by the zone's offset, which may change between the two times.
  const shift = (at: number) => midnight - (Date.parse(`${isoClock().format(at).replace(' ', 'T')}Z`) - at);
  const first = shift(midnight);
  const second = shift(first);
  // Where clocks skip midnight, the day begins later.
  return new Date(isoDay().format(second) === wanted ? second : first).toISOString();
}

/** The day of a time in the time zone of days, or the one `later` days after it; blank for no time. */
export const toDay = (time = '', later = 0): string =>
  time === '' ? '' : addDays(isoDay().format(new Date(time)), later);

/** A day as a heading: "Today", "Yesterday", "Saturday, January 31", with the year if it differs from that of `today`. */
export function formatDayHeading(day: string, today: string): string {
  if (day === today) return 'Today';
  const date = new Date(day);
  if (Date.parse(today) - date.getTime() === 24 * 60 * 60 * 1000) return 'Yesterday';
  return (day.slice(0, 4) === today.slice(0, 4) ? long() : longWithYear()).format(date);
}
