import { createHash } from 'node:crypto';
import type { Contact } from '@/lib/contract/contact';
import { parseTime } from './statement';

/** A contact as the database gives it: times as ISO strings, assignments as `[segment id, time]`, oldest first. */
export interface ContactRow {
  id: string;
  email: string | null;
  phone: string | null;
  firstname: string | null;
  lastname: string | null;
  jobtitle: string | null;
  company: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  segments: [segmentId: string, assignedAt: string][] | null;
}

/** The columns of a `ContactRow`, from a table or subquery named `c`. */
export const contactColumns = `c.id, c.email, c.phone, c.firstname, c.lastname, c.jobtitle, c.company,
  c.created_at, c.updated_at, c.version, (
    select json_agg(json_build_array(s.segment_id, s.assigned_at) order by s.assigned_at, s.segment_id)
    from contact_segments s where s.organization_id = c.organization_id and s.contact_id = c.id) as segments`;

/** A row as it goes over the wire. */
export function contactOf(row: ContactRow, organizationId: string): Contact {
  const contact: Contact['contact'] = {};
  if (row.firstname !== null) contact.firstname = row.firstname;
  if (row.lastname !== null) contact.lastname = row.lastname;
  if (row.jobtitle !== null) contact.jobtitle = row.jobtitle;
  if (row.company !== null) contact.company = row.company;
  return {
    id: row.id,
    email: row.email,
    phone: row.phone,
    contact,
    segments: (row.segments ?? []).map(([segmentId, assignedAt]) => ({
      segmentId,
      assignedAt: parseTime(assignedAt),
    })),
    organizationId,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const time = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/** Nothing where there is none: `concat` leaves out what is null. */
const field = (name: string) => `',"${name}":' || to_json(c.${name})`;

/**
 * What `contactOf` makes of a row, as JSON that the database writes for a contact `c`: for pages of them, where taking
 * every value out of the answer and putting it into the next costs more than all the rest. `concat` writes all parts into
 * one place; each `||` would copy what there is so far.
 */
export const contactJson = `concat('{"id":"', c.id, '","email":', coalesce(to_json(c.email)::text, 'null'),
  ',"phone":', coalesce(to_json(c.phone)::text, 'null'),
  ',"contact":{', substr(concat(${['firstname', 'lastname', 'jobtitle', 'company'].map(field).join(', ')}), 2),
  '},"segments":[', (
    select string_agg(concat('{"segmentId":"', s.segment_id, '","assignedAt":"', ${time('s.assigned_at')}, '"}'), ','
      order by s.assigned_at, s.segment_id)
    from contact_segments s where s.organization_id = c.organization_id and s.contact_id = c.id),
  '],"organizationId":"', c.organization_id, '","createdAt":"', ${time('c.created_at')},
  '","updatedAt":"', ${time('c.updated_at')}, '"}')`;

/**
 * The version of a contact. Which segments it is in is part of it, as a digest of their ids: deleting and restoring a
 * segment changes its contacts without writing each of them. So is the id: an upsert is not told by its address whom it
 * means. `etag_matches` in the database makes the same.
 */
export function etagOf({ version, segments, id }: ContactRow): string {
  return `"${version}-${segments ? digestOf(segments.map(([segmentId]) => segmentId)) : 0}-${id}"`;
}

function digestOf(segmentIds: string[]): string {
  return createHash('sha256').update(segmentIds.sort().join('')).digest('hex').slice(0, 12);
}
