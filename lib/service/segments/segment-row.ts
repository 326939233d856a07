import { byRuleMessage } from '@/lib/contacts/decide';
import type { SegmentRule } from '@/lib/contract/contact-filter';
import type { ErrorDetail } from '@/lib/contract/error';
import type { Segment } from '@/lib/contract/segment';
import { type RequestContext, scoped } from '@/lib/database/statement';

/** A segment as statements that write return it. */
export type SegmentRow = Pick<Segment, 'id' | 'title' | 'color'> & {
  description: string | null;
  rule: SegmentRule | null;
};

/** SQL: the columns of a `SegmentRow`. */
export const segmentColumnsSql = 'id, title, color, description, rule';

/** Which of these segments exist. */
export const knownSegments = scoped<Pick<SegmentRow, 'id' | 'title'> & { isByRule: boolean }>(
  'known_segments',
  'select id, title, rule is not null as "isByRule" from segments where organization_id = $1 and id = any($2) and deleted_at is null',
);
/** Error details for the ids at `path` that belong to no segment, or to one by rule. */
export async function unknownSegments(
  context: RequestContext,
  path: string,
  ids: string[] = [],
): Promise<ErrorDetail[]> {
  if (ids.length === 0) return [];
  const known = new Map((await knownSegments(context, ids)).map((one) => [one.id, one]));
  return ids.flatMap((id, index) => {
    const segment = known.get(id);
    if (segment && !segment.isByRule) return [];
    const message = segment ? byRuleMessage(segment.title) : 'There is no such segment.';
    return [{ path: `${path}.${index}`, message }];
  });
}

/** Keeps others from changing, deleting or assigning the segment until the transaction ends. */
export const lockSegment = scoped<SegmentRow>(
  'lock_segment',
  `select ${segmentColumnsSql} from segments where organization_id = $1 and id = $2 and deleted_at is null for update`,
);

/** Fields recorded in the activity: those that have a value; a rule as JSON. */
export const recordedFields = ({ title, color, description, rule }: SegmentRow) => ({
  title,
  color,
  ...(description !== null && { description }),
  ...(rule !== null && { rule: JSON.stringify(rule) }),
});

/** Converts a row to the wire format. */
export const toSegment = <Row extends SegmentRow>({ description, rule, ...row }: Row) => ({
  ...row,
  ...(description !== null && { description }),
  ...(rule !== null && { rule }),
});
