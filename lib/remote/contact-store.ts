import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { decideSynced } from '@/lib/contacts/decide-synced';
import { readWithTrash } from '@/lib/contacts/read';
import { dropTrashed, freeAddresses, trashContacts as moveToTrash } from '@/lib/contacts/trash';
import { writeContacts } from '@/lib/contacts/write';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { normalize } from '@/lib/contract/text';
import type { Database } from '@/lib/database/database';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { clean, toReplicaContact } from './replica-contact';

/** The author of a change, as recorded in the activity. */
export type RecordedBy = Pick<RequestContext, 'actor' | 'requestId' | 'importId'>;

/** Recorded for changes that others made at the service. */
export const SERVICE: RecordedBy = {
  actor: { kind: 'system', id: null, name: 'The contacts service' },
  requestId: null,
};

export interface Recording {
  /** When the request was sent; anything recorded since is newer. */
  requestedAt: Date;
  /** The pass through the list, for one of its pages. */
  pass?: number;
  /** The author of the change, if the response is to one. */
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

const NEUTRAL_COLOR = '#64748b';

const lockReplica = scoped<{ pass: number; now: string }>(
  'lock_replica',
  `select pass, date_trunc('milliseconds', clock_timestamp()) as now from replicas where organization_id = $1 for update`,
);
const readMarks = scoped<{
  id: string;
  seen_at: string;
  last_seen_pass: number | null;
  answered: boolean | null;
}>(
  'read_replica_marks',
  `select contact_id as id, seen_at, last_seen_pass, answered from replica_contacts
   where organization_id = $1 and contact_id = any($2::uuid[])`,
);
/** Adds segments that are not listed yet. */
const addPlaceholders = scoped(
  'add_segment_placeholders',
  `insert into segments (organization_id, id, title, color, created_at)
   select $1, g, 'Segment ' || g, '${NEUTRAL_COLOR}', now() from unnest($2::uuid[]) g on conflict (organization_id, id) do nothing`,
);
const markSeen = scoped(
  'mark_replica_contacts',
  `insert into replica_contacts as m (organization_id, contact_id, seen_at, last_seen_pass, answered)
   select $1, g, $3, $4, $5 from unnest($2::uuid[]) g
   on conflict (organization_id, contact_id) do update
     set seen_at = greatest(m.seen_at, excluded.seen_at), last_seen_pass = excluded.last_seen_pass, answered = excluded.answered`,
);

/**
 * Stores the contacts of a response, in the transaction of `client`. Others that have their emails or phones go to the
 * trash. The activity has the changes only with `by`. Throws if another transaction has locked a contact.
 */
export async function recordContacts(
  { database, client }: { database: Database; client: PoolClient },
  organizationId: string,
  contacts: Contact[],
  { requestedAt, pass, by, created }: Recording,
): Promise<Recorded> {
  const context: RequestContext = { ...(by ?? SERVICE), database, client, organizationId };
  // The lock serializes recordings.
  const [replica] = await lockReplica(context);
  const now = replica?.now ?? new Date().toISOString();
  const given = contacts.map(toReplicaContact);
  const stored = await readWithTrash(context, given);
  const ids = stored.map(({ row }) => row.id);
  const marks = new Map((await readMarks(context, ids)).map((mark) => [mark.id, mark]));
  const known = stored.map((one) => {
    const { seen_at = null, last_seen_pass = null, answered } = marks.get(one.row.id) ?? {};
    return { ...one, seenAt: seen_at, lastSeenPass: last_seen_pass, answered: answered ?? false };
  });
  const synced = decideSynced(known, given, { requestedAt, pass, created });

  if (synced.stale.length > 0) await trashContacts(context, organizationId, synced.stale, SERVICE);
  if (synced.revived.length > 0) await dropTrashed(context, synced.revived);
  if (synced.moving.length > 0) await freeAddresses(context, synced.moving);
  if (synced.changes.length > 0) {
    const segmentIds = synced.changes.flatMap(({ added }) => added);
    if (segmentIds.length > 0) await addPlaceholders(context, [...new Set(segmentIds)]);
    const changes = synced.changes.map((decision) => ({
      context,
      decision,
      activityId: by ? uuidv7({ msecs: Date.parse(now) }) : null,
      at: now,
    }));
    const settled = await writeContacts(context, changes);
    if (settled.size < changes.length) throw new Error('Contacts of the replica were locked.');
  }
  await markSeen(
    context,
    synced.seen,
    // The response to a change is newer than a page requested before it.
    by ? now : requestedAt,
    pass ?? replica?.pass ?? 0,
    pass === undefined,
  );
  return { met: synced.met, invalid: synced.problems };
}

/** Moves contacts to the replica's trash; returns how many were moved. */
export function trashContacts(
  where: { database: Database; client?: PoolClient },
  organizationId: string,
  ids: string[],
  by: RecordedBy,
  deletionId: string = uuidv7(),
): Promise<number> {
  return moveToTrash({ ...by, ...where, organizationId }, ids, deletionId);
}

/**
 * Stores the list of segments, titles cut at 60 characters; a repeated title gets its id appended. Segments missing from
 * the list are deleted once they have no contacts.
 */
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
    const key = normalize(short.toLowerCase(), 'NFKD');
    const isDuplicate = titles.has(key);
    titles.add(key);
    return { id, title: isDuplicate ? `${short} ${id}` : short, color: color ?? NEUTRAL_COLOR };
  });
  const ids = given.map(({ id }) => id);
  await query(
    `delete from segments s where organization_id = $1 and id <> all($2::uuid[])
       and not exists (select from contacts c where c.organization_id = $1 and c.segment_ids @> array[s.id])`,
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
