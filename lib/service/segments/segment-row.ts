import type { Segment } from '@/lib/contract/segment';
import { scoped } from '@/lib/database/statement';

/** A segment as statements that write return it. */
export type SegmentRow = Pick<Segment, 'id' | 'title' | 'color'>;

/** Nobody is assigned to it meanwhile: that takes a lock of its row, too. */
export const lockSegment = scoped<SegmentRow>(
  'lock_segment',
  'select id, title, color from segments where organization_id = $1 and id = $2 for update',
);

/** Fields recorded in the activity. */
export const recordedFields = ({ title, color }: SegmentRow) => ({ title, color });
