import { type RequestContext, scoped } from '@/lib/database/statement';

/** Latest activities to keep per segment and day: as many as are listed. */
const RECENT = 20;

/**
 * SQL: the latest activity that took the contact of `a` out of segment `e`, or into it, if `a` undoes that: a restore, or what
 * a job did for the request that undid it.
 */
const undoneSql = `
  select id, (at at time zone 'UTC')::date as day from activities where organization_id = $1 and subject_id = a.subject_id and id < a.id
    and (a.action = 'contact.restored' or a.request_id = any(array(
      select requested_by ->> 'requestId' from jobs where organization_id = $1 and undo)))
    and coalesce(before -> 'segmentIds' @> e.segment, false) = (e.change > 0)
    and coalesce(after -> 'segmentIds' @> e.segment, false) = (e.change < 0)
  order by id desc limit 1`;

/**
 * SQL: adds to `segment_days` the contacts that activities moved in and out of segments, also by deletions, merges and
 * restores. What undoes an activity is subtracted on its day, and removes it from `recent`: its id is there twice. A restore
 * without `resource`, from an earlier version, brought back the segments of the deletion before it.
 *
 * @param entries SQL of the activities `a`.
 */
const countDaysSql = (entries: string) => `
  insert into segment_days as d (organization_id, segment_id, day, added, removed, recent)
  select $1, s.id, m.day, sum(m.added), sum(m.removed),
    coalesce((array_agg(m.activity order by m.activity desc) filter (where m.times = 1))[1:${RECENT}], '{}')
  from (
    select e.segment, coalesce(u.day, (a.at at time zone 'UTC')::date) as day, coalesce(u.id, a.id) as activity, count(*) as times,
      sum(case when u.id is null then greatest(e.change, 0) else least(e.change, 0) end) as added,
      sum(case when u.id is null then greatest(-e.change, 0) else least(-e.change, 0) end) as removed
    from ${entries} cross join lateral (
      select segment, sum(change) as change from (
        select jsonb_path_query(a.before, '$.segmentIds[*]') as segment, -1 as change
        union all select jsonb_path_query(a.after, '$.segmentIds[*]'), 1
        union all select jsonb_path_query(a.before, '$.merged.segments[*][0]'), -1
        union all select jsonb_path_query(a.resource, '$.segments[*].segmentId'), 1 where a.action = 'contact.restored'
        union all select jsonb_path_query(before, '$.segmentIds[*]'), 1 from (
          select before from activities where organization_id = $1 and subject_id = a.subject_id and id < a.id
            and action = 'contact.deleted' and a.action = 'contact.restored' and a.resource is null order by id desc limit 1) p) c
      group by segment having sum(change) <> 0) e
    left join lateral (${undoneSql}) u on true
    where a.action like 'contact.%'
    group by e.segment, 2, 3) m
  join (select id from segments where organization_id = $1 and purged_at is null) s on s.id::text = m.segment #>> '{}'
  group by s.id, m.day order by s.id, m.day
  on conflict (organization_id, segment_id, day) do update set added = d.added + excluded.added,
    removed = d.removed + excluded.removed, recent = array(
      select i from unnest(d.recent || excluded.recent) i group by i having count(*) = 1 order by i desc limit ${RECENT})`;

/** SQL: activities `a` that meet the condition and may have moved a contact. Most did not and are skipped cheaply. */
const activitySql = (condition: string) =>
  `(select id, at, action, subject_id, request_id, before, after, resource from activities where organization_id = $1 and ${condition}
    and (before ? 'segmentIds' or after ? 'segmentIds' or before ? 'merged' or action = 'contact.restored') offset 0) a`;

/** Counts who joined and left segments by rule by the activities of a seal. */
export const countOutcomes = scoped(
  'count_rule_outcomes_of_seal',
  `insert into segment_days as d (organization_id, segment_id, day, added, removed, recent)
   select $1, m.segment, m.day, sum(m.added), sum(m.removed), (array_agg(m.id order by m.id desc))[1:${RECENT}]
   from (select unnest(ids) as id from activity_seals where organization_id = $1 and number = $2) i
   cross join lateral (
     select a.id, (a.at at time zone 'UTC')::date as day, e.segment, e.added, e.removed
     from (select * from activities where organization_id = $1 and id = i.id offset 0) a cross join lateral (
       select unnest(joined) as segment, 1 as added, 0 as removed from rule_outcomes where organization_id = $1 and activity_id = i.id
       union all select unnest("left"), 0, 1 from rule_outcomes where organization_id = $1 and activity_id = i.id
       union all select a.subject_id, coalesce(jsonb_array_length(a.after -> 'joined'), 0),
         coalesce(jsonb_array_length(a.after -> 'left'), 0) where a.action = 'segment.members-changed') e) m
   group by m.segment, m.day order by m.segment, m.day
   on conflict (organization_id, segment_id, day) do update set added = d.added + excluded.added,
     removed = d.removed + excluded.removed, recent = array(
       select i from unnest(d.recent || excluded.recent) i order by i desc limit ${RECENT})`,
);

/** Counts the activities of a seal. */
export const countSeal = scoped(
  'count_segment_days_of_seal',
  countDaysSql(`(select unnest(ids) as id from activity_seals where organization_id = $1 and number = $2) i
    cross join lateral ${activitySql('id = i.id')}`),
);

const activitiesOf = scoped<{ id: string }>(
  'activities_of_contacts',
  `select id from activities where organization_id = $1
     and (subject_id = any($2::uuid[]) or contact_ids && $2::uuid[] and action like 'contact.%')
     and (before is not null or after is not null)`,
);
/** Locks rows that sealing deletes before it counts. */
const lockUnsealed = scoped<{ ids: string[] }>(
  'lock_unsealed_activities',
  'select ids from unsealed_activities where organization_id = $1 and ids && $2::uuid[] order by id for update',
);
const lockUncounted = scoped<{ ids: string[] }>(
  'lock_uncounted_seals',
  `select ids from activity_seals where organization_id = $1 and not counted and ids is not null and ids && $2::uuid[]
   order by number for update`,
);
const countActivities = scoped(
  'count_segment_days_of_activities',
  countDaysSql(`unnest($2::uuid[]) i (id) cross join lateral ${activitySql('id = i.id')}`),
);

/** Counts uncounted activity of contacts before it is erased: afterwards it has no values to count. */
export async function countBeforeErasure(context: RequestContext, contactIds: string[]): Promise<void> {
  const activities = (await activitiesOf(context, contactIds)).map(({ id }) => id);
  // These locks keep others from counting them meanwhile.
  const lists = [...(await lockUnsealed(context, activities)), ...(await lockUncounted(context, activities))];
  const uncounted = new Set(lists.flatMap((list) => list.ids));
  const ids = activities.filter((id) => uncounted.has(id));
  if (ids.length > 0) await countActivities(context, ids);
}

const takeUncounted = scoped<{ number: number }>(
  'take_uncounted_seal',
  `update activity_seals set counted = true where organization_id = $1 and number = (
     select number from activity_seals where organization_id = $1 and not counted and ids is not null
     order by number desc limit 1 for update)
   returning number`,
);

/** Counts the activity of the latest seal that an earlier version left uncounted. Returns whether there was one. */
export async function countUncounted(context: RequestContext): Promise<boolean> {
  const [seal] = await takeUncounted(context);
  if (seal) await countSeal(context, seal.number);
  return seal !== undefined;
}
