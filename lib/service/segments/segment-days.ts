import type { SegmentDay } from '@/lib/contract/segment';

/** A day on which contacts came or left. */
export type Moved = Omit<SegmentDay, 'count'>;

const DAY = 24 * 60 * 60 * 1000;
/** Days of the short sum. */
const LATEST = 7;

/** The days until `today`, oldest first, counted back from the number of contacts now. */
export function daysUntil(today: string, days: number, count: number, moved: Moved[]): SegmentDay[] {
  const byDay = new Map(moved.map((one) => [one.day, one]));
  const found: SegmentDay[] = [];
  let left = count;
  for (let ago = 0; ago < days; ago++) {
    const day = new Date(Date.parse(today) - ago * DAY).toISOString().slice(0, 10);
    const { added, removed } = byDay.get(day) ?? { added: 0, removed: 0 };
    found.push({ day, added, removed, count: left });
    // Activity that was removed or never recorded leaves a remainder.
    left = Math.max(left - added + removed, 0);
  }
  return found.reverse();
}

/** Who came and left within the last seven days. */
export function sumOfLatest(days: SegmentDay[]): { added: number; removed: number } {
  const latest = days.slice(-LATEST);
  const sum = (name: 'added' | 'removed') => latest.reduce((total, day) => total + day[name], 0);
  return { added: sum('added'), removed: sum('removed') };
}
