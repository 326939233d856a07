import type { SegmentDay } from '@/lib/contract/segment';

/** Contacts that were added to and removed from a segment on a day. */
export type Moved = Omit<SegmentDay, 'count'>;

const DAY = 24 * 60 * 60 * 1000;
/** Days that `sumOfLatest` adds up. */
const LATEST = 7;

/**
 * The days until `today`, oldest first, each with contacts added and removed, and their number, counted back from the
 * number now (at least 0).
 */
export function daysUntil(today: string, days: number, count: number, moved: Moved[]): SegmentDay[] {
  const byDay = new Map(moved.map((one) => [one.day, one]));
  const found: SegmentDay[] = [];
  let left = count;
  for (let ago = 0; ago < days; ago++) {
    const day = new Date(Date.parse(today) - ago * DAY).toISOString().slice(0, 10);
    const { added, removed } = byDay.get(day) ?? { added: 0, removed: 0 };
    // What is undone twice, such as a restored contact of an undone import, leads below zero, as does activity that was
    // removed or never recorded.
    found.push({ day, added: Math.max(added, 0), removed: Math.max(removed, 0), count: left });
    left = Math.max(left - added + removed, 0);
  }
  return found.reverse();
}

/** Contacts added and removed within the last seven days. */
export function sumOfLatest(days: SegmentDay[]): { added: number; removed: number } {
  const latest = days.slice(-LATEST);
  const sum = (name: 'added' | 'removed') => latest.reduce((total, day) => total + day[name], 0);
  return { added: sum('added'), removed: sum('removed') };
}
