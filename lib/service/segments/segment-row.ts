import type { Segment } from '@/lib/contract/segment';
import { scoped } from '@/lib/database/statement';

/** A segment as statements that write return it. */
export type SegmentRow = Pick<Segment, 'id' | 'title' | 'color'> & { description: string | null };

/** Keeps others from changing or deleting it meanwhile. */
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

/** A row as it goes over the wire. */
export const segmentOf = <Row extends SegmentRow>({ description, ...row }: Row) => ({
  ...row,
  ...(description !== null && { description }),
});
