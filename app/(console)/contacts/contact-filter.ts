import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { ContactListState } from './contact-list-state';

/** Value of the filter for contacts that are in no segment; with that of the contract, all of Zod would be sent. */
export const WITHOUT_SEGMENT = 'none';

/** What narrows the list, as bulk changes take it. */
export function filterOf({ search, segment }: Pick<ContactListState, 'search' | 'segment'>): ContactFilter {
  const words = search.trim();
  return { ...(words && { search: words }), ...(segment.length > 0 && { segmentId: segment }) };
}

/** What matches: "matching “acme” in VIP or without a segment"; empty where nothing is narrowed. */
export function filterWords(
  { search, segmentId = [] }: ContactFilter,
  segments: ReadonlyMap<string, { title: string }>,
): string {
  const titles = segmentId
    .filter((id) => id !== WITHOUT_SEGMENT)
    .map((id) => segments.get(id)?.title ?? 'a deleted segment');
  const within = [
    titles.length > 0 && `in ${titles.join(' or ')}`,
    segmentId.includes(WITHOUT_SEGMENT) && 'without a segment',
  ];
  const segmentsInWords = within.filter(Boolean).join(' or ');
  return [search && `matching “${search}”`, segmentsInWords].filter(Boolean).join(' ');
}
