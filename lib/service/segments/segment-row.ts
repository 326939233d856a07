import type { ErrorDetail } from '@/lib/contract/error';
import type { Segment } from '@/lib/contract/segment';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** A segment as statements that write return it. */
export type SegmentRow = Pick<Segment, 'id' | 'title' | 'color'> & { description: string | null };

/** Which of these segments exist. */
export const knownSegments = scoped<Pick<SegmentRow, 'id' | 'title'>>(
  'known_segments',
  'select id, title from segments where organization_id = $1 and id = any($2) and deleted_at is null',
);
/** Error details for the ids at `path` that belong to no segment. */
export async function unknownSegments(
  context: RequestContext,
  path: string,
  ids: string[] = [],
): Promise<ErrorDetail[]> {
  if (ids.length === 0) return [];
  const known = new Set((await knownSegments(context, ids)).map(({ id }) => id));
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `${path}.${index}`, message: 'There is no such segment.' }],
  );
}

/** Keeps others from changing, deleting or assigning the segment until the transaction ends. */
export const lockSegment = scoped<SegmentRow>(
  'lock_segment',
  'select id, title, color, description from segments where organization_id = $1 and id = $2 and deleted_at is null for update',
);

/** Fields recorded in the activity: those that have a value. */
export const recordedFields = ({ title, color, description }: SegmentRow) => ({
  title,
  color,
  ...(description !== null && { description }),
});

/** Converts a row to the wire format. */
export const toSegment = <Row extends SegmentRow>({ description, ...row }: Row) => ({
  ...row,
  ...(description !== null && { description }),
});
