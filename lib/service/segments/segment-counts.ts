import { hiddenSegmentsSql } from '@/lib/contacts/contact-row';
import { isMarkedSql } from '@/lib/contacts/do-not-contact';
import { findCounter, resolveFilter } from '@/lib/contacts/lists/contact-filter';
import { fingerprintSql, selectionConditionsSql } from '@/lib/contacts/lists/contact-selection';
import type { SegmentCounts } from '@/lib/contract/bulk-change';
import { parameters, runScoped } from '@/lib/database/statement';
import type { Handler } from '../shared/reply';

const jsonListSql = (counts: string) => `(
  select coalesce(json_agg(json_build_object('segmentId', segment_id, 'count', count) order by segment_id), '[]')
  from (${counts}) counts)`;

const countsOfMatches = jsonListSql(`
  select s.id as segment_id, count(*) as count from matches m cross join unnest(m.segment_ids) s (id)
  where s.id <> all(${hiddenSegmentsSql}) group by s.id`);

/** The counters, for a selection of all contacts. */
const counters = jsonListSql(`
  select c.scope_id as segment_id, sum(c.count)::bigint as count from contact_counts c
  where c.organization_id = $1 and exists (
    select from segments s where s.organization_id = $1 and s.id = c.scope_id and s.deleted_at is null)
  group by c.scope_id having sum(c.count) > 0`);

/** Counts the selected contacts, in total and in each segment. Looks at `countLimit` of them at most. */
export const countContactSegments: Handler<'countContactSegments'> = async ({ context, body }) => {
  const isAll = body.filter && findCounter(await resolveFilter(context, body.filter)) === 'all';
  const { values, parameter } = parameters();
  const marked = body.countDoNotContact;
  const where = await selectionConditionsSql(context, body, parameter);
  const [row] = await runScoped<SegmentCounts>(
    context,
    `with matches as (select c.id${isAll ? '' : ', c.segment_ids'}${marked ? `, ${isMarkedSql} as marked` : ''} from contacts c where ${where} limit ${body.countLimit ?? null})
     select total, fingerprint, ${isAll ? counters : countsOfMatches} as segments
       ${marked ? ', "doNotContact"' : ''}
     from (select count(*) as total, ${fingerprintSql('id')} as fingerprint
       ${marked ? ', count(*) filter (where marked) as "doNotContact"' : ''} from matches) counted`,
    values,
  );
  if (!row) throw new Error('Counting gave no row.');
  return { data: row };
};
