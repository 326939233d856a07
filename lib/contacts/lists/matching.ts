import {
  ASSIGNED,
  assignedOf,
  type ContactFilter,
  isNamed,
  isSpan,
  isUpTo,
  MISSING,
  redeemedOf,
  redemptionsOf,
  searchOf,
  type ValueFilter,
  valuesOf,
} from './contact-filter';

/** Contacts of a segment or with a code that are read one by one, beside another filter. */
const FEW = 15_000;
/** Contacts found first, which are looked up in order of id. */
const SORTED_BY_ID = 40_000;
/** Up to so many contacts are looked up in a segment; for more it is hashed. */
const LOOKED_UP = 2_000;
/** With a code, whether a contact `c` comes after those that are looked up: most pages are full before, without a hash. */
const BEYOND = 'c.place > 10000';
/** Contacts of a segment that are passed for each one found, which cost about as much as to look it up. */
const MERGED = 15;
/** Distinct companies or job titles that are compared with text, which takes some milliseconds. */
const FEW_KEYS = 300;

/** Whether most contacts have what it asks for: some values. */
const isWide = (filter: ContactFilter): boolean =>
  !isNamed(filter) && !filter.phrases?.length && !filter.values.lacks?.length && !isSpan(filter.values);

/**
 * SQL for the selected contacts, found by indexes; `columns` of a contact `c`, unordered. A search for somebody's
 * whole email or phone finds only that contact; if nobody has it, all texts are searched. `areFew` if a counter says so.
 */
export function matching(
  filter: ContactFilter,
  columns: string,
  parameter: (value: unknown) => string,
  areFew = false,
): string {
  const { address, referralCode, terms, values } = filter;
  const isSearch = searches(filter);
  const isNamedSearch = searches({ ...filter, phrases: [] });
  const hasValues = valuesOf(values, () => '') !== '';
  const isTested = filter.segmentIds.length > 0 || filter.without || Boolean(referralCode);
  // As the index of searches says it, and none of a list, which the planner prefers for an organization that the statistics do
  // not know.
  const isLive =
    terms.length > 0 && !hasValues
      ? '(c.deleted_at is null or num_nulls(c.deleted_at) = 1)'
      : 'c.deleted_at is null';
  const live = `from contacts c where c.organization_id = $1 and ${isLive}`;
  // No contact is in two of these; as one condition, the planner could not join.
  const among = (searched: string) =>
    segmentsOf(filter, parameter)
      .flatMap(({ assigned, condition, isUnassigned }) => {
        const hasOthers = searched !== '' || hasValues;
        const others = () => searched + valuesOf(values, parameter);
        /** Those that SQL finds, of which some pass the tests of other tables. */
        const passing = (found: string, ordered = BY_ID) => {
          const redeemed = redeemedOf(filter, parameter);
          const tested = `select c.* from ${ordered} c where true${condition(IS_MANY)}${redeemed}`;
          const collected = (all: string, more = '') =>
            `select * from (with found as materialized (${found})${more} ${all}) c`;
          if (!assigned || filter.segmentIds.length !== 1) return collected(tested);
          const merging = `, merging as materialized (select f.count <= ${SORTED_BY_ID}
            and ${isUpTo(`f.count * ${MERGED}`, filter.segmentIds, parameter)} as merges
            from (select count(*) from (select from found limit ${SORTED_BY_ID + 1}) f) f)`;
          const merges = '(select merges from merging)';
          const ofSegment = `select s.contact_id as id from contact_segments s where ${merges} and ${assigned()}`;
          const merged = inBoth(`select * from found where ${merges}`, ofSegment, redeemed, 'c.*');
          return collected(`${merged} union all ${tested} and not ${merges}`, merging);
        };
        /** Found by the other conditions, then looked for in segments and among those with the code. */
        const found = (which = ''): string[] => {
          const { first, second, rest, isById } = partsOf(values);
          const selects = (part: ValueFilter) => `select c.id ${live}${valuesOf(part, parameter)}`;
          /** Contacts are read last: those that have passed all that indexes know of their ids. */
          const read = (passed: string, unread: ValueFilter) => {
            const conditions = valuesOf(unread, parameter);
            return conditions
              ? `select p.id from (${passed}) p cross join lateral (
                  select from contacts c where c.organization_id = $1 and c.id = p.id${conditions} offset 0) c`
              : passed;
          };
          const inOne = (some: string) =>
            isSearch && isTested && columns !== 'c.*'
              ? passing(`select ${columns} ${live}${others()}${some}`)
              : `select ${columns} ${live}${others()}${condition()}${redeemedOf(filter, parameter)}${some}`;
          // An export reads on by id, which nothing may collect before.
          if (columns !== 'c.id' || isNamedSearch) return [inOne(which)];
          if (isSearch) {
            const { isFew, keys, column, left } = containedIn(values, parameter);
            return [
              read(
                passing(`select c.id from unnest(array(${keys})) k (key) cross join lateral (
                  select c.id ${live} and c.${column} = k.key offset 0) c where ${isFew}${which}`),
                left,
              ),
              inOne(` and not ${isFew}${which}`),
            ];
          }
          if (!isTested && first && second)
            return [read(inBoth(selects(first), selects(second), which), rest)];
          // All of several segments are joined by the planner, several times as fast as by tests of each contact.
          if (!isTested || !first || (filter.all && filter.segmentIds.length > 1)) return [inOne(which)];
          const left = { ...rest, lacks: [...(second?.lacks ?? []), ...(rest.lacks ?? [])] };
          if (assigned && isById && filter.segmentIds.length === 1)
            return [
              read(
                inBoth(
                  selects(first),
                  `select s.contact_id as id from contact_segments s where ${assigned()}`,
                  redeemedOf(filter, parameter) + which,
                ),
                left,
              ),
            ];
          return second
            ? [read(passing(inBoth(selects(first), selects(second), which), 'found'), rest)]
            : [read(passing(selects(first) + which), left)];
        };
        /** Each in no segment, read for the other conditions. */
        const unassigned = () => `select ${columns} from (${merged(
          'select c.id from contacts c where c.organization_id = $1 and c.deleted_at is null',
          'select s.contact_id as id from contact_segments s where s.organization_id = $1',
          'num_nulls(c.id) = 0 and num_nulls(o.id) = 1',
        )} offset 0) n cross join lateral (
          select * from contacts c where c.organization_id = $1 and c.id = n.id offset 0) c where true${others()}${redeemedOf(filter, parameter)}`;
        /** Each of the segment or with the code, read for the other conditions. */
        const each = (which: string) => {
          const ids = referralCode
            ? `select c.id from (select d.contact_id as id, row_number() over () as place ${redemptionsOf(referralCode, parameter)}) c
                where true${condition(isNamed(filter) ? BEYOND : undefined)}`
            : `select s.contact_id as id from contact_segments s where ${assigned?.()}${onceOf(filter, parameter)}`;
          return `select ${columns} from (${ids} offset 0) s
            cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = s.id offset 0) c
            where ${which} and c.deleted_at is null${others()}`;
        };
        if (isUnassigned && hasValues && isWide(filter)) return [unassigned()];
        if (!assigned && !referralCode) return found();
        if (areFew || (hasOthers ? isWide(filter) : referralCode)) return [each('true')];
        // Whatever the statistics say, not all that is found is compared with all of the segment.
        const isSmall = referralCode
          ? `(select count(*) <= ${FEW} from (select ${redemptionsOf(referralCode, parameter)} limit ${FEW + 1}) d)`
          : isUpTo(FEW, filter.segmentIds, parameter);
        return [each(isSmall), ...found(` and not ${isSmall}`)];
      })
      .join(' union all ');
  if (!address) return among(searchOf(filter, parameter, 'indexed'));
  const known = searchOf({ ...address, terms: [] }, parameter, 'indexed');
  const unknown = searchOf(filter, parameter, 'indexed');
  return `${among(known)} union all ${among(`${unknown} and not exists (select ${live}${known})`)}`;
}

const searches = ({ terms, phrases = [], email, phone }: ContactFilter): boolean =>
  terms.length + phrases.length > 0 || Boolean(email || phone);

/** Whether so many are `found` that a segment is hashed for them. */
const IS_MANY = `(select count(*) > ${LOOKED_UP} from (select from found limit ${LOOKED_UP + 1}) f)`;

/**
 * SQL for what a search has `found`, in order of id as far as it costs no more than a moment: look-ups in that order read
 * neighboring pages. The rest is only found if it is needed. OFFSET keeps a segment from being hashed for each of both.
 */
const BY_ID = `(select * from (select * from (select * from (select * from found limit ${SORTED_BY_ID}) f order by f.id offset 0) f
  union all select * from (select * from found offset ${SORTED_BY_ID}) f) f offset 0)`;

/** A condition on assignments `s` that a contact in several of the segments meets by one of them. */
const onceOf = ({ segmentIds }: ContactFilter, parameter: (value: unknown) => string): string =>
  segmentIds.length > 1
    ? ` and not exists (select from contact_segments e where e.organization_id = $1 and e.contact_id = s.contact_id
        and e.segment_id = any(${parameter(segmentIds)}::uuid[]) and e.segment_id < s.segment_id offset 0)`
    : '';

/**
 * SQL for contacts `c` that some find and others, `o`, do or do not, in order of id: a merge of two indexes, or a hash. A full
 * join is never a nested loop, whatever the statistics say.
 */
const merged = (some: string, others: string, which: string, columns = 'c.id'): string =>
  `select ${columns} from (${some} order by id offset 0) c full join (${others} order by id offset 0) o on o.id = c.id where ${which}`;

/** SQL for the contacts that both have found. */
const inBoth = (some: string, others: string, which: string, columns?: string): string =>
  merged(some, others, `num_nulls(c.id, o.id) = 0${which}`, columns);

/**
 * A company or job title that contains text, as SQL for the few values that an organization has of it: whether they are
 * few, those that contain the text, and what is left of the filter.
 */
function containedIn(values: ValueFilter, parameter: (value: unknown) => string) {
  const { companyContains, jobtitleContains, ...others } = values;
  const [column, text, left] = companyContains
    ? (['company_key', { companyContains }, { ...others, jobtitleContains }] as const)
    : (['jobtitle_key', { jobtitleContains }, others] as const);
  const next = (which: string) => `(select c.${column} from contacts c
    where c.organization_id = $1 and c.deleted_at is null${which} order by c.${column} limit 1)`;
  const keys = `with recursive keys(${column}) as (${next('')} union all
    select ${next(` and c.${column} > k.${column}`)} from keys k where k.${column} is not null)`;
  return {
    isFew: `(${keys} select count(*) <= ${FEW_KEYS} from (select from keys limit ${FEW_KEYS + 1}) c)`,
    keys: `${keys} select c.${column} from (select * from keys limit ${FEW_KEYS}) c where true${valuesOf(text, parameter)}`,
    column,
    left,
  };
}

/** Where companies that contain text begin in a list by company, as an SQL condition on a contact `c`. */
export function containingFrom(
  { companyContains }: ValueFilter,
  isDescending: boolean,
  parameter: (value: unknown) => string,
): string {
  if (!companyContains) return '';
  const { isFew, keys, column } = containedIn({ companyContains }, parameter);
  const [comparison, end, edge] = isDescending ? ['<=', 'max', MISSING] : ['>=', 'min', "''"];
  return ` and c.${column} ${comparison} coalesce((select ${end}(${column}) from (${keys}) c where ${isFew}), ${edge})`;
}

/** The values that one index finds, those that another one has in order of id, too, and the rest. */
function partsOf(values: ValueFilter): {
  first?: ValueFilter;
  second?: ValueFilter;
  rest: ValueFilter;
  isById?: boolean;
} {
  const { company, jobtitle, importId, createdFrom, createdTo, updatedFrom, updatedTo, lacks, ...others } =
    values;
  const named = { company, jobtitle, importId };
  const created = { createdFrom, createdTo };
  const updated = { updatedFrom, updatedTo };
  const given = Object.values(named).filter(Boolean).length;
  if (given > 0)
    return {
      first: named,
      rest: { ...others, ...created, ...updated, lacks },
      isById: given === 1 && !importId,
    };
  if (createdFrom || createdTo) return { first: created, rest: { ...others, ...updated, lacks } };
  if (updatedFrom || updatedTo) return { first: updated, rest: { ...others, lacks } };
  // Probably fewest first.
  const [one, another, ...more] = (['email', 'company', 'jobtitle', 'phone'] as const).filter((field) =>
    lacks?.includes(field),
  );
  if (!one) return { rest: others };
  const first = { first: { lacks: [one] }, isById: true };
  return another
    ? { ...first, second: { lacks: [another] }, rest: { ...others, lacks: more } }
    : { ...first, rest: others };
}

/**
 * Mutually exclusive conditions on a contact `c`, of which it must meet one; `assigned` if that is one on its
 * assignments `s`, which several may meet, `isUnassigned` if it is that there are none.
 */
function segmentsOf(
  filter: ContactFilter,
  parameter: (value: unknown) => string,
): { condition: (isMany?: string) => string; assigned?: () => string; isUnassigned?: boolean }[] {
  const { segmentIds, without, all, others, referralCode, values } = filter;
  const [segmentId, ...more] = segmentIds;
  // What is searched for is a part of the contacts, which are looked up one by one, whatever the statistics say.
  const isSearched = searches(filter) || referralCode;
  const isPart = isSearched || valuesOf(values, () => '');
  if (isPart && (others || (without && !segmentId)))
    return [
      { condition: (isMany) => ` and ${assignedOf(filter, parameter, isMany)}`, isUnassigned: !others },
    ];
  const ofContact = `${ASSIGNED} and s.contact_id = c.id`;
  const wanted = () =>
    more.length === 0 ? `${parameter(segmentId)}::uuid` : `any(${parameter(segmentIds)}::uuid[])`;
  if (others) {
    const inSome = ` and exists (${ofContact})`;
    if (!segmentId) return [{ condition: () => inSome }];
    const among = `s.segment_id = ${wanted()}`;
    // Most contacts may be in the segments: grouped, assignments come in order of id, so that the planner merges both
    // instead of looking up each.
    const grouped = without
      ? `c.id in (${ASSIGNED} group by s.contact_id having not bool_or(${among}))`
      : `not exists (select from (${ASSIGNED} and ${among} group by s.contact_id) s where s.contact_id = c.id)`;
    return [{ condition: () => ` and ${grouped}` }];
  }
  const inSegment = (id: string) => ` and c.id in (${ASSIGNED} and s.segment_id = ${parameter(id)}::uuid)`;
  if (all && without && segmentId) return [{ condition: () => ' and false' }];
  if (all && more.length > 0)
    return [
      {
        condition: (isMany) =>
          isSearched ? ` and ${assignedOf(filter, parameter, isMany)}` : segmentIds.map(inSegment).join(''),
      },
    ];
  const unassigned = {
    condition: () => ` and not exists (${ofContact}${isPart ? ' offset 0' : ''})`,
    isUnassigned: true,
  };
  if (!segmentId) return [without ? unassigned : { condition: () => '' }];
  const assigned = () => `s.organization_id = $1 and s.segment_id = ${wanted()}`;
  const condition = (isMany?: string) =>
    isPart
      ? ` and ${assignedOf({ ...filter, without: false }, parameter, isMany)}`
      : ` and c.id in (select s.contact_id from contact_segments s where ${assigned()})`;
  return [{ assigned, condition }, ...(without ? [unassigned] : [])];
}

/**
 * SQL for redemptions `d` of a code and their contacts `c`, joined by the same index whatever the statistics
 * say. With `after`, in id order after that contact, or from the first.
 */
export function redeemedBy(
  code: string,
  parameter: (value: unknown) => string,
  after?: string | null,
): string {
  const behind = after ? ` and d.contact_id > ${after}` : '';
  const ordered = after === undefined ? '' : ' order by d.contact_id';
  return `(select d.contact_id ${redemptionsOf(code, parameter)}${behind}${ordered}
      offset 0) d cross join lateral (
        select * from contacts c where c.organization_id = $1 and c.id = d.contact_id offset 0) c`;
}
