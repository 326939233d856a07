const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "5 min ago", "3 h ago", "2 days ago", from a week on the date. `now` in milliseconds. */
export function relativeTime(date: Date, now: number, timeZone?: string): string {
  const age = now - date.getTime();
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 2 * DAY) return '1 day ago';
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} days ago`;
  return new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  }).format(date);
}

/** "today", "tomorrow", "in 12 days": how long until something happens. */
export function timeUntil(date: Date, now: number): string {
  const days = Math.ceil((date.getTime() - now) / DAY);
  if (days <= 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
