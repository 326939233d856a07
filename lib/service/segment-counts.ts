import type { SegmentCounts } from '@/lib/contract/bulk-change';
import { selected } from './contact-selection';
import type { Handler } from './reply';
import { runScoped } from './statement';

export const countContactSegments: Handler<'countContactSegments'> = async ({ scope, body }) => {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 1}`;
  const [row] = await runScoped<SegmentCounts>(
    scope,
    `with matches as materialized (${selected(body, parameter)})
     select (select count(*) from matches) as total, (
       select coalesce(json_agg(json_build_object('segmentId', segment_id, 'count', count) order by segment_id), '[]')
       from (select s.segment_id, count(*) as count from matches m
         join contact_segments s on s.organization_id = $1 and s.contact_id = m.id
         group by s.segment_id) counts) as segments`,
    values,
  );
  return { data: row ?? { total: 0, segments: [] } };
};
