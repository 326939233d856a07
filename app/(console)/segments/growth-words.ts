import { formatCount, formatCountOf } from '@/components/text/format-count';
import type { SegmentDay } from '@/lib/contract/segment';

interface Moved {
  added: number;
  removed: number;
}

/** ["+41", "−3"], without those that are 0. */
const formatMoves = ({ added, removed }: Moved): string[] => [
  ...(added > 0 ? [`+${formatCount(added)}`] : []),
  ...(removed > 0 ? [`−${formatCount(removed)}`] : []),
];

export const growthWords = {
  /** "+41 −3"; blank without changes. */
  short: (moved: Moved): string => formatMoves(moved).join(' '),
  /** "+41 in 7 days, −3" */
  week(moved: Moved): string {
    const [first, second] = formatMoves(moved);
    if (!first) return 'No change in 7 days';
    return `${first} in 7 days${second ? `, ${second}` : ''}`;
  },
  /** "1,245 contacts, +41, −3" */
  onDay: (day: SegmentDay): string => [formatCountOf(day.count, 'contact'), ...formatMoves(day)].join(', '),
};
