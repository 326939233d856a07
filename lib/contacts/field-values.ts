import type { FieldDefinition, FieldValue, FieldValues } from '@/lib/contract/field';
import { parseFieldValue } from '@/lib/contract/field-value';

/** Values of the organization's own fields as a contact's row has them. */
export interface OwnValues {
  /** Absent or null if there are none. */
  custom?: FieldValues | null;
  /** Values of archived fields, which come back with them. */
  hiddenCustom?: FieldValues | null;
}

/** A field of the organization, as decisions read it. */
export interface FieldRow extends FieldDefinition {
  archived: boolean;
  /** Absent for a field that an import is about to create. */
  created_at?: string;
}

/** Values to set, by key; `null` clears. */
export type FieldChanges = Record<string, FieldValue | null>;

/** SQL: keys of the organization's archived fields. A statement computes this array once. */
export const archivedKeysSql =
  'array(select f.key from fields f where f.organization_id = $1 and f.archived_at is not null)';

/** SQL: the values of contact `c` as JSON, without those of archived fields; null without any. */
export const shownFieldsSql = `case when c.fields is not null then nullif(c.fields - ${archivedKeysSql}::text[], '{}') end`;
/** SQL: all values of contact `c`, and keys of all archived fields, as `toFieldValues` reads them. */
export const fieldValuesSql = `case when c.fields is not null then json_build_array(c.fields, ${archivedKeysSql}) end`;

/** SQL: keys of the organization's fields that search finds values of, archived ones included. Each word costs each write. */
const searchedKeysSql = "array(select f.key from fields f where f.organization_id = $1 and f.type = 'id')";
/** SQL: what search finds of own values, which the trigger `contact_keys` puts behind the rest; null without any. */
export const ownSearchTextSql = (fields: string): string =>
  `case when ${fields} is not null then own_search_text(${fields}, ${searchedKeysSql}) end`;
/** SQL: whether a match of contact `c` is in more than values of archived fields, which its `search_text` keeps. */
export const isShownMatchSql = (pattern: string): string =>
  `(c.fields is null or not c.fields ?| ${archivedKeysSql}::text[] or split_part(c.search_text, E'\\n', 1) like ${pattern}
     or own_search_text(c.fields - ${archivedKeysSql}::text[], ${searchedKeysSql}) like ${pattern})`;

/** Splits values into shown ones and those of archived fields. */
export function splitFieldValues(all: FieldValues | null, isArchived: (key: string) => boolean) {
  const entries = Object.entries(all ?? {});
  return {
    custom: orNone(entries.filter(([key]) => !isArchived(key))),
    hiddenCustom: orNone(entries.filter(([key]) => isArchived(key))),
  };
}

/** Reads what `fieldValuesSql` gives. */
export const toFieldValues = ([all, archived]: [all: FieldValues, archived: string[]]) =>
  archived.some((key) => key in all)
    ? splitFieldValues(all, (key) => archived.includes(key))
    : { custom: all };

/** All values of a contact, those of archived fields included, as its row has them; `null` without any. */
export const allFieldValues = ({ custom, hiddenCustom }: OwnValues): FieldValues | null =>
  hiddenCustom ? { ...hiddenCustom, ...custom } : (custom ?? null);

const orNone = (entries: [string, FieldValue][]): FieldValues | null =>
  entries.length > 0 ? Object.fromEntries(entries) : null;

export const isSameValue = (one: FieldValue | null, other: FieldValue | null): boolean =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other));

/** Values after changes: the same object if none differs, `null` if no value is left. */
export function changeFieldValues(
  values: FieldValues | null = null,
  changes: FieldChanges,
): FieldValues | null {
  const differing = Object.entries(changes).filter(
    ([key, value]) => !isSameValue(values?.[key] ?? null, value),
  );
  if (differing.length === 0) return values;
  const all: FieldChanges = { ...values, ...Object.fromEntries(differing) };
  return orNone(
    Object.entries(all).flatMap(([key, value]): [string, FieldValue][] =>
      value === null ? [] : [[key, value]],
    ),
  );
}

/** Changes from values to former ones. */
export const changesBack = (now: FieldValues | null, former: FieldValues | null): FieldChanges => ({
  ...Object.fromEntries(Object.keys(now ?? {}).map((key) => [key, null])),
  ...former,
});

/** Whether a value is as the field with this key stores it; none always is. */
export function isFit(fields: ReadonlyMap<string, FieldRow>, key: string, value: FieldValue | null): boolean {
  const field = fields.get(key);
  return (
    value === null || (field !== undefined && isSameValue(parseFieldValue(field, value).value ?? null, value))
  );
}

/** The fields that existed at a time: a newer one with the key of a deleted field is another field. */
export const fieldsAt = (fields: ReadonlyMap<string, FieldRow>, at: string): Map<string, FieldRow> =>
  new Map(
    [...fields].filter(([, { created_at }]) => !created_at || Date.parse(created_at) <= Date.parse(at)),
  );

/**
 * Former values as their fields store them now, which may have been deleted, or have got another type or other options since.
 * `lost`: keys of those that a field no longer takes.
 */
export function fitFieldValues(
  fields: ReadonlyMap<string, FieldRow>,
  former: FieldValues | null | undefined,
) {
  const fit: FieldValues = {};
  const lost: string[] = [];
  for (const [key, value] of Object.entries(former ?? {})) {
    const field = fields.get(key);
    const now = field && parseFieldValue(field, value).value;
    if (now !== undefined && now !== null) fit[key] = now;
    else if (field) lost.push(key);
  }
  return { fit, lost };
}

/** Names own fields in a request, so that their definitions are read. */
export const namedFields = (keys: readonly string[]): Record<string, null> =>
  Object.fromEntries(keys.map((key) => [key, null]));

interface FieldProblem {
  path: string;
  rule: 'unknown_field' | 'field_value';
  message?: string;
}

/** Parses the values that a request gives, by the fields of the organization. Archived fields are unknown. */
export function parseFieldValues(
  fields: ReadonlyMap<string, FieldRow>,
  given: Record<string, unknown>,
): { changes: FieldChanges; problems: FieldProblem[] } {
  const changes: FieldChanges = {};
  const problems: FieldProblem[] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = fields.get(key);
    if (!field || field.archived) {
      problems.push({ path: toFieldPath(key), rule: 'unknown_field' });
      continue;
    }
    const parsed = parseFieldValue(field, value);
    if (parsed.message === undefined) changes[key] = parsed.value;
    else problems.push({ path: toFieldPath(key), rule: 'field_value', message: parsed.message });
  }
  return { changes, problems };
}

const PREFIX = 'fields.';
/** The name of a field in errors, changes and activity: `fields.customer_no`. */
export const toFieldPath = (key: string): `fields.${string}` => `${PREFIX}${key}`;
/** The key in the name of a field, `null` for any other name. */
export const toFieldKey = (path: string): string | null =>
  path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null;

type WithValues = OwnValues | null;

/** Values of fields that differ between two states of a contact. */
export function changedFieldValues(before: WithValues, after: WithValues) {
  const [old, now] = [before?.custom, after?.custom];
  if (old === now) return [];
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].flatMap((key) => {
    const [was, is] = [old?.[key] ?? null, now?.[key] ?? null];
    return isSameValue(was, is) ? [] : [{ field: toFieldPath(key), before: was, after: is }];
  });
}

/** Values as the activity records them, by path. */
export const toRecordedValues = (values: FieldValues | null | undefined): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [toFieldPath(key), value]));

/** The values among those that the activity recorded of a contact. */
export const fromRecordedValues = (recorded: object): FieldValues | null =>
  orNone(
    Object.entries(recorded).flatMap(([path, value]): [string, FieldValue][] => {
      const key = toFieldKey(path);
      return key === null ? [] : [[key, value as FieldValue]];
    }),
  );
