import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { listParameters } from '@/components/data-table/list-state';
import type { ContactFilter } from '@/lib/contract/bulk-change';
import type { ContactSort } from '@/lib/contract/contact';

/** Cookie with the person's table preferences. */
export const CONTACTS_VIEW = 'contacts-view';

/** Sortable columns. */
const sortable = ['name', 'email', 'company', 'updatedAt'] as const satisfies ContactSort[];

/** URL parameters of the contact table. */
export const contactListParameters = {
  ...listParameters,
  /** Ids, and `none` for contacts without a segment. */
  segment: parseAsArrayOf(parseAsString).withDefault([]),
  /** Whether the segments include or exclude. */
  segmentMatch: parseAsStringLiteral(['any', 'none']).withDefault('any'),
  /** A code that the contacts redeemed. */
  referralCode: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(sortable.flatMap((name) => [name, `-${name}`] as const)).withDefault(
    '-updatedAt',
  ),
};

export type ContactListState = inferParserType<typeof contactListParameters>;

/** Same as in the contract, which would add Zod to the bundle. */
export const WITHOUT_SEGMENT = 'none';

/** The filter, as the API and bulk changes take it. */
export function filterOf({ search, segment, segmentMatch, referralCode }: ContactListState): ContactFilter {
  const [words, code] = [search.trim(), referralCode.trim()];
  return {
    ...(words && { search: words }),
    ...(segment.length > 0 && { segmentId: segment }),
    ...(segment.length > 0 && segmentMatch === 'none' && { segmentMatch }),
    ...(code && { referralCode: code }),
  };
}

/** The list state of a filter. */
export function narrowingOf(filter: ContactFilter) {
  const { search = '', segmentId = [], segmentMatch = 'any', referralCode = '' } = filter;
  return { search, segment: segmentId, segmentMatch, referralCode };
}

/** The GET /contacts query of a filter. */
export function filterSearch(filter: ContactFilter): URLSearchParams {
  const { search, segmentId = [], segmentMatch, referralCode } = filter;
  return new URLSearchParams([
    ...(search ? [['search', search]] : []),
    ...segmentId.map((id) => ['segmentId', id]),
    ...(segmentMatch ? [['segmentMatch', segmentMatch]] : []),
    ...(referralCode ? [['referralCode', referralCode]] : []),
  ]);
}

/** The GET /contacts query of this state. */
export function contactListSearch(state: ContactListState): URLSearchParams {
  const search = filterSearch(filterOf(state));
  search.set('sort', state.sort);
  search.set('page', String(state.page));
  search.set('pageSize', String(state.size));
  return search;
}

type Segments = ReadonlyMap<string, { title: string }>;

/** The segment filter in words: "is Customer or Lead", "is not VIP", "is empty". */
export function segmentWords(
  { segment, segmentMatch }: Pick<ContactListState, 'segment' | 'segmentMatch'>,
  segments: Segments,
) {
  const titles = segment.map((id) =>
    id === WITHOUT_SEGMENT ? 'empty' : (segments.get(id)?.title ?? 'a deleted segment'),
  );
  return `${segmentMatch === 'none' ? 'is not' : 'is'} ${titles.join(' or ')}`;
}

/** The filter in words: "matching “acme” where segment is VIP"; empty without a filter. */
export function filterWords(filter: ContactFilter, segments: Segments): string {
  const state = narrowingOf(filter);
  const conditions = [
    state.segment.length > 0 && `segment ${segmentWords(state, segments)}`,
    state.referralCode && `referral code is ${state.referralCode}`,
  ].filter(Boolean);
  return [
    state.search && `matching “${state.search}”`,
    conditions.length > 0 && `where ${conditions.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
