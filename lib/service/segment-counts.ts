import type { SegmentCounts } from '@/lib/contract/bulk-change';
import { counterOf, filterOf } from './contact-filter';
import { selected } from './contact-selection';
import type { Handler } from './reply';
import { runScoped, scoped } from './statement';

/** A segment that was deleted while contacts were deleted or restored may have left a counter. */
const counters = scoped<{ counted_id: string; count: number }>(
  'read_counters',
  `select c.counted_id, sum(c.count)::bigint as count from contact_counts c
   where c.organization_id = $1 and (c.counted_id = $1 or exists (
     select from segments s where s.organization_id = $1 and s.id = c.counted_id))
   group by c.counted_id having sum(c.count) > 0 order by c.counted_id`,
);

const countsOfMatches = `
  select coalesce(json_agg(json_build_object('segmentId', segment_id, 'count', count) order by segment_id), '[]')
  from (select s.segment_id, count(*) as count from matches m
    join contact_segments s on s.organization_id = $1 and s.contact_id = m.id group by s.segment_id) counts`;

export const countContactSegments: Handler<'countContactSegments'> = async ({ scope, body }) => {
  const filter = body.filter && filterOf(body.filter);
  if (filter && counterOf(filter) === 'all') {
    const rows = await counters(scope);
    const isTotal = ({ counted_id }: { counted_id: string }) => counted_id === scope.organizationId;
    const segments = rows.filter((row) => !isTotal(row));
    return {
      data: {
        total: rows.find(isTotal)?.count ?? 0,
        segments: segments.map(({ counted_id, count }) => ({ segmentId: counted_id, count })),
      },
    };
  }
  const unassigned = filter?.without && filter.segmentIds.length === 0;
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  const [row] = await runScoped<SegmentCounts>(
    scope,
    `with matches as materialized (${selected(body, parameter)})
     select (select count(*) from matches) as total, ${unassigned ? "'[]'::json" : `(${countsOfMatches})`} as segments`,
    values,
  );
  return { data: row ?? { total: 0, segments: [] } };
};
