import { lockContacts } from '@/lib/contacts/trash';
import { type RequestContext, scoped } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';

/** Contacts per call. */
const CHUNK = 1_000;

/** A segment that has expired, or that is partly purged and so still has its `contact_count`. */
const expired = scoped<{ id: string }>(
  'expired_segment',
  `select id from segments where organization_id = $1 and deleted_at is not null
     and (purged_at is null and deleted_at < $2::timestamptz or purged_at is not null and contact_count is not null)
   order by deleted_at limit 1 for update`,
);
const assigned = scoped<{ id: string }>(
  'contacts_of_expired_segment',
  `(select id from contacts where organization_id = $1 and deleted_at is null and segment_ids @> array[$2::uuid] limit ${CHUNK})
   union all
   (select id from contacts where organization_id = $1 and deleted_at is not null and segment_ids @> array[$2::uuid] limit ${CHUNK})
   limit ${CHUNK}`,
);
/** Leaves `version` alone, because readers already hide the segment. */
const unassign = scoped(
  'unassign_expired_segment',
  `update contacts c set
     segment_ids = array(select s.id from unnest(c.segment_ids, c.assigned_at) s (id, at) where s.id <> $3),
     assigned_at = array(select s.at from unnest(c.segment_ids, c.assigned_at) s (id, at) where s.id <> $3)
   where c.organization_id = $1 and c.id = any($2::uuid[])`,
);
const dropCodes = scoped(
  'drop_expired_segment_of_codes',
  'delete from referral_code_segments where organization_id = $1 and segment_id = $2',
);
const dropCounters = scoped(
  'drop_segment_counters',
  'delete from contact_counts where organization_id = $1 and scope_id = $2',
);
const dropDays = scoped(
  'drop_segment_days',
  'delete from segment_days where organization_id = $1 and segment_id = $2',
);
/** Ends restoring. Keeps the id to hide the segment in contacts that a concurrent write gives it back. */
const leaveTombstones = scoped<{ id: string }>(
  'leave_tombstones_of_segments',
  `update segments set purged_at = now(), title = '', description = null, deleted_by = null, deleted_by_id = null
   where organization_id = $1 and id = any($2::uuid[]) and deleted_at is not null and purged_at is null returning id`,
);
const markPurged = scoped(
  'mark_segment_purged',
  'update segments set contact_count = null where organization_id = $1 and id = $2',
);

/** Deletes segments in the trash forever. The next purge of the trash takes their ids out of contacts, where nobody sees them. */
export const purgeSegments: Handler<'purgeSegments'> = async ({ context, body }) => ({
  data: { count: (await leaveTombstones(context, body.ids)).length },
});

/**
 * Removes a segment that was deleted before `until` from a chunk of its contacts, or deletes it forever once none is left.
 * Runs in the transaction of `context.client`.
 *
 * @returns Whether there was such a segment.
 */
export async function purgeSegmentChunk(context: RequestContext, until: string): Promise<boolean> {
  const [segment] = await expired(context, until);
  if (!segment) return false;
  await leaveTombstones(context, [segment.id]);
  const ids = (await assigned(context, segment.id)).map(({ id }) => id).sort();
  if (ids.length > 0) {
    await lockContacts(context, ids);
    await unassign(context, ids, segment.id);
  } else for (const step of [dropCodes, dropCounters, dropDays, markPurged]) await step(context, segment.id);
  return true;
}
