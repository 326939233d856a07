import type { BulkChangeProgress } from '@/lib/contract/bulk-change';
import { type RequestContext, scoped, violates } from '@/lib/database/statement';
import { type Job, JobFailure } from '@/lib/jobs/job';
import { addSegmentToCodes, removeSegmentFromCodes } from '../referral-codes/referral-codes';
import { knownSegments, lockSegment } from '../segments/segment-row';
import { restoreSegmentRow, trashSegment } from '../segments/trash-segment';
import type { BulkChangeInput } from '../shared/bulk-change-type';

/** Contacts in segment `$2` but not in `$3`: they were assigned after the merge had begun. */
const LEFT = `select c.id from contacts c where c.organization_id = $1 and c.deleted_at is null
  and c.segment_ids @> array[$2::uuid] and not c.segment_ids @> array[$3::uuid]`;
const hasLeft = scoped<{ id: string }>('segment_has_contacts_left', `${LEFT} limit 1`);
const addChunk = scoped<{ count: number }>(
  'add_chunk_of_contacts_left',
  `insert into bulk_change_chunks (organization_id, bulk_change_id, number, contact_ids)
   select $1, $4, $5, array_agg(id) from (${LEFT} limit 1000) l having count(*) > 0
   returning cardinality(contact_ids) as count`,
);

/** Adds the surviving segment to contacts in the trash, for when they are restored. Counters do not include them. */
const addTrashed = scoped(
  'add_trashed_contacts',
  `update contacts c set segment_ids = segment_ids || $3::uuid,
     assigned_at = assigned_at || assigned_at[array_position(segment_ids, $2::uuid)]
   where c.organization_id = $1 and c.deleted_at is not null and c.segment_ids @> array[$2::uuid]
     and not c.segment_ids @> array[$3::uuid]`,
);

interface Merge {
  merged: NonNullable<BulkChangeInput['merged']>;
  job: Job<BulkChangeInput, BulkChangeProgress>;
}

/**
 * Finishes a merge whose chunks are done. Returns the size of a further chunk, with contacts assigned meanwhile; or whether
 * the merged segment is now deleted. If `false`, call it again. @throws JobFailure if the surviving segment is deleted.
 */
export async function finishSegmentMerge(
  context: RequestContext,
  { merged, job }: Merge,
): Promise<number | boolean> {
  const [into] = job.input.add as [string];
  if ((await knownSegments(context, [into])).length === 0)
    throw new JobFailure('The segment to merge into was deleted. Restore it and resume, or undo.');
  const [chunk] = await addChunk(context, merged.id, into, job.id, job.position + 1);
  if (chunk) return chunk.count;
  // After this lock, no contact can be assigned to the segment.
  await lockSegment(context, merged.id);
  if ((await hasLeft(context, merged.id, into)).length > 0) return false;
  await addSegmentToCodes(context, merged.id, into);
  await addTrashed(context, merged.id, into);
  await trashSegment(context, merged.id);
  return true;
}

/**
 * Restores the merged segment if it is deleted, and removes the other from the codes that the merge added it to.
 * @throws JobFailure if the segment was deleted forever, or another one has its title.
 */
export async function undoSegmentMerge(context: RequestContext, { merged, job }: Merge): Promise<void> {
  const { id, title, codeIds = [] } = merged;
  try {
    const restored = await restoreSegmentRow(context, id, null);
    // Without the merged segment, its contacts would be left in neither.
    if (!restored && (await knownSegments(context, [id])).length === 0)
      throw new JobFailure(`${title} was deleted forever, so that its merge cannot be undone.`);
  } catch (cause) {
    if (!violates(cause, 'segments_title')) throw cause;
    throw new JobFailure(`Another segment is now called ${title}. Rename it and resume.`);
  }
  await removeSegmentFromCodes(context, codeIds, job.input.add[0] as string);
}
