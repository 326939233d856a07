import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { byEmail, byPhone } from '@/lib/contacts/contact-row';
import type { Actor } from '@/lib/contract/actor';
import { type Contact, contactFields } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import type { Job } from '@/lib/jobs/job';
import { clean, columns, type ReplicaContact, replicaContact } from './replica-contact';

/** Who made a change, as recorded in the activity. */
export interface RecordedBy extends Actor {
  requestId: string | null;
  importId?: string;
}

/** Who requested a job. */
export const recordedBy = ({ askedBy, input }: Job): RecordedBy => ({
  ...(askedBy.actor as Actor),
  requestId: askedBy.requestId,
  importId: (input as { importId?: string }).importId,
});

/** Recorded for changes that others made at the service. */
export const SERVICE: RecordedBy = {
  kind: 'system',
  id: null,
  name: 'The contacts service',
  requestId: null,
};

export interface Recording {
  /** When the request was sent; anything recorded since is newer. */
  requestedAt: Date;
  /** The pass through the list, for one of its pages. */
  pass?: number;
  /** Who made the change, for the response to one. */
  by?: RecordedBy;
  /** Whether that change created the contact. */
  created?: boolean;
}

interface Recorded {
  /** Contacts seen for the first time in this pass. */
  met: number;
  /** Why contacts cannot be stored, as sentences. */
  invalid: string[];
}

interface Stored extends ReplicaContact {
  deleted_at: string | null;
  seen_at: string | null;
  met_pass: number | null;
  answered: boolean | null;
}

const NEUTRAL_COLOR = '#64748b';
const text = columns.map((name) => `${name} ${name.endsWith('_at') ? 'timestamptz' : 'text'}`).join(', ');
const iso = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * Stores contacts from a response, in the transaction of `client`. If a stored contact has the email or phone of a
 * received one, the stored one is stale and goes to the trash, unless it was seen in the same pass: then the received
 * one is invalid.
 */
export async function recordContacts(
  client: PoolClient,
  organizationId: string,
  contacts: Contact[],
  { requestedAt, pass, by, created = false }: Recording,
): Promise<Recorded> {
  const query = async <Row extends object>(statement: string, ...values: unknown[]) =>
    (await client.query<Row>(statement, [organizationId, ...values])).rows;
  // Serializes recordings.
  const [replica] = await query<{ pass: number; now: string }>(
    `select pass, ${iso('clock_timestamp()')} as now from replicas where organization_id = $1 for update`,
  );
  const now = replica?.now ?? new Date().toISOString();
  const given = [...new Map(contacts.map((contact) => [contact.id, replicaContact(contact)])).values()];
  const stored = new Map(
    (
      await query<Stored>(
        `select c.id, ${columns.map((name) => (name.endsWith('_at') ? `${iso(`c.${name}`)} as ${name}` : `c.${name}`)).join(', ')},
           ${iso('c.deleted_at')} as deleted_at, ${iso('m.seen_at')} as seen_at, m.met_pass, m.answered,
           (select coalesce(json_agg(json_build_array(s.segment_id, ${iso('s.assigned_at')}) order by s.assigned_at, s.segment_id), '[]')
            from contact_segments s where s.contact_id = c.id and s.organization_id = $1) as segments
         from unnest($2::uuid[]) g cross join lateral (select * from contacts where id = g offset 0) c
         left join replica_contacts m on m.organization_id = $1 and m.contact_id = c.id
         where c.organization_id = $1`,
        given.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const isNewer = ({ id }: ReplicaContact) => {
    const { seen_at, deleted_at } = stored.get(id) ?? {};
    return Date.parse(deleted_at ?? seen_at ?? '') > requestedAt.getTime();
  };
  const invalid: string[] = [];
  const owners = await ownersOf(query, given);
  const stale = new Set<string>();
  const taken = new Set<string>();
  const accepted = given.filter((one) => {
    const keys = (['email', 'phone'] as const).flatMap((field) =>
      one[field] ? { field, key: `${field} ${one[field]}` } : [],
    );
    if (keys.length === 0) {
      invalid.push(`Contact ${one.id} has neither an email nor a phone that fits.`);
      return false;
    }
    for (const { field, key } of keys) {
      const owner = owners.get(key);
      const isDuplicate = owner && owner.id !== one.id && pass !== undefined && owner.met_pass === pass;
      if (taken.has(key) || isDuplicate) {
        invalid.push(`Contact ${one.id} has the ${field} of another one.`);
        return false;
      }
    }
    for (const { key } of keys) {
      const owner = owners.get(key);
      taken.add(key);
      if (owner && owner.id !== one.id && !given.some(({ id }) => id === owner.id)) stale.add(owner.id);
    }
    return true;
  });
  const changed = accepted.filter((one) => !isNewer(one) && differs(one, stored.get(one.id)));

  if (stale.size > 0) await trashContacts(client, organizationId, [...stale], SERVICE);
  const before = (id: string) => {
    const found = stored.get(id);
    return found && !found.deleted_at ? found : undefined;
  };
  // Hidden first, so that two contacts can swap emails without a duplicate.
  const moved = changed.filter(({ id, email, phone }) => {
    const old = before(id);
    return old && (old.email !== email || old.phone !== phone);
  });
  if (moved.length > 0)
    await query(
      'update contacts set deleted_at = now() where organization_id = $1 and id = any($2)',
      moved.map(({ id }) => id),
    );
  if (changed.length > 0) {
    const json = JSON.stringify(changed);
    await query(
      `insert into contacts as c (organization_id, id, ${columns.join(', ')})
       select $1, id, ${columns.join(', ')} from json_to_recordset($2::json) as g (id uuid, ${text})
       on conflict (organization_id, id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')},
         version = c.version + 1, deleted_at = null, deleted_by = null, deleted_by_kind = null, deleted_by_id = null, deletion_id = null`,
      json,
    );
    const assigned = changed.flatMap(({ id, segments }) =>
      segments.map(([segment_id, assigned_at]) => ({ id, segment_id, assigned_at })),
    );
    // Placeholders for segments not listed yet.
    await query(
      `insert into segments (organization_id, id, title, color, created_at)
       select $1, g, 'Segment ' || g, '${NEUTRAL_COLOR}', now() from unnest($2::uuid[]) g on conflict (organization_id, id) do nothing`,
      [...new Set(assigned.map(({ segment_id }) => segment_id))],
    );
    await query(
      `delete from contact_segments s using unnest($2::uuid[]) g where s.contact_id = g and s.organization_id = $1`,
      changed.filter(({ id }) => stored.get(id)?.segments.length).map(({ id }) => id),
    );
    await query(
      `insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
       select $1, id, segment_id, assigned_at
       from json_to_recordset($2::json) as g (id uuid, segment_id uuid, assigned_at timestamptz)`,
      JSON.stringify(assigned),
    );
    const counted = (rows: ReplicaContact[]) =>
      rows.flatMap(({ segments }) => [organizationId, ...segments.map(([id]) => id)]);
    const count = 'select add_to_counts($1, $2::uuid[], $3)';
    await query(count, counted(changed.flatMap(({ id }) => before(id) ?? [])), -1);
    await query(count, counted(changed), 1);
    if (by) {
      const activities = changed.map((one) => activityOf(one, before(one.id), created));
      await query(
        `insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id, import_id)
         select $1, uuid_of(clock_timestamp()), $2::timestamptz, action, $3, $4, $5, subject_id, before, after, $6, $7
         from json_to_recordset($8::json) as g (action text, subject_id uuid, before jsonb, after jsonb)`,
        now,
        by.kind,
        by.id,
        by.name,
        by.requestId,
        by.importId ?? null,
        JSON.stringify(activities),
      );
    }
  }
  // Contacts deleted since the request stay in the trash.
  const kept = accepted.filter((one) => !(isNewer(one) && stored.get(one.id)?.deleted_at));
  await query(
    `insert into replica_contacts as m (organization_id, contact_id, seen_at, met_pass, answered)
     select $1, g, $3, $4, $5 from unnest($2::uuid[]) g
     on conflict (organization_id, contact_id) do update
       set seen_at = greatest(m.seen_at, excluded.seen_at), met_pass = excluded.met_pass, answered = excluded.answered`,
    kept.map(({ id }) => id),
    // The response to a change is newer than a page requested before it.
    by ? now : requestedAt,
    pass ?? replica?.pass ?? 0,
    pass === undefined,
  );
  const met = accepted.filter(({ id }) => {
    const found = stored.get(id);
    return found?.met_pass !== pass || found?.answered;
  }).length;
  return { met, invalid };
}

/** Moves contacts to the replica's trash; returns how many were moved. */
export async function trashContacts(
  client: Pick<PoolClient, 'query'>,
  organizationId: string,
  ids: string[],
  { kind, id, name, requestId }: RecordedBy,
  deletionId: string = uuidv7(),
): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'trash_replica_contacts',
    text: 'select trash_contacts($1, $2, $3, $4, $5, $6, $7)::int as count',
    values: [organizationId, kind, id, name, requestId, deletionId, ids],
  });
  return rows[0]?.count ?? 0;
}

/** Stores the list of segments. Segments missing from it are deleted once they have no contacts. */
export async function recordSegments(
  client: PoolClient,
  organizationId: string,
  segments: Segment[],
): Promise<void> {
  const query = (statement: string, ...values: unknown[]) =>
    client.query(statement, [organizationId, ...values]);
  await query('select from replicas where organization_id = $1 for update');
  const titles = new Set<string>();
  const given = segments.map(({ id, title, color }) => {
    const short = [...clean(title)].slice(0, 60).join('');
    const key = short.toLowerCase().normalize('NFKD');
    const isDuplicate = titles.has(key);
    titles.add(key);
    return { id, title: isDuplicate ? `${short} ${id}` : short, color: color ?? NEUTRAL_COLOR };
  });
  const ids = given.map(({ id }) => id);
  await query(
    `delete from segments s where organization_id = $1 and id <> all($2::uuid[])
       and not exists (select from contact_segments c where c.organization_id = $1 and c.segment_id = s.id)`,
    ids,
  );
  const recordset = 'json_to_recordset($2::json) as g (id uuid, title text, color text)';
  // Clears titles first, since segments may have swapped them.
  await query(
    `update segments s set title = s.id::text from ${recordset}
     where s.organization_id = $1 and (s.id = g.id and s.title <> g.title or s.id <> g.id and caseless(s.title) = caseless(g.title))`,
    JSON.stringify(given),
  );
  await query(
    `insert into segments as s (organization_id, id, title, color, created_at) select $1, id, title, color, now() from ${recordset}
     on conflict (organization_id, id) do update set title = excluded.title, color = excluded.color
       where (s.title, s.color) is distinct from (excluded.title, excluded.color)`,
    JSON.stringify(given),
  );
}

/** Stored contacts that have the email or phone of a given one. */
async function ownersOf(
  query: <Row extends object>(statement: string, ...values: unknown[]) => Promise<Row[]>,
  given: ReplicaContact[],
): Promise<Map<string, { id: string; met_pass: number | null }>> {
  const rows = await query<{ key: string; id: string; met_pass: number | null }>(
    `select o.key, o.id, m.met_pass from (
       select 'email ' || g as key, c.* from unnest($2::text[]) g cross join lateral (
         select id, organization_id from contacts where organization_id = $1 and ${byEmail('contacts', 'g')} offset 0) c
       union all
       select 'phone ' || g, c.* from unnest($3::text[]) g cross join lateral (
         select id, organization_id from contacts where organization_id = $1 and ${byPhone('contacts', 'g')} offset 0) c) o
     left join replica_contacts m on m.organization_id = $1 and m.contact_id = o.id
     where o.organization_id = $1`,
    given.flatMap(({ email }) => email ?? []),
    given.flatMap(({ phone }) => phone ?? []),
  );
  return new Map(rows.map(({ key, ...owner }) => [key, owner]));
}

function differs(one: ReplicaContact, stored: Stored | undefined): boolean {
  if (!stored || stored.deleted_at) return true;
  return (
    columns.some((name) => one[name] !== stored[name]) ||
    JSON.stringify(one.segments) !== JSON.stringify(stored.segments)
  );
}

function activityOf(after: ReplicaContact, before: ReplicaContact | undefined, created: boolean) {
  const segmentsOf = ({ segments }: ReplicaContact) => segments.map(([id]) => id);
  const reassigned = before
    ? JSON.stringify(segmentsOf(before)) !== JSON.stringify(segmentsOf(after))
    : after.segments.length > 0;
  const values = (one: ReplicaContact, other: ReplicaContact | undefined) => ({
    ...Object.fromEntries(
      contactFields.flatMap((name) =>
        one[name] === null || one[name] === other?.[name] ? [] : [[name, one[name]]],
      ),
    ),
    ...(reassigned && { segmentIds: segmentsOf(one) }),
  });
  return {
    // A contact new to the replica may have existed at the service.
    action: before || !created ? 'contact.updated' : 'contact.created',
    subject_id: after.id,
    before: before ? values(before, after) : created ? null : {},
    after: values(after, before),
  };
}
