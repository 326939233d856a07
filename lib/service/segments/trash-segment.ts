import { recordActivity } from '@/lib/contacts/activity';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { recordedFields, type SegmentRow, segmentColumnsSql, toSegment } from './segment-row';

/** Contacts keep the segment's id, which readers hide, so that a restore brings its contacts back. */
const moveToTrash = scoped<SegmentRow>(
  'move_segment_to_trash',
  `update segments set deleted_at = date_trunc('milliseconds', clock_timestamp()), deleted_by_kind = $3, deleted_by_id = $4,
     deleted_by = $5, contact_count = (
       select coalesce(sum(n.count), 0) from contact_counts n where n.organization_id = $1 and n.scope_id = $2)
   where organization_id = $1 and id = $2 and deleted_at is null returning ${segmentColumnsSql}`,
);
const takeFromTrash = scoped<SegmentRow>(
  'take_segment_from_trash',
  `update segments set deleted_at = null, deleted_by_kind = null, deleted_by_id = null, deleted_by = null, contact_count = null,
     title = coalesce($3, title)
   where organization_id = $1 and id = $2 and deleted_at is not null and purged_at is null
   returning ${segmentColumnsSql}`,
);
const lockDeleted = scoped<{ id: string }>(
  'lock_deleted_segment',
  `select id from segments where organization_id = $1 and id = $2 and deleted_at is not null and purged_at is null for update`,
);
/** Counts contacts that were deleted or restored while the segment was in the trash, which activity does not record for it. */
const countChange = scoped(
  'count_change_of_restored_segment',
  `insert into segment_days as s (organization_id, segment_id, day, added, removed, recent)
   select $1, $2, current_date, greatest(change, 0), greatest(-change, 0), '{}' from (
     select coalesce(n.count, 0) - d.contact_count as change from segments d, (
       select sum(count) as count from contact_counts where organization_id = $1 and scope_id = $2) n
     where d.organization_id = $1 and d.id = $2 and d.deleted_at is not null) c where change <> 0
   on conflict (organization_id, segment_id, day) do update set added = s.added + excluded.added, removed = s.removed + excluded.removed`,
);

/** Moves a segment to the trash and records it; returns it, or `undefined` if there is none. */
export function trashSegment(context: RequestContext, id: string): Promise<SegmentRow | undefined> {
  return joinTransaction(context, async (context) => {
    const { kind, id: actorId, name } = context.actor;
    const [segment] = await moveToTrash(context, id, kind, actorId, name);
    if (segment)
      await recordActivity(context, {
        action: 'segment.deleted',
        subjectId: id,
        before: recordedFields(segment),
        resource: toSegment(segment),
      });
    return segment;
  });
}

/**
 * Restores a segment and records it; `undefined` if it is not in the trash. @throws a unique violation if the title is
 * taken.
 */
export function restoreSegmentRow(
  context: RequestContext,
  id: string,
  title: string | null,
): Promise<SegmentRow | undefined> {
  return joinTransaction(context, async (context) => {
    if ((await lockDeleted(context, id)).length === 0) return;
    await countChange(context, id);
    const [segment] = await takeFromTrash(context, id, title);
    if (segment)
      await recordActivity(context, {
        action: 'segment.restored',
        subjectId: id,
        after: recordedFields(segment),
        resource: toSegment(segment),
      });
    return segment;
  });
}
