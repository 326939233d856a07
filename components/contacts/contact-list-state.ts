import { type inferParserType, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { listParameters } from '@/components/data-table/list-state';
import { formatDays, parseAsDay, startOfDay, timeZone, toDay } from '@/components/text/days';
import type { ContactSort } from '@/lib/contract/contact';
import {
  addressFields,
  type ContactField,
  contactFieldInfo,
  fieldName,
  fromNames,
  type SharedField,
  sharedFields,
  textFilters,
} from '@/lib/contract/contact-fields';
import type { ContactFilter, OptionalField, RelativeDays } from '@/lib/contract/contact-filter';

/** Cookie with the person's table preferences. */
export const CONTACTS_VIEW = 'contacts-view';

/** Sortable columns. */
const sortable = ['name', 'email', 'company', 'updatedAt'] as const satisfies ContactSort[];

const text = parseAsString.withDefault('');
const segmentMatches = ['any', 'all', 'none'] as const satisfies ContactFilter['segmentMatch'][];
export const optionalFields = [...addressFields, ...sharedFields] as const satisfies OptionalField[];
const fields = parseAsArrayOf(parseAsStringLiteral(optionalFields)).withDefault([]);
/** Relative ranges of days in words. The service resolves them in the browser's time zone. */
export const relativeDays = {
  today: 'today',
  'last-7-days': 'in the last 7 days',
  'last-30-days': 'in the last 30 days',
  'this-month': 'this month',
} as const satisfies Record<RelativeDays, string>;
const relative = parseAsStringLiteral(Object.keys(relativeDays) as RelativeDays[]);

/** URL parameters of the contact table. */
export const contactListParameters = {
  ...listParameters,
  /** Segment ids, or `none` for contacts without a segment. */
  segment: parseAsArrayOf(parseAsString).withDefault([]),
  segmentMatch: parseAsStringLiteral(segmentMatches).withDefault('any'),
  has: fields,
  lacks: fields,
  ...fromNames(textFilters, () => text),
  /** Ranges of days in the reader's time zone: relative to today, or from one day to another. */
  created: relative,
  updated: relative,
  createdFrom: parseAsDay,
  createdTo: parseAsDay,
  updatedFrom: parseAsDay,
  updatedTo: parseAsDay,
  /** Code that the contacts redeemed. */
  referralCode: text,
  /** Id of the import that created or updated the contacts. */
  import: text,
  sort: parseAsStringLiteral(sortable.flatMap((name) => [name, `-${name}`] as const)).withDefault(
    '-updatedAt',
  ),
  /** Ids of hidden columns; `null` for the person's own setting. */
  hidden: parseAsArrayOf(parseAsString),
};

export type ContactListState = inferParserType<typeof contactListParameters>;

/** The state of a list that shows one segment only, whatever its URL says about segments. */
export const withinSegment = (state: ContactListState, id: string): ContactListState => ({
  ...state,
  segment: [id],
  segmentMatch: 'any',
});

/** Same value as in the contract, whose import would add Zod to the bundle. */
export const WITHOUT_SEGMENT = 'none';

export type UrlFilter = Omit<ContactListState, 'page' | 'size' | 'sort' | 'hidden'>;

/**
 * Converts the URL filter to the filter of the API and of bulk changes: without unset conditions, and with the times at
 * which days begin in the browser.
 */
export function toFilter(state: UrlFilter): ContactFilter {
  const { segment, segmentMatch, has, lacks, created, updated } = state;
  const chosen = {
    search: state.search.trim(),
    segmentId: segment,
    segmentMatch: segment.length > 0 && segmentMatch !== 'any' ? segmentMatch : '',
    has,
    lacks,
    ...fromNames(textFilters, (name) => state[name].trim()),
    created: created ?? '',
    updated: updated ?? '',
    timeZone: created || updated ? timeZone() : '',
    createdFrom: startOfDay(state.createdFrom),
    createdTo: startOfDay(state.createdTo, 1),
    updatedFrom: startOfDay(state.updatedFrom),
    updatedTo: startOfDay(state.updatedTo, 1),
    referralCode: state.referralCode.trim(),
    importId: state.import,
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, { length }]) => length > 0));
}

/** Converts a filter back to the URL filter, with defaults for unset conditions. */
export function toUrlFilter(filter: ContactFilter): UrlFilter {
  return {
    search: filter.search ?? '',
    segment: filter.segmentId ?? [],
    segmentMatch: filter.segmentMatch ?? 'any',
    has: filter.has ?? [],
    lacks: filter.lacks ?? [],
    ...fromNames(textFilters, (name) => filter[name] ?? ''),
    created: filter.created ?? null,
    updated: filter.updated ?? null,
    createdFrom: toDay(filter.createdFrom),
    createdTo: toDay(filter.createdTo, -1),
    updatedFrom: toDay(filter.updatedFrom),
    updatedTo: toDay(filter.updatedTo, -1),
    referralCode: filter.referralCode ?? '',
    import: filter.importId ?? '',
  };
}

/** Whether the filter has days. Only the browser knows when they begin. */
export const hasDays = (state: UrlFilter): boolean =>
  [state.created, state.updated, state.createdFrom, state.createdTo, state.updatedFrom, state.updatedTo].some(
    Boolean,
  );

/** Converts the list state to the query of `listContacts`. */
export const toListQuery = (state: ContactListState) => ({
  ...toFilter(state),
  sort: state.sort,
  page: String(state.page),
  pageSize: String(state.size),
});

type Segments = ReadonlyMap<string, { title: string }>;

export const capitalized = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Names of filters, in the order of their pills. */
export const filterFields = [
  'segment',
  ...sharedFields,
  ...addressFields,
  'created',
  'updated',
  'referralCode',
] as const;
export type FilterField = (typeof filterFields)[number];

const isContactField = (name: FilterField): name is ContactField & FilterField => name in contactFieldInfo;

/** Name of a filter within a sentence. */
export const filterName = (name: FilterField): string =>
  isContactField(name) ? fieldName(name) : name === 'referralCode' ? 'referral code' : name;

/** One active filter in words, and the changes that remove it. */
export interface Condition {
  name: FilterField;
  words: string;
  without: Partial<UrlFilter>;
}

/** The active filters besides search and import: "Segment is Customer", "Email is empty". */
export function getConditions(state: UrlFilter, segments: Segments): Condition[] {
  return filterFields.flatMap((name) =>
    toConditions(name, state, segments).map(([words, without]) => ({
      name,
      words: `${capitalized(filterName(name))} ${words}`,
      without,
    })),
  );
}

export const isShared = (name: string): name is SharedField => sharedFields.includes(name as SharedField);

type Conditions = (readonly [words: string, without: Partial<UrlFilter>])[];

/** The active filters by one field in words, without its name, each with the changes that remove it. */
function toConditions(name: FilterField, state: UrlFilter, segments: Segments): Conditions {
  const { segment, referralCode, has, lacks } = state;
  if (name === 'segment')
    return segment.length > 0
      ? [[segmentFilterWords(state, segments), { segment: [], segmentMatch: 'any' }]]
      : [];
  if (name === 'referralCode') return referralCode ? [[`is ${referralCode}`, { referralCode: '' }]] : [];
  if (name === 'created' || name === 'updated') {
    const days = state[name];
    const span = formatDays(state[`${name}From`], state[`${name}To`]);
    return [
      ...(days ? [[relativeDays[days], { [name]: null }] as const] : []),
      ...(span ? [[span, { [`${name}From`]: '', [`${name}To`]: '' }] as const] : []),
    ];
  }
  const field = name;
  const conditions: Conditions = [];
  if (isShared(field)) {
    const [exact, part] = [state[field], state[`${field}Contains`]];
    if (exact) conditions.push([`is ${exact}`, { [field]: '' }]);
    if (part) conditions.push([`contains ${part}`, { [`${field}Contains`]: '' }]);
  }
  const others = (list: OptionalField[]) => list.filter((other) => other !== field);
  if (has.includes(field)) conditions.push(['is set', { has: others(has) }]);
  if (lacks.includes(field)) conditions.push(['is empty', { lacks: others(lacks) }]);
  return conditions;
}

/** The changes that remove all filters by a field. */
export function withoutField(name: FilterField, state: UrlFilter): Partial<UrlFilter> {
  return Object.assign({}, ...toConditions(name, state, new Map()).map(([, without]) => without));
}

/** The segment filter in words: "is Customer or Lead", "is not VIP", "is empty". */
function segmentFilterWords({ segment, segmentMatch }: UrlFilter, segments: Segments) {
  const titles = segment.map((id) =>
    id === WITHOUT_SEGMENT ? 'empty' : (segments.get(id)?.title ?? 'a deleted segment'),
  );
  return `${segmentMatch === 'none' ? 'is not' : 'is'} ${titles.join(segmentMatch === 'all' ? ' and ' : ' or ')}`;
}

/** The filter in words: "matching “acme” where segment is VIP"; empty without a filter. */
export function filterWords(filter: ContactFilter, segments: Segments): string {
  const state = toUrlFilter(filter);
  const conditions = getConditions(state, segments).map(
    ({ name, words }) => filterName(name) + words.slice(filterName(name).length),
  );
  return [
    state.search && `matching “${state.search}”`,
    state.import && 'of one import',
    conditions.length > 0 && `where ${conditions.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
