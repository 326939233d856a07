import type { ErrorDetail } from '@/lib/contract/error';
import type { FieldDefinition, FieldType, FieldValues } from '@/lib/contract/field';
import { containedSpellings, parseFieldValue } from '@/lib/contract/field-value';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { toFieldKey } from '../field-values';
import { normalizeText } from './normalize-text';
import { containing } from './search-terms';

/** What a filter asks of own fields: by key, as in the contract, and among `has` and `lacks`. */
export interface FieldFilter {
  fields?: Record<string, string[]> | undefined;
  has?: readonly string[] | undefined;
  lacks?: readonly string[] | undefined;
  sort?: string | undefined;
}

export type FieldCondition =
  | { is: 'in'; contained: string[] }
  | { is: 'id'; key: string; values: string[] }
  | { is: 'range'; operator: '>=' | '<='; key: string; type: 'date' | 'number'; value: string }
  | { is: 'contains'; key: string; text: string }
  | { is: 'present' | 'missing'; key: string }
  /** Matches nobody: the field is archived or deleted since, or the value is none. */
  | { is: 'none' };

export const NOBODY: FieldCondition = { is: 'none' };

const listLiveFields = scoped<FieldDefinition>(
  'list_live_fields',
  'select key, type, options from fields where organization_id = $1 and archived_at is null',
);

/** The organization's fields that are not archived, by key. */
export const readLiveFields = async (
  context: RequestContext,
): Promise<ReadonlyMap<string, FieldDefinition>> =>
  new Map((await listLiveFields(context)).map((field) => [field.key, field]));

const NO_FIELD = 'There is no such field.';
const PART = /^(.*)\.(from|to|contains)$/;
const TEXTS: readonly FieldType[] = ['text', 'link', 'id'];

/** Converts what a filter asks of own fields to conditions, with a problem for each that matches nobody. */
export async function resolveFieldFilter(
  context: RequestContext,
  { fields = {}, has = [], lacks = [], sort = '' }: FieldFilter,
): Promise<{ conditions: FieldCondition[]; problems: ErrorDetail[] }> {
  const sortKey = toFieldKey(sort.replace('-', ''));
  const isAsked =
    [...Object.keys(fields), ...[...has, ...lacks].filter((name) => toFieldKey(name)), ...(sortKey ?? [])]
      .length > 0;
  if (!isAsked) return { conditions: [], problems: [] };
  return toFieldConditions(await readLiveFields(context), { fields, has, lacks, sort });
}

/** The same with the organization's fields that are not archived. */
export function toFieldConditions(
  live: ReadonlyMap<string, FieldDefinition>,
  { fields = {}, has = [], lacks = [], sort = '' }: FieldFilter,
): { conditions: FieldCondition[]; problems: ErrorDetail[] } {
  const conditions: FieldCondition[] = [];
  const problems: ErrorDetail[] = [];
  const add = (path: string, condition: FieldCondition | { message: string }) => {
    if ('is' in condition) conditions.push(condition);
    else problems.push({ path, message: condition.message });
  };
  for (const [name, values] of Object.entries(fields)) add(`fields.${name}`, toCondition(live, name, values));
  for (const [list, names, is] of [
    ['has', has, 'present'],
    ['lacks', lacks, 'missing'],
  ] as const)
    for (const [index, name] of names.entries()) {
      const key = toFieldKey(name);
      if (key !== null) add(`${list}.${index}`, live.has(key) ? { is, key } : { message: NO_FIELD });
    }
  const sortKey = toFieldKey(sort.replace('-', ''));
  if (sortKey !== null && !live.has(sortKey)) problems.push({ path: 'sort', message: NO_FIELD });
  if (problems.length > 0) conditions.push(NOBODY);
  return { conditions, problems };
}

/** The condition of one parameter: `plan` for its values, `since.from` and `since.to` for a range, `plan.contains` for a part. */
function toCondition(
  live: ReadonlyMap<string, FieldDefinition>,
  name: string,
  values: string[],
): FieldCondition | { message: string } {
  const [, key = name, end] = PART.exec(name) ?? [];
  const field = live.get(key);
  if (!field) return { message: NO_FIELD };
  const contained: string[] = [];
  const ids: string[] = [];
  if (end === 'contains') {
    const [text = ''] = values;
    if (!TEXTS.includes(field.type)) return { message: 'Only texts, links and ids contain text.' };
    if (values.length > 1) return { message: 'One value.' };
    const folded = normalizeText(text);
    return folded.trim()
      ? { is: 'contains', key, text: folded }
      : { message: 'Enter the value to look for.' };
  }
  for (const given of values) {
    const parsed = parseFieldValue(field, given);
    if (parsed.message !== undefined) return { message: parsed.message };
    if (parsed.value === null) return { message: 'Enter the value to look for.' };
    if (field.type === 'id' && !end) ids.push(String(parsed.value));
    else if (!end) contained.push(...containedSpellings(field, parsed.value));
    else if (field.type !== 'date' && field.type !== 'number')
      return { message: 'Only dates and numbers have ranges.' };
    else if (values.length > 1) return { message: 'One value.' };
    else {
      const operator = end === 'from' ? '>=' : '<=';
      return { is: 'range', operator, key, type: field.type, value: String(parsed.value) };
    }
  }
  return field.type === 'id' ? { is: 'id', key, values: ids } : { is: 'in', contained };
}

/** SQL: a condition on the own fields of contact `c`. Values of other organizations may be of other types. */
export function fieldConditionSql(condition: FieldCondition, parameter: (value: unknown) => string): string {
  switch (condition.is) {
    case 'none':
      return 'false';
    case 'in':
      if (condition.contained.length === 0) return 'false';
      return `c.fields @@ ${parameter(condition.contained.map(toPath).join(' || '))}::jsonpath`;
    // Also as a former id. An array keeps the planner from a join.
    case 'id':
      return `c.id = any(array(select coalesce(m.merged_into, m.id) from contact_ids i
        join contacts m on m.organization_id = $1 and m.id = i.contact_id
        where i.organization_id = $1 and i.field_key = ${parameter(condition.key)} and i.held
          and i.value = any(${parameter(condition.values)}::text[])))`;
    case 'contains':
      return scanSql(
        `fold(c.fields ->> ${parameter(condition.key)}::text) like ${parameter(containing(condition.text))}`,
      );
    case 'present':
      return scanSql(`c.fields ? ${parameter(condition.key)}::text`);
    case 'missing':
      return `(c.fields ? ${parameter(condition.key)}::text) is not true`;
    case 'range': {
      const { operator, type } = condition;
      const stored = `(c.fields ->> ${parameter(condition.key)}::text)`;
      const value = `${parameter(condition.value)}::text`;
      if (type === 'date')
        return scanSql(`case when ${stored} collate "C" ${operator} ${value} then 1 end = 1`);
      const isNumber = `${stored} ~ '^-?[0-9]+([.][0-9]+)?$'`;
      return scanSql(
        `case when ${isNumber} then case when ${stored}::numeric ${operator} ${value}::numeric then 1 end end = 1`,
      );
    }
  }
}

/**
 * A JSON path that a value equals, or one of a list, from an object with one. Paths of many values are one look-up in the index; an
 * array of objects (`@> any`) is one for each, and several arrays one for each combination.
 */
const toPath = (contained: string): string =>
  Object.entries(JSON.parse(contained) as FieldValues)
    .flatMap(([key, value]) => [value].flat().map((one) => `$."${key}" == ${JSON.stringify(one)}`))
    .join(' && ');

/**
 * SQL: a condition that is compared with each contact that has own fields. The index finds these in the order of the table, which
 * takes a quarter of the time; the planner reads it for conditions that it takes for rare, as it does equality.
 */
const scanSql = (condition: string): string => `c.fields is not null and ${condition}`;
