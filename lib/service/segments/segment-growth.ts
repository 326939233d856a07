import { actorSql } from '@/lib/contacts/activity';
import { readRuleFacts } from '@/lib/contacts/lists/rule-facts';
import {
  LISTED_DAYS,
  MOVES_LISTED,
  type Segment,
  type SegmentDay,
  type SegmentMove,
} from '@/lib/contract/segment';
import { type RequestContext, scoped } from '@/lib/database/statement';
import { sealForReaders } from '../activity/seal-for-readers';
import { type Handler, notFound } from '../shared/reply';
import { daysUntil, type Moved, sumOfLatest } from './segment-days';
import { knownSegments } from './segment-row';
import { countRule } from './segment-rules';

const daysAs = "json_agg(json_build_object('day', day, 'added', added, 'removed', removed)) as days";
const readDays = scoped<{ today: string; count: number; days: Moved[] | null }>(
  'read_segment_days',
  `select current_date::text as today, coalesce(n.count, 0)::bigint as count, d.days from
     (select sum(count) as count from contact_counts where organization_id = $1 and scope_id = $2) n,
     (select ${daysAs} from segment_days
      where organization_id = $1 and segment_id = $2 and day > current_date - $3::integer) d`,
);
const readAllDays = scoped<{ today: string; segment_id: string | null; days: Moved[] }>(
  'read_days_of_segments',
  `select t.today, d.* from (select current_date::text as today) t left join (
     select segment_id, ${daysAs} from segment_days
     where organization_id = $1 and day > current_date - ${LISTED_DAYS} group by segment_id) d on true`,
);
/** SQL: the latest activities. Each day keeps as many as are listed, so the latest days that have some are enough. */
const recentSql = `
     select i.id from (
       select recent from segment_days where organization_id = $1 and segment_id = $2 and cardinality(recent) > 0
       order by day desc limit ${MOVES_LISTED}) d cross join lateral unnest(d.recent) i (id)
     order by i.id desc limit ${MOVES_LISTED * 2}`;
type MoveRow = Omit<SegmentMove, 'contactId'> & { contact_id: string };
const listMoves = scoped<MoveRow>(
  'list_segment_moves',
  `select a.at, a.type, k.id as contact_id, c.name from (${recentSql}) i
   cross join lateral (
     select id, at, subject_id, case
       when action = 'contact.restored' or after -> 'segmentIds' @> to_jsonb($2::text) then 'added'
       when before -> 'segmentIds' @> to_jsonb($2::text) then 'removed' end as type
     from activities where organization_id = $1 and id = i.id offset 0) a
   cross join lateral (
     select coalesce(merged_into, id) as id from contacts where organization_id = $1 and id = a.subject_id offset 0) k
   cross join lateral (
     select coalesce(nullif(concat_ws(' ', firstname, lastname), ''), email, phone) as name
     from contacts where organization_id = $1 and id = k.id offset 0) c
   where a.type is not null order by a.id desc limit ${MOVES_LISTED}`,
);

/** One activity may name many contacts. */
const listRuleMoves = scoped<MoveRow>(
  'list_moves_by_rule',
  `select a.at, m.type, k.id as contact_id, c.name, case
       when a.action like 'contact.%' then json_build_object('type', 'change', 'activityId', a.id, 'action', a.action,
         'actor', ${actorSql('a.actor', 'a.actor_name')}, 'before', a.before, 'after', a.after)
       when a.after ->> 'cause' = 'time' then json_build_object('type', 'time')
       else json_build_object('type', 'change', 'action', 'segment.updated') end as cause
   from (${recentSql}) i
   cross join lateral (select * from activities where organization_id = $1 and id = i.id offset 0) a
   cross join lateral (
     (select a.subject_id as id, case when joined @> array[$2::uuid] then 'added' else 'removed' end as type
       from rule_outcomes where organization_id = $1 and activity_id = a.id offset 0)
     union all (select j::uuid, 'added' from jsonb_array_elements_text(a.after -> 'joined') j
       where a.action = 'segment.members-changed' limit ${MOVES_LISTED})
     union all (select j::uuid, 'removed' from jsonb_array_elements_text(a.after -> 'left') j
       where a.action = 'segment.members-changed' limit ${MOVES_LISTED})) m
   cross join lateral (
     select coalesce(merged_into, id) as id from contacts where organization_id = $1 and id = m.id offset 0) k
   cross join lateral (
     select coalesce(nullif(concat_ws(' ', firstname, lastname), ''), email, phone) as name
     from contacts where organization_id = $1 and id = k.id offset 0) c
   order by a.id desc, m.type, c.name limit ${MOVES_LISTED}`,
);

/** The growth of a segment in the last days, by day. Seals activity first, so that it is counted. */
export const getSegmentGrowth: Handler<'getSegmentGrowth'> = async ({ context, id, query }) => {
  const [segment] = await knownSegments(context, [id]);
  if (!segment) return notFound('segment');
  await sealForReaders(context);
  const [row] = await readDays(context, id, query.days);
  const { today = '', count: assigned = 0, days = null } = row ?? {};
  const facts = segment.isByRule ? await readRuleFacts(context) : null;
  const rule = facts?.rules.get(id);
  const count = facts && rule ? await countRule(context, facts, rule, 0) : assigned;
  return { data: daysUntil(today, query.days, count, days ?? []) satisfies SegmentDay[] };
};

/** Up to `MOVES_LISTED` contacts last added to or removed from a segment. Seals activity first, so that it is counted. */
export const listSegmentMoves: Handler<'listSegmentMoves'> = async ({ context, id }) => {
  const [segment] = await knownSegments(context, [id]);
  if (!segment) return notFound('segment');
  await sealForReaders(context);
  const rows = await (segment.isByRule ? listRuleMoves : listMoves)(context, id);
  const mayKnow = context.scopes.includes('activity:read');
  return {
    data: rows.map(({ contact_id, cause, ...move }) => ({
      ...move,
      contactId: contact_id,
      ...(cause && { cause: mayKnow ? cause : { type: cause.type } }),
    })),
  };
};
/** Reads the growth of all segments. Returns a function from a segment's id and number of contacts to its growth. */
export async function readGrowths(
  context: RequestContext,
): Promise<(id: string, count: number) => NonNullable<Segment['growth']>> {
  await sealForReaders(context);
  const rows = await readAllDays(context);
  const moved = new Map(rows.map(({ segment_id, days }) => [segment_id, days]));
  return (id, count) => {
    const days = daysUntil(rows[0]?.today ?? '', LISTED_DAYS, count, moved.get(id) ?? []);
    return { ...sumOfLatest(days), counts: days.map((day) => day.count) };
  };
}
