import { hash } from 'node:crypto';
import { type Contact } from '@/lib/contract/contact';
import { type ContactField, contactFields, detailFields } from '@/lib/contract/contact-fields';
import type { FieldValues } from '@/lib/contract/field';
import { parseTime } from '@/lib/database/statement';
import { type Marks, markOf, marksSql } from './do-not-contact';
import {
  fieldValuesSql,
  type OwnValues,
  shownFieldsSql,
  toFieldValues,
  toRecordedValues,
} from './field-values';

/** `[segment id, time of assignment]` */
export type Assignment = [segmentId: string, assignedAt: string];

/** A contact as it is stored: times as ISO strings, assignments oldest first. */
export interface ContactRow extends Record<ContactField, string | null>, OwnValues {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
  segments: Assignment[];
  /** Assignments to segments that are deleted or by rule, which may come back; absent if there are none. */
  hidden?: Assignment[];
  /** Marks “Do not contact” of its email and phone; absent or null without any. */
  marks?: Marks | null;
}

/** SQL: the contact fields as columns of `of`. */
export const fieldColumnsSql = (of: string): string =>
  contactFields.map((name) => `${of}.${name}`).join(', ');

/**
 * SQL: ids of the organization's segments whose assignments are hidden: deleted ones, and those by rule that were by hand and so
 * may have some. Computed once; each row is compared with all of them.
 */
export const hiddenSegmentsSql =
  'array(select d.id from segments d where d.organization_id = $1 and (d.deleted_at is not null or d.rule is not null) and d.was_by_hand)';

const assignmentsSql = (condition: string) =>
  `coalesce((select json_agg(json_build_array(s.id, s.at) order by s.at, s.id)
    from unnest(c.segment_ids, c.assigned_at) s (id, at)${condition}), '[]')`;

/** SQL: the columns of a `ContactRow` without hidden assignments and values, from a table or subquery `c` of organization `$1`. */
export const contactColumnsSql = `c.id, ${fieldColumnsSql('c')}, c.created_at, c.updated_at, c.version,
  ${assignmentsSql(` where s.id <> all(${hiddenSegmentsSql})`)} as segments, ${shownFieldsSql} as custom,
  ${marksSql} as marks`;

/** SQL: whether a row holds its email and phone: it is live, or it was merged into a contact that is not in the trash. */
const isInUseSql = (of: string): string =>
  `(num_nulls(${of}.deleted_at) = 1 or ${of}.merged_into is not null and ${of}.deletion_id is null)`;
/**
 * SQL: finds the row with an email or phone by that index alone (see `0071_schema.sql`). The row may be a merged one that
 * holds a former address.
 */
export const byEmailSql = (of: string, value: string): string =>
  `${of}.email_key = ${value} and ${of}.email is not null and ${isInUseSql(of)}`;
export const byPhoneSql = (of: string, value: string): string =>
  `${of}.phone = ${value} and ${isInUseSql(of)}`;

const valuesSql = (
  marks: string,
) => `c.id, c.created_at, c.updated_at, c.version, ${assignmentsSql('')}, ${fieldColumnsSql('c')},
  case when c.segment_ids && ${hiddenSegmentsSql} then ${hiddenSegmentsSql} end, ${fieldValuesSql}, ${marks}`;
/** SQL: a contact `c` as values of a JSON array, in the order that `toContactRow` reads them. */
export const contactValuesSql = valuesSql(marksSql);
/** SQL: the same without marks. */
export const unmarkedValuesSql = valuesSql('null');

/**
 * The values of `contactValues`, then those that a statement appends. `segments` has all assignments; after the fields come
 * the segments whose assignments are hidden, if the contact has one, the values of the organization's own fields, and marks.
 */
export type ContactValues = [
  id: string,
  createdAt: string,
  updatedAt: string,
  version: number,
  segments: Assignment[] | null,
  ...others: unknown[],
];
const FIRST_FIELD = 5;

/** Reads a contact. Hidden assignments and values of archived fields are apart. */
export function toContactRow(values: ContactValues): ContactRow {
  const [id, createdAt, updatedAt, version, segments] = values;
  const row = {
    id,
    created_at: parseTime(createdAt),
    updated_at: parseTime(updatedAt),
    version,
    segments: segments ? segments.map(([id, at]): Assignment => [id, parseTime(at)]) : [],
  } as ContactRow;
  let index = FIRST_FIELD;
  for (const name of contactFields) row[name] = values[index++] as string | null;
  const hidden = values[index++] as string[] | null | undefined;
  if (hidden) splitHidden(row, new Set(hidden));
  const own = values[index++] as Parameters<typeof toFieldValues>[0] | null | undefined;
  if (own) Object.assign(row, toFieldValues(own));
  const marks = values[index] as Marks | null | undefined;
  if (marks) row.marks = marks;
  return row;
}

/** Moves assignments to these segments to `hidden`. */
function splitHidden(row: ContactRow, ids: Set<string>): void {
  const all = row.segments;
  row.segments = all.filter(([id]) => !ids.has(id));
  row.hidden = all.filter(([id]) => ids.has(id));
}

/**
 * A row as `toContactRow` reads it, without version and what is hidden, and with own values in place of the id. Kept with each
 * change; a third of the size of the wire form.
 */
export type Snapshot = [
  custom: FieldValues | '',
  ...others: ContactValues extends [string, ...infer Rest] ? Rest : never,
];

export const toSnapshot = (contact: ContactRow): Snapshot => [
  contact.custom ?? '',
  contact.created_at,
  contact.updated_at,
  0,
  contact.segments,
  ...contactFields.map((name) => contact[name]),
  ...(contact.marks ? [null, null, contact.marks] : []),
];

/** The contact of a snapshot. */
export function fromSnapshot([custom, ...others]: Snapshot, id: string): ContactRow {
  const row = toContactRow([id, ...others]);
  return custom ? { ...row, custom } : row;
}

/** All assignments of a contact, hidden ones included, oldest first. */
export const allAssignments = ({ segments, hidden = [] }: ContactRow): Assignment[] =>
  hidden.length > 0 ? [...segments, ...hidden].sort(byAssignment) : segments;

/** Compares assignments: oldest first, then by segment id. */
export const byAssignment = ([id, at]: Assignment, [otherId, otherAt]: Assignment): number =>
  at === otherAt ? (id < otherId ? -1 : 1) : at < otherAt ? -1 : 1;

export const addressFields = ['email', 'phone'] as const;

/** Keys of the email and phone that a contact has, such as `email ann@example.com`. No two contacts share one. */
export const addressKeys = (contact: Pick<ContactRow, 'email' | 'phone'>) =>
  addressFields.flatMap((field) => (contact[field] ? { field, key: `${field} ${contact[field]}` } : []));

/** The fields that have a value. */
export const pickFieldValues = (contact: Partial<ContactRow>) =>
  Object.fromEntries(
    contactFields.flatMap((name) => (contact[name] ? [[name, contact[name]]] : [])),
  ) as Partial<Record<ContactField, string>>;

/** All values of a contact, as an entry of the activity has them. */
export const toRecordedFields = (contact: ContactRow) => ({
  ...pickFieldValues(contact),
  ...toRecordedValues(contact.custom),
});

/** A row as it goes over the wire: without empty details, hidden assignments, and own fields and mark if there are none. */
export function toContact(row: ContactRow, organizationId: string): Contact {
  const contact: Contact['contact'] = {};
  for (const name of detailFields) {
    const value = row[name];
    if (value !== null) contact[name] = value;
  }
  const mark = row.marks && markOf(row);
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    contact,
    ...(row.custom && { fields: row.custom }),
    segments: row.segments.map(([segmentId, assignedAt]) => ({
      segmentId,
      assignedAt: parseTime(assignedAt),
    })),
    ...(mark && { doNotContact: { ...mark, since: parseTime(mark.since) } }),
    organizationId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * The ETag of a contact: version, digest of segment ids, and id. The digest is needed because deleting or restoring a segment
 * changes contacts without writing them; the id, because an upsert does not name the contact.
 */
export function toEtag({ version, segments, id }: ContactRow): string {
  return `"${version}-${segments.length ? digestSegments(segments.map(([segmentId]) => segmentId)) : 0}-${id}"`;
}

/** Whether `etags`, listed without quotes, include the contact's; `*` matches any. */
export const matchesEtag = (etags: string[], contact: ContactRow): boolean =>
  etags.some((etag) => etag === '*' || `"${etag}"` === toEtag(contact));

function digestSegments(segmentIds: string[]): string {
  return hash('sha256', segmentIds.sort().join(''), 'hex').slice(0, 12);
}
