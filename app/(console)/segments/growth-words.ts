import { formatCount, formatCountOf } from '@/components/text/format-count';
import type { SegmentDay } from '@/lib/contract/segment';

interface Moved {
  added: number;
  removed?: number;
}

/** A day of a segment, or of a code, which nothing leaves. */
export type GrowthDay = Moved & Pick<SegmentDay, 'day' | 'count'>;

/** "+41", "−3" with a minus sign; blank for 0. */
const signed = (count: number): string =>
  count === 0 ? '' : `${count > 0 ? '+' : '−'}${formatCount(Math.abs(count))}`;

/** ["+41", "−3"], without those that are 0. */
const formatMoves = ({ added, removed = 0 }: Moved): string[] =>
  [signed(added), signed(-removed)].filter((text) => text !== '');

export const growthWords = {
  /** "+41" from the first to the last of the counts; "0" without a change. */
  net: (counts: readonly number[]): string => signed((counts.at(-1) ?? 0) - (counts[0] ?? 0)) || '0',
  /** "22 contacts, +21 in 90 days" */
  range(counts: readonly number[], itemName: string): string {
    const net = growthWords.net(counts);
    const change = net === '0' ? 'no change' : net;
    return `${formatCountOf(counts.at(-1) ?? 0, itemName)}, ${change} in ${counts.length} days`;
  },
  /** "+41 −3"; "0" without changes. */
  short: (moved: Moved): string => formatMoves(moved).join(' ') || '0',
  /** "+38 this week (41 joined, 3 left)", without the parts if only some joined or only some left. */
  week({ added, removed = 0 }: Moved): string {
    if (added + removed === 0) return 'No change this week';
    const net = `${signed(added - removed) || '±0'} this week`;
    return added && removed ? `${net} (${formatCount(added)} joined, ${formatCount(removed)} left)` : net;
  },
  /** "1,245 contacts, +41, −3" */
  onDay: (day: GrowthDay, itemName: string): string =>
    [formatCountOf(day.count, itemName), ...formatMoves(day)].join(', '),
};
