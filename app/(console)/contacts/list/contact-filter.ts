import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { ContactListState } from './contact-list-state';

/** Value of the filter for contacts that are in no segment; with that of the contract, all of Zod would be sent. */
export const WITHOUT_SEGMENT = 'none';

type Narrowing = Pick<ContactListState, 'search' | 'segment' | 'segmentMatch'>;

/** What narrows the list, as bulk changes take it. */
export function filterOf({ search, segment, segmentMatch }: Narrowing): ContactFilter {
  const words = search.trim();
  return {
    ...(words && { search: words }),
    ...(segment.length > 0 && { segmentId: segment }),
    ...(segment.length > 0 && segmentMatch === 'none' && { segmentMatch }),
  };
}

/** The list that is narrowed like that. */
export function narrowingOf({ search = '', segmentId = [], segmentMatch = 'any' }: ContactFilter): Narrowing {
  return { search, segment: segmentId, segmentMatch };
}

/** What matches: "matching “acme” in VIP or without a segment"; empty where nothing is narrowed. */
export function filterWords(
  { search, segmentId = [], segmentMatch }: ContactFilter,
  segments: ReadonlyMap<string, { title: string }>,
): string {
  const titles = segmentId
    .filter((id) => id !== WITHOUT_SEGMENT)
    .map((id) => segments.get(id)?.title ?? 'a deleted segment')
    .join(' or ');
  const without = segmentId.includes(WITHOUT_SEGMENT);
  const within =
    segmentMatch === 'none'
      ? [without && 'in a segment', titles && `not in ${titles}`].filter(Boolean).join(' but ')
      : [titles && `in ${titles}`, without && 'without a segment'].filter(Boolean).join(' or ');
  return [search && `matching “${search}”`, within].filter(Boolean).join(' ');
}
