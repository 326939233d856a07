import { formatCount } from '@/components/text/format-count';

export type Share = 'all' | 'some' | 'none';
export type SegmentChange = 'add' | 'remove';

export function shareOf(count: number, total: number): Share {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/** The change after the next press; "some" cycles through all, none and unchanged. */
export function nextChange(share: Share, change: SegmentChange | undefined): SegmentChange | undefined {
  if (!change) return share === 'all' ? 'remove' : 'add';
  return share === 'some' && change === 'add' ? 'remove' : undefined;
}

/** "Adds VIP to 31, removes Lead from 6."; `count`: contacts in the segment, of `total`. */
export function previewOf(
  changes: readonly { title: string; change: SegmentChange; count: number }[],
  total: number,
): string {
  const parts = [...changes]
    .sort((one, other) => one.change.localeCompare(other.change))
    .map(({ title, change, count }) =>
      change === 'add'
        ? `adds ${title} to ${formatCount(total - count)}`
        : `removes ${title} from ${formatCount(count)}`,
    );
  const words = parts.join(', ');
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : 'No changes';
}
