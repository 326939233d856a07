import type { Segment } from '@/lib/contract/segment';

export const segmentSorts = (['title', 'contactCount', 'growth', 'createdAt'] as const).flatMap(
  (name) => [name, `-${name}`] as const,
);
export type SegmentSort = (typeof segmentSorts)[number];

const net = ({ growth }: Segment): number => (growth ? growth.added - growth.removed : 0);
const orders = {
  // The API returns segments by title.
  title: () => 0,
  contactCount: (one: Segment, other: Segment) => (one.contactCount ?? 0) - (other.contactCount ?? 0),
  growth: (one: Segment, other: Segment) => net(one) - net(other),
  createdAt: (one: Segment, other: Segment) => (one.createdAt ?? '').localeCompare(other.createdAt ?? ''),
};

/** Finds the segments with `search` in title or description, and sorts them; equal ones by title, as they are given. */
export function findSegments(segments: readonly Segment[], search: string, sort: SegmentSort): Segment[] {
  const words = search.trim().toLowerCase();
  const found = segments.filter(({ title, description }) =>
    `${title}\n${description ?? ''}`.toLowerCase().includes(words),
  );
  if (sort === '-title') return found.reverse();
  const order = orders[sort.replace('-', '') as keyof typeof orders];
  return found.toSorted((one, other) => (sort.startsWith('-') ? order(other, one) : order(one, other)));
}
