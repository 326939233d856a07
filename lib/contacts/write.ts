import { contactFields } from '@/lib/contract/contact';
import { type RequestContext, scoped } from '@/lib/database/statement';
import type { ContactRow } from './contact-row';
import { type Decision, segmentsOf } from './decide';

/** A change that was decided, who asked for it and under which id it is recorded. */
export interface Change {
  context: RequestContext;
  decision: Decision & { after: ContactRow };
  activityId: string;
  at: string;
}

/** A contact before and after all changes of a batch. */
interface Ends {
  before: ContactRow | null;
  after: ContactRow;
}

/** Objects inside are declared as text and cast in the query, which is four times as fast as declaring them as jsonb. */
export const recordset = (parameter: string, columns: string) =>
  `json_to_recordset(${parameter}::json) as g (${columns})`;
const given = `id uuid, ${contactFields.map((name) => `${name} text`).join(', ')},
  created_at timestamptz, updated_at timestamptz, version integer, stored_version integer`;
const assignment = 'contact_id uuid, segment_id uuid, assigned_at timestamptz';

/**
 * Writes a batch in one statement, and returns the ids of the contacts that are settled: those that are still in the version
 * that was read, or are new and nobody else's. Of the others nothing is written. Contacts that somebody holds are passed
 * over, so that nobody waits and no two batches lock one another. Counters come last, because everybody writes them.
 */
const writing = (updated: string) =>
  `with given as materialized (select * from ${recordset('$2', given)}),
   inserted as (
     insert into contacts (organization_id, id, ${contactFields.join(', ')}, created_at, updated_at, version)
     select $1, id, ${contactFields.join(', ')}, created_at, updated_at, version
     from given where stored_version is null order by email, phone
     on conflict do nothing returning id),
   held as materialized (
     select g.*, c.tid from given g cross join lateral (
       select ctid as tid, organization_id, deleted_at from contacts
       where id = g.id and version = g.stored_version offset 0
       for no key update skip locked) c
     where c.organization_id = $1 and c.deleted_at is null),
   updated as (${updated}),
   settled as materialized (select id from inserted union all select id from updated),
   unassigned as (
     delete from contact_segments where ctid = any (array(
       select s.tid from ${recordset('$3', assignment)} cross join lateral (
         select ctid as tid, organization_id from contact_segments s
         where s.contact_id = g.contact_id and s.segment_id = g.segment_id offset 0) s
       where s.organization_id = $1 and g.contact_id in (select id from settled)))
     returning segment_id),
   assigned as (
     insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
     select $1, contact_id, segment_id, assigned_at from ${recordset('$4', assignment)}
     where contact_id in (select id from settled)
     on conflict (contact_id, organization_id, segment_id) do update set assigned_at = excluded.assigned_at
     returning segment_id, xmax = 0 as is_new),
   redeemed as (
     insert into redemptions (organization_id, contact_id, referral_code_id, redeemed_at)
     select $1, contact_id, code_id, redeemed_at
     from ${recordset('$5', 'contact_id uuid, code_id uuid, redeemed_at timestamptz')}
     where contact_id in (select id from settled) returning referral_code_id),
   used as (
     update referral_codes r set redemption_count = redemption_count + u.uses
     from (select referral_code_id as id, count(*)::integer as uses from redeemed group by 1 order by 1) u
     where r.organization_id = $1 and r.id = u.id returning r.id),
   recorded as (
     insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id, before, after, request_id, import_id)
     select $1, id, at, action, actor_kind, actor_id, actor_name, subject_id, before::jsonb, after::jsonb, request_id, import_id
     from ${recordset(
       '$6',
       'id uuid, at timestamptz, action text, actor_kind text, actor_id uuid, actor_name text, subject_id uuid, before text, after text, request_id text, import_id uuid',
     )}
     where subject_id in (select id from settled)),
   counted as (
     insert into contact_counts as n (organization_id, counted_id, shard, count)
     select $1, counted_id, pg_backend_pid() % 64, sum(change) from (
       select $1::uuid as counted_id, 1 as change from inserted
       union all select segment_id, 1 from assigned where is_new
       union all select segment_id, -1 from unassigned) changes
     where (select count(*) from used) >= 0
     group by counted_id having sum(change) <> 0 order by counted_id
     on conflict (organization_id, counted_id, shard) do update set count = n.count + excluded.count returning 1)
   select id from settled where (select count(*) from counted) >= 0`;

const writeRows = scoped<{ id: string }>(
  'write_contacts',
  writing(`update contacts c set ${contactFields.map((name) => `${name} = h.${name}`).join(', ')},
       updated_at = h.updated_at, version = h.version
     from held h where c.ctid = h.tid and c.organization_id = $1 returning c.id`),
);
const writeAssignments = scoped<{ id: string }>('write_assignments', writing('select id from held'));
/** The rows' places as an array of their own: a function in its stead is called for each row of a scan. */
const stampContacts = scoped(
  'stamp_contacts',
  `update contacts c set version = c.version + 1, updated_at = greatest(c.updated_at, now)
   from date_trunc('milliseconds', clock_timestamp()) now
   where c.organization_id = $1 and c.ctid = any (array(
     select s.tid from unnest($2::uuid[]) g cross join lateral (
       select ctid as tid, organization_id from contacts where id = g offset 0) s
     where s.organization_id = $1))`,
);

/**
 * Writes changes of segments alone, of contacts that the transaction has locked. `updatedAt` comes last: the less time from
 * there to the commit, the less has who polls for what was updated since to look back.
 */
export async function writeSegments(context: RequestContext, changes: Change[]): Promise<Set<string>> {
  const settled = await writeContacts(context, changes, writeAssignments);
  await stampContacts(context, [...settled]);
  return settled;
}

/** Writes decided changes, in the order they were decided; returns the ids of the contacts that are settled. */
export async function writeContacts(
  context: RequestContext,
  changes: Change[],
  statement = writeRows,
): Promise<Set<string>> {
  const contacts = new Map<string, Ends>();
  for (const { decision } of changes) {
    const { before } = contacts.get(decision.after.id) ?? decision;
    contacts.set(decision.after.id, { before, after: decision.after });
  }
  const ends = [...contacts.values()];
  const rows = await statement(
    context,
    JSON.stringify(
      ends.map(({ before, after: { segments, ...row } }) => ({ stored_version: before?.version, ...row })),
    ),
    JSON.stringify(ends.flatMap(removedOf)),
    JSON.stringify(ends.flatMap(addedOf)),
    JSON.stringify(changes.flatMap(redemptionOf)),
    JSON.stringify(changes.map(recordOf)),
  );
  return new Set(rows.map(({ id }) => id));
}

const removedOf = ({ before, after }: Ends) => {
  const kept = new Set(segmentsOf(after));
  return (before?.segments ?? []).flatMap(([segment_id]) =>
    kept.has(segment_id) ? [] : [{ contact_id: after.id, segment_id }],
  );
};

/** Also those that were taken away and came back within the batch, with a new time. */
const addedOf = ({ before, after }: Ends) => {
  const times = new Map(before?.segments);
  return (after.segments ?? []).flatMap(([segment_id, assigned_at]) =>
    times.get(segment_id) === assigned_at ? [] : [{ contact_id: after.id, segment_id, assigned_at }],
  );
};

const redemptionOf = ({ decision: { after, redeemed }, at }: Change) =>
  redeemed ? [{ contact_id: after.id, code_id: redeemed.id, redeemed_at: at }] : [];

/** What the activity remembers: fields with a value that differ, segments where they changed, the code that was redeemed. */
function recordOf({ context, decision, activityId, at }: Change) {
  const { before, after, added, removed, redeemed } = decision;
  const reassigned = added.length + removed.length > 0;
  const values = (contact: ContactRow, other: ContactRow | null) => {
    const differing: Record<string, string | string[]> = reassigned
      ? { segmentIds: segmentsOf(contact) }
      : {};
    for (const name of contactFields) {
      const value = contact[name];
      if (value !== null && value !== other?.[name]) differing[name] = value;
    }
    return differing;
  };
  return {
    id: activityId,
    at,
    action: before ? 'contact.updated' : 'contact.created',
    actor_kind: context.actor.kind,
    actor_id: context.actor.id,
    actor_name: context.actor.name,
    subject_id: after.id,
    before: before && values(before, after),
    after: { ...(redeemed && { referralCode: redeemed.code }), ...values(after, before) },
    request_id: context.requestId,
    import_id: context.importId,
  };
}
