import { actorSql } from '@/lib/contacts/activity';
import { fromSnapshot, type Snapshot, toContact } from '@/lib/contacts/contact-row';
import { toCreatedContact } from '@/lib/contacts/recorded-contact';
import { type Event, type EventType, eventTypes } from '@/lib/contract/event';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { NEWEST } from '../activity/read-activity';
import { SEALED_AT_ONCE } from '../activity/seal-activity';

/**
 * A position in the feed, after the entries of all seals before `seal`, and those of `seal` up to `id`. The order of seals
 * never changes; a later commit gets a later seal.
 */
export interface Position {
  seal: number;
  id: string;
}

/** Whether a position lies before another. */
export const isBefore = (one: Position, other: Position): boolean =>
  one.seal < other.seal || (one.seal === other.seal && one.id < other.id);

/** Most entries of other types to skip, so that an answer comes soon. */
const MOST_PASSED = 20_000;
const SEALS_LISTED = 500;

interface EventRow {
  seal: number;
  id: string;
  at: string;
  action: EventType;
  actor: Event['actor'];
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** For a changed contact, its snapshot. */
  resource: Event['data'] | Snapshot;
  request_id: string | null;
  joined: string[] | null;
  left: string[] | null;
}

const listSeals = scoped<{ number: number; count: number }>(
  'list_seals_after',
  `select number, count from activity_seals where organization_id = $1 and number >= $2 and ids is not null
   order by number limit ${SEALS_LISTED}`,
);
const columns = `a.id, a.at, a.action, ${actorSql('a.actor', 'a.actor_name')} as actor, a.subject_id, a.before, a.after, a.resource,
  a.request_id, o.joined, o."left"`;
const outcomes = `left join lateral (
  select * from rule_outcomes where organization_id = $1 and activity_id = a.id offset 0) o on true`;
/** Reads entries by the ids in the seals, which needs no further index. */
const readSealed = scoped<EventRow>(
  'read_sealed_events',
  `select e.seal, ${columns}
   from (select s.number as seal, i.id from activity_seals s cross join lateral unnest(s.ids) i (id)
     where s.organization_id = $1 and s.number between $2 and $3 and (s.number > $2 or i.id > $4)) e
   cross join lateral (select * from activities where organization_id = $1 and id = e.id offset 0) a ${outcomes}
   where a.action = any($5) order by e.seal, a.id limit $6`,
);
const readByIds = scoped<EventRow>(
  'read_events_by_ids',
  `select 0 as seal, ${columns} from unnest($2::uuid[]) g
   cross join lateral (select * from activities where organization_id = $1 and id = g offset 0) a ${outcomes}`,
);
const ends = scoped<{ last: number; removed: number; age: number | null; count: number | null }>(
  'ends_of_seals',
  `select coalesce(l.number, 0) as last, l.count, least(extract(epoch from clock_timestamp() - l.sealed_at) * 1000, 1000000)::integer as age,
     coalesce((select number from activity_seals where organization_id = $1 and ids is null order by number desc limit 1), 0) as removed
   from (select) one left join (
     select number, count, sealed_at from activity_seals where organization_id = $1 order by number desc limit 1) l on true`,
);

/**
 * The last position, and the oldest one after which nothing has been removed. `age`: milliseconds since the last seal;
 * infinite if there is none, or if it was full and there may be more to seal.
 */
export async function readFeedEnds(
  context: RequestContext,
): Promise<{ last: Position; oldest: Position; age: number }> {
  const [row] = await ends(context);
  return {
    last: { seal: row?.last ?? 0, id: NEWEST },
    oldest: { seal: row?.removed ?? 0, id: NEWEST },
    age:
      (row?.count ?? 0) < SEALED_AT_ONCE ? (row?.age ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
  };
}

/**
 * The next events of these types after a position, up to `limit`, and the position to continue from. Stops after
 * `MOST_PASSED` entries of other types. `atEnd`: everything sealed has been read.
 */
export async function readEvents(
  context: RequestContext,
  after: Position,
  limit: number,
  types: readonly EventType[] = eventTypes,
): Promise<{ events: Event[]; position: Position; atEnd: boolean }> {
  let position = after;
  for (let passed = 0; ; ) {
    const seals = await listSeals(context, position.id === NEWEST ? position.seal + 1 : position.seal);
    let last = position.seal;
    let entries = 0;
    for (const { number, count } of seals) {
      last = number;
      // A seal that was partly read may have no entries left.
      if (number > position.seal) entries += count;
      if (entries >= limit) break;
    }
    const rows =
      seals.length > 0 ? await readSealed(context, position.seal, last, position.id, types, limit) : [];
    const end = rows.at(-1);
    if (end && rows.length === limit)
      return { events: rows.map(toEvent(context)), position: { seal: end.seal, id: end.id }, atEnd: false };
    position = { seal: last, id: NEWEST };
    const atEnd = last === (seals.at(-1)?.number ?? last) && seals.length < SEALS_LISTED;
    passed += entries;
    if (atEnd || rows.length > 0 || passed >= MOST_PASSED)
      return { events: rows.map(toEvent(context)), position, atEnd };
  }
}

/** Events by their ids, in no order; leaves out those whose activity was removed. */
export async function readEventsByIds(context: RequestContext, ids: string[]): Promise<Event[]> {
  return (await readByIds(context, ids)).map(toEvent(context));
}

/** Converts an entry to an event: the resource, and each field that changed with both values. */
const toEvent =
  ({ organizationId }: RequestContext) =>
  (row: EventRow): Event => ({
    id: row.id,
    type: row.action,
    at: row.at,
    actor: row.actor,
    subjectId: row.subject_id,
    data: toEventData(row, organizationId),
    changes: [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].map(
      (field) => ({
        field,
        // For a merge, `after` has the id of the merged contact; its values are in its own events.
        before: (field === 'merged'
          ? null
          : (row.before?.[field] ?? null)) as Event['changes'][number]['before'],
        after: (row.after?.[field] ?? null) as Event['changes'][number]['after'],
      }),
    ),
    ...(row.joined?.length && { joined: row.joined }),
    ...(row.left?.length && { left: row.left }),
    requestId: row.request_id,
  });

/** The resource of an event; a snapshot of a contact in wire form, with the id of its entry. */
function toEventData(row: EventRow, organizationId: string): Event['data'] {
  const { resource, subject_id } = row;
  if (!resource) return toCreatedContact(row, organizationId);
  return Array.isArray(resource) ? toContact(fromSnapshot(resource, subject_id), organizationId) : resource;
}
