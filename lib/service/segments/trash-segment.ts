import { recordActivity } from '@/lib/contacts/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { within } from '@/lib/database/transaction';
import { lockSegment, recordedFields, type SegmentRow, segmentOf } from './segment-row';

/** What is really taken away here comes back, not what somebody else is taking away: its assignments are locked first. */
const moveToTrash = scoped(
  'move_segment_to_trash',
  `insert into deleted_segments (organization_id, id, title, color, description, created_at, deleted_at, deleted_by_kind, deleted_by_id,
     deleted_by, contact_count, contact_ids, assigned_at, referral_code_ids)
   select $1, s.id, s.title, s.color, s.description, s.created_at, date_trunc('milliseconds', clock_timestamp()), $3, $4, $5,
     (select coalesce(sum(n.count), 0) from contact_counts n where n.organization_id = $1 and n.counted_id = $2),
     coalesce(a.contact_ids, '{}'), coalesce(a.assigned_at, '{}'),
     array(select r.referral_code_id from referral_code_segments r where r.organization_id = $1 and r.segment_id = $2)
   from segments s, (
     select array_agg(contact_id) as contact_ids, array_agg(assigned_at) as assigned_at from (
       select contact_id, assigned_at from contact_segments where organization_id = $1 and segment_id = $2 for update) l) a
   where s.organization_id = $1 and s.id = $2`,
);
const unassignContacts = scoped(
  'unassign_contacts',
  'delete from contact_segments where organization_id = $1 and segment_id = $2',
);
const unassignCodes = scoped(
  'unassign_codes',
  'delete from referral_code_segments where organization_id = $1 and segment_id = $2',
);
const dropCounters = scoped(
  'drop_segment_counters',
  'delete from contact_counts where organization_id = $1 and counted_id = $2',
);
const drop = scoped('drop_segment', 'delete from segments where organization_id = $1 and id = $2');

/** For the timelines of the contacts concerned: those in the trash, which a restored segment gets back. */
const nameContacts = scoped(
  'name_contacts_of_deleted_segment',
  `update activities a set contact_ids = d.contact_ids from deleted_segments d
   where a.organization_id = $1 and a.id = $3 and d.organization_id = $1 and d.id = $2`,
);

/** Moves a segment to the trash and removes it from its contacts. */
export function trashSegment(context: RequestContext, id: string): Promise<SegmentRow | undefined> {
  return within(context, async (context) => {
    // From here on nobody is assigned to it: that takes a lock of its row, too.
    const [segment] = await lockSegment(context, id);
    if (!segment) return;
    const { kind, id: actorId, name } = context.actor;
    await moveToTrash(context, id, kind, actorId, name);
    for (const remove of [unassignContacts, unassignCodes, dropCounters, drop]) await remove(context, id);
    const [entry] = await recordActivity(context, [
      {
        action: 'segment.deleted',
        subjectId: id,
        before: recordedFields(segment),
        resource: segmentOf(segment),
      },
    ]);
    await nameContacts(context, id, entry);
    return segment;
  });
}

const takeFromTrash = scoped<SegmentRow>(
  'take_segment_from_trash',
  `insert into segments (organization_id, id, title, color, description, created_at)
   select $1, d.id, coalesce($3, d.title), d.color, d.description, d.created_at from deleted_segments d
   where d.organization_id = $1 and d.id = $2 returning id, title, color, description`,
);
const lockDeleted = scoped<{ id: string }>(
  'lock_deleted_segment',
  'select id from deleted_segments where organization_id = $1 and id = $2 for update',
);
/**
 * Whoever deletes, restores or merges one of them has locked it: from here on it is clear who counts. Of a merged one the
 * contact that stays, too.
 */
const lockContacts = scoped(
  'lock_contacts_of_segment',
  `select from contacts where organization_id = $1
     and id = any((select contact_ids from deleted_segments where organization_id = $1 and id = $2)::uuid[]) order by id for key share`,
);
const lockStaying = scoped(
  'lock_staying_contacts_of_segment',
  `select from contacts where organization_id = $1 and id = any(array(
     select merged_into from contacts where organization_id = $1 and merged_into is not null
       and id = any((select contact_ids from deleted_segments where organization_id = $1 and id = $2)::uuid[]))) order by id for key share`,
);
const assignContacts = scoped(
  'assign_contacts_again',
  `insert into contact_segments (organization_id, contact_id, segment_id, assigned_at)
   select $1, coalesce(k.merged_into, k.id), $2, min(c.at)
   from deleted_segments d cross join lateral unnest(d.contact_ids, d.assigned_at) c (id, at) cross join lateral (
     select id, merged_into from contacts where organization_id = $1 and id = c.id offset 0) k
   where d.organization_id = $1 and d.id = $2 group by 2`,
);
const assignCodes = scoped(
  'assign_codes_again',
  `insert into referral_code_segments (organization_id, referral_code_id, segment_id)
   select $1, code, $2 from deleted_segments d cross join lateral unnest(d.referral_code_ids) code
   where d.organization_id = $1 and d.id = $2`,
);
const countContacts = scoped(
  'count_contacts_again',
  `insert into contact_counts (organization_id, counted_id, shard, count)
   select $1, $2, 0, count(*) from (
     select c.deleted_at from contact_segments s cross join lateral (
       select deleted_at from contacts where organization_id = $1 and id = s.contact_id offset 0) c
     where s.organization_id = $1 and s.segment_id = $2 offset 0) c
   where deleted_at is null`,
);
/** Who was deleted or restored while the segment was in the trash has come or left: activity does not tell. */
const countChange = scoped(
  'count_change_of_restored_segment',
  `insert into segment_days as s (organization_id, segment_id, day, added, removed, recent)
   select $1, $2, current_date, greatest(change, 0), greatest(-change, 0), '{}' from (
     select n.count - d.contact_count as change from deleted_segments d, contact_counts n
     where d.organization_id = $1 and d.id = $2 and n.organization_id = $1 and n.counted_id = $2) c where change <> 0
   on conflict (organization_id, segment_id, day) do update set added = s.added + excluded.added, removed = s.removed + excluded.removed`,
);
const dropDeleted = scoped(
  'drop_deleted_segment',
  'delete from deleted_segments where organization_id = $1 and id = $2',
);

/** Takes a segment out of the trash, with its contacts. @throws a unique violation if the title is taken. */
export function restoreSegmentRow(
  context: RequestContext,
  id: string,
  title: string | null,
): Promise<SegmentRow | undefined> {
  return within(context, async (context) => {
    if ((await lockDeleted(context, id)).length === 0) return;
    const [segment] = (await takeFromTrash(context, id, title)) as [SegmentRow];
    for (const restore of [
      lockContacts,
      lockStaying,
      assignContacts,
      assignCodes,
      dropCounters,
      countContacts,
      countChange,
    ])
      await restore(context, id);
    const [entry] = await recordActivity(context, [
      {
        action: 'segment.restored',
        subjectId: id,
        after: recordedFields(segment),
        resource: segmentOf(segment),
      },
    ]);
    await nameContacts(context, id, entry);
    await dropDeleted(context, id);
    return segment;
  });
}
