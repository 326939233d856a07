import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { listParameters } from '@/components/data-table/list-state';
import { formatDays, parseAsDay, startOfDay, toDay } from '@/components/text/days';
import type { ContactSort } from '@/lib/contract/contact';
import type { ContactFilter, OptionalField } from '@/lib/contract/contact-filter';

/** Cookie with the person's table preferences. */
export const CONTACTS_VIEW = 'contacts-view';

/** Sortable columns. */
const sortable = ['name', 'email', 'company', 'updatedAt'] as const satisfies ContactSort[];

const text = parseAsString.withDefault('');
const segmentMatches = ['any', 'all', 'none'] as const satisfies ContactFilter['segmentMatch'][];
export const optionalFields = ['email', 'phone', 'company', 'jobtitle'] as const satisfies OptionalField[];
const fields = parseAsArrayOf(parseAsStringLiteral(optionalFields)).withDefault([]);

/** URL parameters of the contact table. */
export const contactListParameters = {
  ...listParameters,
  /** Ids, and `none` for contacts without a segment. */
  segment: parseAsArrayOf(parseAsString).withDefault([]),
  segmentMatch: parseAsStringLiteral(segmentMatches).withDefault('any'),
  has: fields,
  lacks: fields,
  company: text,
  /** Days of the reader's. */
  createdFrom: parseAsDay,
  createdTo: parseAsDay,
  updatedFrom: parseAsDay,
  updatedTo: parseAsDay,
  /** A code that the contacts redeemed. */
  referralCode: text,
  sort: parseAsStringLiteral(sortable.flatMap((name) => [name, `-${name}`] as const)).withDefault(
    '-updatedAt',
  ),
  /** Ids of hidden columns; `null`: those of the person. */
  hidden: parseAsArrayOf(parseAsString),
};

export type ContactListState = inferParserType<typeof contactListParameters>;

/** Same as in the contract, which would add Zod to the bundle. */
export const WITHOUT_SEGMENT = 'none';

export type FilterState = Omit<ContactListState, 'page' | 'size' | 'sort' | 'hidden'>;

/** The filter, as the API and bulk changes take it. */
export function toFilter(state: FilterState): ContactFilter {
  const { segment, segmentMatch, has, lacks } = state;
  const chosen = {
    search: state.search.trim(),
    segmentId: segment,
    segmentMatch: segment.length > 0 && segmentMatch !== 'any' ? segmentMatch : '',
    has,
    lacks,
    company: state.company.trim(),
    createdFrom: startOfDay(state.createdFrom),
    createdTo: startOfDay(state.createdTo, 1),
    updatedFrom: startOfDay(state.updatedFrom),
    updatedTo: startOfDay(state.updatedTo, 1),
    referralCode: state.referralCode.trim(),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, { length }]) => length > 0));
}

/** The list state of a filter. */
export function toFilterState(filter: ContactFilter): FilterState {
  return {
    search: filter.search ?? '',
    segment: filter.segmentId ?? [],
    segmentMatch: filter.segmentMatch ?? 'any',
    has: filter.has ?? [],
    lacks: filter.lacks ?? [],
    company: filter.company ?? '',
    createdFrom: toDay(filter.createdFrom),
    createdTo: toDay(filter.createdTo, -1),
    updatedFrom: toDay(filter.updatedFrom),
    updatedTo: toDay(filter.updatedTo, -1),
    referralCode: filter.referralCode ?? '',
  };
}

/** Whether it is about days, whose beginning only the browser knows. */
export const hasDays = ({ createdFrom, createdTo, updatedFrom, updatedTo }: FilterState): boolean =>
  `${createdFrom}${createdTo}${updatedFrom}${updatedTo}` !== '';

/** The query of `listContacts` of this state. */
export const contactListQuery = (state: ContactListState) => ({
  ...toFilter(state),
  sort: state.sort,
  page: String(state.page),
  pageSize: String(state.size),
});

type Segments = ReadonlyMap<string, { title: string }>;

export const capitalized = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** One active filter: in words, and the state without it. */
export interface Condition {
  name: string;
  words: string;
  without: Partial<FilterState>;
}

/** The active filters beside the search: "Segment is Customer", "Email is empty". */
export function getConditions(state: FilterState, segments: Segments): Condition[] {
  const { segment, company, referralCode } = state;
  const conditions: Condition[] = [];
  const add = (name: string, words: string, without: Condition['without']) =>
    conditions.push({ name, words: `${capitalized(name)} ${words}`, without });
  if (segment.length > 0) add('segment', segmentWords(state, segments), { segment: [], segmentMatch: 'any' });
  for (const field of optionalFields)
    for (const [name, words] of [
      ['has', 'is set'],
      ['lacks', 'is empty'],
    ] as const)
      if (state[name].includes(field))
        add(field, words, { [name]: state[name].filter((other) => other !== field) });
  if (company) add('company', `is ${company}`, { company: '' });
  for (const name of ['created', 'updated'] as const) {
    const words = formatDays(state[`${name}From`], state[`${name}To`]);
    if (words) add(name, words, { [`${name}From`]: '', [`${name}To`]: '' });
  }
  if (referralCode) add('referral code', `is ${referralCode}`, { referralCode: '' });
  return conditions;
}

/** The segment filter in words: "is Customer or Lead", "is not VIP", "is empty". */
function segmentWords({ segment, segmentMatch }: FilterState, segments: Segments) {
  const titles = segment.map((id) =>
    id === WITHOUT_SEGMENT ? 'empty' : (segments.get(id)?.title ?? 'a deleted segment'),
  );
  return `${segmentMatch === 'none' ? 'is not' : 'is'} ${titles.join(segmentMatch === 'all' ? ' and ' : ' or ')}`;
}

/** The filter in words: "matching “acme” where segment is VIP"; empty without a filter. */
export function filterWords(filter: ContactFilter, segments: Segments): string {
  const state = toFilterState(filter);
  const conditions = getConditions(state, segments).map(({ name, words }) => name + words.slice(name.length));
  return [
    state.search && `matching “${state.search}”`,
    conditions.length > 0 && `where ${conditions.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
