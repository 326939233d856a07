import {
  createParser,
  type inferParserType,
  parseAsArrayOf,
  parseAsNativeArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server';
import { displayParameters, listParameters } from '@/components/data-table/list-state';
import type { Capability } from '@/components/hooks/console-operations';
import { formatDays, parseAsDay, startOfDay, toDay } from '@/components/text/days';
import { timeZone } from '@/components/text/locale';
import type { ContactInclude, ContactSort } from '@/lib/contract/contact';
import {
  addressFields,
  type ContactField,
  contactFieldInfo,
  fieldName,
  fromNames,
  partFilters,
  type SharedField,
  sharedFields,
} from '@/lib/contract/contact-fields';
import type { ContactFilter, OptionalField, RelativeDays } from '@/lib/contract/contact-filter';
import { type FieldsByName, fieldValueWords, NO_FIELDS, optionColor } from './field-words';

/** Cookie with the person's table preferences. */
export const CONTACTS_VIEW = 'contacts-view';

/** Sortable columns. */
const sortable = [
  'name',
  'email',
  'phone',
  'jobtitle',
  'company',
  'segments',
  'updatedAt',
  'createdAt',
  'redemptions',
  'lastNote',
] as const satisfies ContactSort[];

type Sort = (typeof sortable)[number] | OwnField;

function isSort(text: string): text is Sort | `-${Sort}` {
  const name = text.replace('-', '');
  return isOwnField(name) || (sortable as readonly string[]).includes(name);
}

const text = parseAsString.withDefault('');
const segmentMatches = ['any', 'all', 'none'] as const satisfies ContactFilter['segmentMatch'][];
export const optionalFields = [...addressFields, ...sharedFields] as const satisfies OptionalField[];
const isOptional = (name: string): name is OptionalName =>
  isOwnField(name) || (optionalFields as readonly string[]).includes(name);
const fields = parseAsArrayOf(
  createParser<OptionalName>({ parse: (name) => (isOptional(name) ? name : null), serialize: String }),
).withDefault([]);
/** Relative ranges of days in words. The service resolves them in the browser's time zone. */
export const relativeDays = {
  today: 'today',
  'last-7-days': 'in the last 7 days',
  'last-30-days': 'in the last 30 days',
  'this-month': 'this month',
} as const satisfies Record<RelativeDays, string>;
const relative = parseAsStringLiteral(Object.keys(relativeDays) as RelativeDays[]);

/** Days before today on which relative days begin; `null` for the first of the month. */
const daysBack = { today: 0, 'last-7-days': 6, 'last-30-days': 29, 'this-month': null } as const;

/** The day on which a filter by relative days begins, in the browser's time zone; blank for other filters. */
export function firstDay(name: FilterField, state: UrlFilter): string {
  const days = name === 'created' || name === 'updated' ? state[name] : null;
  if (!days) return '';
  return toDay(new Date().toISOString(), -(daysBack[days] ?? new Date().getDate() - 1));
}

/** URL parameters of the contact table. */
export const contactListParameters = {
  ...listParameters,
  /** Segment ids, or `none` for contacts without a segment. */
  segment: parseAsArrayOf(parseAsString).withDefault([]),
  segmentMatch: parseAsStringLiteral(segmentMatches).withDefault('any'),
  has: fields,
  lacks: fields,
  /** Companies and job titles, each in a parameter of its own, because they may contain commas. */
  ...fromNames(sharedFields, () => parseAsNativeArrayOf(parseAsString)),
  ...fromNames(partFilters, () => text),
  /** Values of own fields, `plan=pro`, and ends of ranges, `since.from=2026-01-01`. */
  own: parseAsNativeArrayOf(parseAsString),
  /** Ranges of days in the reader's time zone: relative to today, or from one day to another. */
  created: relative,
  updated: relative,
  createdFrom: parseAsDay,
  createdTo: parseAsDay,
  updatedFrom: parseAsDay,
  updatedTo: parseAsDay,
  /** Code that the contacts redeemed. */
  referralCode: text,
  doNotContact: parseAsStringLiteral(['true', 'false']),
  /** Id of the import that created or updated the contacts. */
  import: text,
  sort: createParser<Sort | `-${Sort}`>({
    parse: (text) => (isSort(text) ? text : null),
    serialize: String,
  }).withDefault('-updatedAt'),
  /** Id of the saved view that was opened. */
  view: parseAsString,
  /** Id of the segment whose rule is edited. */
  rule: parseAsString,
  ...displayParameters,
};

export type ContactListState = inferParserType<typeof contactListParameters>;

/** The filter of a page of one segment or code, whose URL can only add others. */
export type FixedFilter = Pick<UrlFilter, 'segment' | 'segmentMatch'> | Pick<UrlFilter, 'referralCode'>;

/** The filter of a segment's page. */
export const fixedSegment = (id: string): FixedFilter => ({ segment: [id], segmentMatch: 'any' });

/** Same value as in the contract, whose import would add Zod to the bundle. */
export const WITHOUT_SEGMENT = 'none';

export type UrlFilter = Omit<
  ContactListState,
  'page' | 'size' | 'sort' | 'view' | 'rule' | keyof typeof displayParameters
>;

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
    ...fromNames(sharedFields, (name) => state[name].map((value) => value.trim()).filter(Boolean)),
    ...fromNames(partFilters, (name) => state[name].trim()),
    fields: toOwnFilter(state.own),
    created: created ?? '',
    updated: updated ?? '',
    timeZone: created || updated ? timeZone() : '',
    createdFrom: startOfDay(state.createdFrom),
    createdTo: startOfDay(state.createdTo, 1),
    updatedFrom: startOfDay(state.updatedFrom),
    updatedTo: startOfDay(state.updatedTo, 1),
    referralCode: state.referralCode.trim(),
    doNotContact: state.doNotContact ?? '',
    importId: state.import,
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => Object.keys(value).length > 0));
}

/** Converts a filter back to the URL filter, with defaults for unset conditions. */
export function toUrlFilter(filter: ContactFilter): UrlFilter {
  return {
    search: filter.search ?? '',
    segment: filter.segmentId ?? [],
    segmentMatch: filter.segmentMatch ?? 'any',
    has: filter.has ?? [],
    lacks: filter.lacks ?? [],
    ...fromNames(sharedFields, (name) => [filter[name] ?? []].flat()),
    ...fromNames(partFilters, (name) => filter[name] ?? ''),
    own: Object.entries(filter.fields ?? {}).flatMap(([key, values]) =>
      [values].flat().map((value) => `${key}=${value}`),
    ),
    created: filter.created ?? null,
    updated: filter.updated ?? null,
    createdFrom: toDay(filter.createdFrom),
    createdTo: toDay(filter.createdTo, -1),
    updatedFrom: toDay(filter.updatedFrom),
    updatedTo: toDay(filter.updatedTo, -1),
    referralCode: filter.referralCode ?? '',
    doNotContact: filter.doNotContact ?? null,
    import: filter.importId ?? '',
  };
}

/** Whether the filter has days. Only the browser knows when they begin. */
export const hasDays = (state: UrlFilter): boolean =>
  [state.created, state.updated, state.createdFrom, state.createdTo, state.updatedFrom, state.updatedTo].some(
    Boolean,
  );

/** Columns that a list must be asked to include, with the operation that shows the same of one contact. */
export const includedColumns = {
  addedBy: 'listActivity',
  redemptions: 'listRedemptions',
  lastNote: 'listNotes',
} as const satisfies Record<ContactInclude, Capability>;

/** What to include for these columns, as far as the person may read it. */
export const toIncludes = (
  columns: readonly string[] | null,
  may: (operation: Capability) => boolean,
): ContactInclude[] =>
  (Object.keys(includedColumns) as ContactInclude[]).filter(
    (name) => columns?.includes(name) && may(includedColumns[name]),
  );

/** Converts the list state to the query of `listContacts`. */
export const toListQuery = (state: ContactListState, include: ContactInclude[] = []) => ({
  ...toFilter(state),
  ...(include.length > 0 && { include }),
  sort: state.sort,
  page: String(state.page),
  pageSize: String(state.size),
});

type Segments = ReadonlyMap<string, { title: string; color?: string | null }>;

export const capitalized = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

/** Names of filters, in the order of their pills. */
export const filterFields = [
  'segment',
  ...sharedFields,
  ...addressFields,
  'created',
  'updated',
  'referralCode',
  'doNotContact',
] as const;
export type FilterField = (typeof filterFields)[number] | OwnField;

/** Name of an own field in filters: `fields.plan`. */
type OwnField = `fields.${string}`;
export const isOwnField = (name: string): name is OwnField => /^fields\.[a-z]\w*$/.test(name);

/** Whether a name is that of an archived or deleted field; false while the fields load. */
export const isGoneField = (name: string, fields: FieldsByName): boolean =>
  isOwnField(name) && fields !== NO_FIELDS && fields.get(name)?.archived !== false;
type OptionalName = OptionalField | OwnField;

/** The conditions of own fields as the service takes them: values by key, and by `since.from` and `since.to`. */
function toOwnFilter(own: readonly string[]): Record<string, string[]> {
  const filter: Record<string, string[]> = {};
  for (const each of own) {
    const [key = ''] = each.split('=', 1);
    const value = each.slice(key.length + 1).trim();
    if (value) (filter[key] ??= []).push(value);
  }
  return filter;
}

const isContactField = (name: FilterField): name is ContactField & FilterField => name in contactFieldInfo;

/** Name of a filter within a sentence. */
export const filterName = (name: FilterField, fields: FieldsByName): string =>
  isContactField(name)
    ? fieldName(name)
    : name === 'referralCode'
      ? 'referral code'
      : name === 'doNotContact'
        ? 'do not contact'
        : (fields.get(name)?.label ?? name);

/** One active filter in parts and in words, and the changes that remove it. */
export interface Condition {
  name: FilterField;
  /** "is", "is any of", "is empty"; blank for days. */
  operator: string;
  /** Values, segments with their color. */
  values: readonly { text: string; color?: string | null }[];
  /** "Segment is Customer" */
  words: string;
  without: Partial<UrlFilter>;
}

/** The active filters besides search, import and what is `fixed`: "Segment is Customer", "Email is empty". */
export function getConditions(
  state: UrlFilter,
  segments: Segments,
  fields = NO_FIELDS,
  fixed: object = {},
): Condition[] {
  const names = [...filterFields, ...ownNames(state)].filter((name) => !(name in fixed));
  return names.flatMap((name) =>
    toConditions(name, state, segments, fields).map(([operator, values, without]) => {
      const texts = values.map(({ text }) => text).join(', ');
      const words = [capitalized(filterName(name, fields)), operator, texts].filter(Boolean).join(' ');
      return { name, operator, values, words, without };
    }),
  );
}

/** Own fields that are filtered by, also unknown ones, so that each filter can be removed. */
const ownNames = ({ own, has, lacks }: UrlFilter): OwnField[] => [
  ...new Set(
    [...own.map((each) => `fields.${each.split(/=|\.(?:from|to)=/, 1)[0]}`), ...has, ...lacks].filter(
      isOwnField,
    ),
  ),
];

/** Parameters of own fields after their keys, with their operators. */
export const ownOperators = { from: 'is at least', to: 'is at most', contains: 'contains' } as const;

export const isShared = (name: string): name is SharedField => sharedFields.includes(name as SharedField);

type Conditions = [operator: string, values: Condition['values'], without: Partial<UrlFilter>][];

/** Operators by `segmentMatch`, for one value and for several. */
export const matchWords = {
  any: ['is', 'is any of'],
  all: ['is', 'is all of'],
  none: ['is not', 'is none of'],
} as const;

/** The active filters by one field, each with the changes that remove it. */
function toConditions(
  name: FilterField,
  state: UrlFilter,
  segments: Segments,
  fields: FieldsByName,
): Conditions {
  const { segment, referralCode, has, lacks } = state;
  const toValues = (texts: readonly string[]) => texts.filter(Boolean).map((text) => ({ text }));
  if (name === 'segment') {
    const values = segment.map((id) => {
      const { title, color } = segments.get(id) ?? { title: 'a deleted segment' };
      return id === WITHOUT_SEGMENT ? { text: 'empty' } : { text: title, ...(color && { color }) };
    });
    const operator = matchWords[state.segmentMatch][values.length > 1 ? 1 : 0];
    return values.length > 0 ? [[operator, values, { segment: [], segmentMatch: 'any' }]] : [];
  }
  if (name === 'referralCode')
    return referralCode ? [['is', toValues([referralCode]), { referralCode: '' }]] : [];
  if (name === 'doNotContact') {
    const value = state.doNotContact === 'true' ? 'yes' : 'no';
    return state.doNotContact ? [['is', toValues([value]), { doNotContact: null }]] : [];
  }
  if (name === 'created' || name === 'updated') {
    const days = state[name];
    const span = formatDays(state[`${name}From`], state[`${name}To`]);
    const conditions: Conditions = [
      ['', toValues([days ? relativeDays[days] : '']), { [name]: null }],
      ['', toValues([span]), { [`${name}From`]: '', [`${name}To`]: '' }],
    ];
    return conditions.filter(([, values]) => values.length > 0);
  }
  const field = name;
  const conditions: Conditions = [];
  if (isShared(field)) {
    const [exact, part] = [state[field], state[`${field}Contains`]];
    const operator = matchWords.any[exact.length > 1 ? 1 : 0];
    if (exact.length > 0) conditions.push([operator, toValues(exact), { [field]: [] }]);
    if (part) conditions.push(['contains', toValues([part]), { [`${field}Contains`]: '' }]);
  }
  if (isOwnField(field)) {
    const own = fields.get(field);
    const { own: all } = state;
    for (const [end, operator] of [['', ''], ...Object.entries(ownOperators)] as const) {
      const prefix = `${field.slice('fields.'.length)}${end && `.${end}`}=`;
      const values = all.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
      const without = { own: all.filter((each) => !each.startsWith(prefix)) };
      const shown = values.map((value) => ({
        text: own ? fieldValueWords(own, value) : value,
        ...optionColor(own, value),
      }));
      if (values.length > 0)
        conditions.push([operator || matchWords.any[values.length > 1 ? 1 : 0], shown, without]);
    }
  }
  const others = (list: readonly OptionalName[]) => list.filter((other) => other !== field);
  if (has.includes(field)) conditions.push(['is set', [], { has: others(has) }]);
  if (lacks.includes(field)) conditions.push(['is empty', [], { lacks: others(lacks) }]);
  return conditions;
}

/** The changes that remove all filters by a field. */
export function withoutField(name: FilterField, state: UrlFilter): Partial<UrlFilter> {
  const [first] = toConditions(name, state, new Map(), NO_FIELDS);
  if (!first) return {};
  const [, , without] = first;
  return { ...without, ...withoutField(name, { ...state, ...without }) };
}

/** The filter in words: "matching “acme” where segment is VIP"; empty without a filter. */
export function filterWords(
  filter: ContactFilter,
  segments: Segments,
  fields: FieldsByName = NO_FIELDS,
): string {
  const state = toUrlFilter(filter);
  const conditions = getConditions(state, segments, fields).map(({ name, words }) => {
    const label = filterName(name, fields);
    return label + words.slice(label.length);
  });
  return [
    state.search && `matching “${state.search}”`,
    state.import && 'of one import',
    conditions.length > 0 && `where ${conditions.join(' and ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}
