import { type ContactFilter, counterOf, filterOf } from '@/lib/contacts/lists/contact-filter';
import { fingerprintOf, selected } from '@/lib/contacts/lists/contact-selection';
import type { SegmentCounts } from '@/lib/contract/bulk-change';
import { parameters, runScoped } from '@/lib/database/statement';
import type { Handler } from '../reply';

const listOf = (counts: string) => `(
  select coalesce(json_agg(json_build_object('segmentId', segment_id, 'count', count) order by segment_id), '[]')
  from (${counts}) counts)`;

const countsOfMatches = listOf(`
  select s.segment_id, count(*) as count from matches m
  join contact_segments s on s.organization_id = $1 and s.contact_id = m.id group by s.segment_id`);

/** For all contacts. Counters of segments deleted concurrently may be left over. */
const counters = listOf(`
  select c.counted_id as segment_id, sum(c.count)::bigint as count from contact_counts c
  where c.organization_id = $1 and exists (
    select from segments s where s.organization_id = $1 and s.id = c.counted_id)
  group by c.counted_id having sum(c.count) > 0`);

export const countContactSegments: Handler<'countContactSegments'> = async ({ context, body }) => {
  const filter = body.filter && filterOf(body.filter, context.country);
  const { values, parameter } = parameters();
  const [row] = await runScoped<SegmentCounts>(
    context,
    `with matches as (${selected(context, body, parameter)})
     select total, fingerprint, ${segmentsOf(filter)} as segments
     from (select count(*) as total, ${fingerprintOf('id')} as fingerprint from matches) counted`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  return { data: row };
};

function segmentsOf(filter: ContactFilter | undefined): string {
  if (filter && counterOf(filter) === 'all') return counters;
  const unassigned = filter?.without && filter.segmentIds.length === 0 && !filter.others;
  return unassigned ? "'[]'::json" : countsOfMatches;
}
