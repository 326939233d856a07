import { hash } from 'node:crypto';
import { type Contact, type ContactField, contactFields, detailFields } from '@/lib/contract/contact';
import { parseTime } from '@/lib/database/statement';

/** `[segment id, time of assignment]` */
export type Assignment = [segmentId: string, assignedAt: string];

/** A contact as it is stored: times as ISO strings, assignments oldest first. */
export interface ContactRow extends Record<ContactField, string | null> {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
  segments: Assignment[];
  /** Assignments to deleted segments, which come back with them; absent if there are none. */
  hidden?: Assignment[];
}

/** The plain fields as columns of `of`. */
export const fieldColumns = (of: string): string => contactFields.map((name) => `${of}.${name}`).join(', ');

/** SQL for the ids of the organization's deleted segments: an array, which a statement makes once. */
export const deletedSegments =
  'array(select d.id from segments d where d.organization_id = $1 and d.deleted_at is not null)';

const assignments = (condition: string) =>
  `coalesce((select json_agg(json_build_array(s.id, s.at) order by s.at, s.id)
    from unnest(c.segment_ids, c.assigned_at) s (id, at)${condition}), '[]')`;

/** The columns of a `ContactRow` to show, from a table or subquery named `c`, all of organization `$1`. */
export const contactColumns = `c.id, ${fieldColumns('c')}, c.created_at, c.updated_at, c.version,
  ${assignments(` where s.id <> all(${deletedSegments})`)} as segments`;

/** Whether a contact's email and phone are in use: those of a live one, and former ones of merged contacts. */
const isInUse = (of: string): string =>
  `(num_nulls(${of}.deleted_at) = 1 or ${of}.merged_into is not null and ${of}.deletion_id is null)`;
/**
 * Conditions that find the row with an email or phone by the index of it alone, which `0071_schema.sql` explains. The row may
 * be one that was merged into the contact that stays.
 */
export const byEmail = (of: string, value: string): string =>
  `${of}.email_key = ${value} and ${of}.email is not null and ${isInUse(of)}`;
export const byPhone = (of: string, value: string): string => `${of}.phone = ${value} and ${isInUse(of)}`;

/** A contact `c` as values of a JSON array, in the order that `contactRowOf` takes them. */
export const contactValues = `c.id, c.created_at, c.updated_at, c.version, ${assignments('')}, ${fieldColumns('c')},
  case when c.segment_ids && ${deletedSegments} then ${deletedSegments} end`;

/**
 * What the database gives for `contactValues`, and whatever a statement puts behind them: `segments` has all assignments, and
 * behind the fields are the deleted segments, if the contact has one of them.
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
  const deleted = values[index] as string[] | null | undefined;
  if (deleted) hide(row, new Set(deleted));
  return row;
}

function hide(row: ContactRow, deleted: Set<string>): void {
  const all = row.segments;
  row.segments = all.filter(([id]) => !deleted.has(id));
  row.hidden = all.filter(([id]) => deleted.has(id));
}

/** A row as `contactRowOf` takes it, but for its id and version: a third of the wire's form, for what is kept of each change. */
export const toSnapshot = ({ created_at, updated_at, segments, ...row }: ContactRow): ContactValues => [
  '',
  created_at,
  updated_at,
  0,
  segments,
  ...contactFields.map((name) => row[name]),
];

/** All assignments of a contact, also those that are hidden, oldest first. */
export const allAssignments = ({ segments, hidden = [] }: ContactRow): Assignment[] =>
  hidden.length > 0 ? [...segments, ...hidden].sort(byAssignment) : segments;

/** Oldest first. */
export const byAssignment = ([id, at]: Assignment, [otherId, otherAt]: Assignment): number =>
  at === otherAt ? (id < otherId ? -1 : 1) : at < otherAt ? -1 : 1;

export const addressFields = ['email', 'phone'] as const;

/** Email and phone, which no two contacts share, as keys. */
export const addressKeys = (contact: Pick<ContactRow, 'email' | 'phone'>) =>
  addressFields.flatMap((field) => (contact[field] ? { field, key: `${field} ${contact[field]}` } : []));

/** The fields that have a value. */
export const pickFieldValues = (contact: Partial<ContactRow>) =>
  Object.fromEntries(
    contactFields.flatMap((name) => (contact[name] ? [[name, contact[name]]] : [])),
  ) as Partial<Record<ContactField, string>>;

/** A row as it goes over the wire. */
export function toContact(row: ContactRow, organizationId: string): Contact {
  const contact: Contact['contact'] = {};
  for (const name of detailFields) {
    const value = row[name];
    if (value !== null) contact[name] = value;
  }
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    contact,
    segments: row.segments.map(([segmentId, assignedAt]) => ({
      segmentId,
      assignedAt: parseTime(assignedAt),
    })),
    organizationId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/**
 * The version of a contact. Its segments are part of it, as a digest of their ids: deleting and restoring a segment changes
 * its contacts without writing each of them. So is the id: an upsert names no contact by id.
 */
export function toEtag({ version, segments, id }: ContactRow): string {
  return `"${version}-${segments.length ? digestSegments(segments.map(([segmentId]) => segmentId)) : 0}-${id}"`;
}

/** Whether `etags`, as a header lists them without quotes, has the contact's version; `*` is every version. */
export const matchesEtag = (etags: string[], contact: ContactRow): boolean =>
  etags.some((etag) => etag === '*' || `"${etag}"` === toEtag(contact));

function digestSegments(segmentIds: string[]): string {
  return hash('sha256', segmentIds.sort().join(''), 'hex').slice(0, 12);
}
