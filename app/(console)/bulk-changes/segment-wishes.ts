import { formatCount } from '@/components/data-table/format-count';

/** How many of some contacts are in a segment. */
export type Share = 'all' | 'some' | 'none';
/** What is to become of a segment: all of the contacts are added to it or removed from it. */
export type Wish = 'add' | 'remove';

export function shareOf(count: number, total: number): Share {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/** The wish after the next press: what is on some goes on to all, to none and back to as it is. */
export function nextWish(share: Share, wish: Wish | undefined): Wish | undefined {
  if (!wish) return share === 'all' ? 'remove' : 'add';
  return share === 'some' && wish === 'add' ? 'remove' : undefined;
}

interface Change {
  title: string;
  wish: Wish;
  /** Of `total` contacts, how many are in it. */
  count: number;
}

/** What will be done, before it is: "Adds VIP to 31, removes Lead from 6." */
export function previewOf(changes: readonly Change[], total: number): string {
  const parts = [...changes]
    .sort((one, other) => one.wish.localeCompare(other.wish))
    .map(({ title, wish, count }) =>
      wish === 'add'
        ? `adds ${title} to ${formatCount(total - count)}`
        : `removes ${title} from ${formatCount(count)}`,
    );
  const words = parts.join(', ');
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : 'No changes';
}
