const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const inWords = (day: string): string => (Number.isNaN(Date.parse(day)) ? day : format.format(new Date(day)));

/** A range of days such as 2026-01-31 in words: "Jan 31, 2026 to Feb 3, 2026", "since …", "until …"; empty without any. */
export function daysInWords(from: string, to: string): string {
  const [start, end] = [from, to].map(inWords);
  if (start && end) return from === to ? start : `${start} to ${end}`;
  return start ? `since ${start}` : end ? `until ${end}` : '';
}
