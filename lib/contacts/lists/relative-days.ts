import type { RelativeDays } from '@/lib/contract/contact-filter';

const DAY = 86_400_000;

interface Days {
  created?: RelativeDays | undefined;
  updated?: RelativeDays | undefined;
  timeZone?: string | undefined;
  createdFrom?: string | undefined;
  updatedFrom?: string | undefined;
}

/** Converts a query's relative days to times, in UTC without a time zone. If a time is given too, the later one counts. */
export function resolveDays<Query extends Days>(
  { created, updated, timeZone, ...query }: Query,
  now = new Date(),
): Omit<Query, 'created' | 'updated' | 'timeZone'> {
  /** The later of the given time and the beginning of the days. */
  const from = (days: RelativeDays | undefined, given: string | undefined) => {
    const times = [given, days && startOfDays(days, timeZone ?? 'UTC', now)].filter(
      (time) => time !== undefined,
    );
    return times.sort().at(-1);
  };
  const [createdFrom, updatedFrom] = [from(created, query.createdFrom), from(updated, query.updatedFrom)];
  return { ...query, ...(createdFrom && { createdFrom }), ...(updatedFrom && { updatedFrom }) };
}

/** The beginning of the first of these days in the time zone, as ISO 8601 in UTC. */
export function startOfDays(days: RelativeDays, timeZone: string, now: Date): string {
  // Swedish dates are written as in ISO 8601: 2026-01-31 09:30:00.
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** The local time, parsed as if it were UTC. */
  const local = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}Z`);
  const today = new Date(local(now.getTime()));
  const back = { today: 0, 'last-7-days': 6, 'last-30-days': 29, 'this-month': today.getUTCDate() - 1 }[days];
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - back);
  // Clocks may change at midnight: try the offsets before and after, and take the earliest time that falls on the day.
  const starts = [first - DAY, first + DAY].map((near) => first - (local(near) - near));
  return new Date(Math.min(...starts.filter((time) => local(time) >= first))).toISOString();
}
