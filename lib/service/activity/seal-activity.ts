import { type RequestContext, scoped } from '@/lib/database/statement';
import { pipelined } from '@/lib/database/transaction';
import { countSeal } from './count-segment-days';
import { recordOutcomes, type ToldRules } from './rule-outcomes';

/** Entries per seal, plus the rest of the last statement's. Sealing them blocks the embedded database for 20 to 40 ms. */
export const SEALED_AT_ONCE = 1_000;

/** SQL: the result of `activity_digest` in the database without a call for each entry; a test compares both. */
export const activityDigest = `sha256(convert_to(jsonb_build_array(a.organization_id, a.id, extract(epoch from a.at), a.action, a.actor_kind,
    a.actor_id, a.actor_name, a.subject_id, a.request_id, a.import_id, encode(sha256(array_send(a.contact_ids)), 'hex'),
    encode(coalesce(case when a.salt is null and a.before is null and a.after is null then a.erased_digest end,
      sha256(convert_to(coalesce(a.salt::text, '') || e'\\n' || coalesce(a.before::text, '') || e'\\n' || coalesce(a.after::text, ''),
        'UTF8'))), 'hex'))::text, 'UTF8'))`;

/**
 * Moves the oldest unsealed entries to a new seal. A concurrent seal of the same entries waits and finds none; one of other
 * entries has the same number, so only one of both succeeds.
 */
const insertSeal = scoped<{ number: number; count: number; told: ToldRules | null }>(
  'insert_seal',
  `with taken as (
     delete from unsealed_activities where organization_id = $1 and id = any(array(
       select id from (
         select id, sum(count) over (order by id) - count as before from (
           select id, count from unsealed_activities where organization_id = $1 order by id limit ${SEALED_AT_ONCE} offset 0) u) u
       where before < ${SEALED_AT_ONCE}))
     returning ids)
   insert into activity_seals (organization_id, number, count, ids, digests, contents_digest, latest_at, sealed_at, digest, counted)
   select $1, n.number, b.count, b.ids, b.digests, b.contents, b.latest_at, b.sealed_at,
     seal_digest($1, n.number, b.count, b.latest_at, b.sealed_at, b.contents, last.digest), true
   from (
     select ids, digests, count, latest_at, date_trunc('milliseconds', clock_timestamp()) as sealed_at,
       sha256(array_send(ids) || array_send(digests)) as contents
     from (
       select array_agg(id order by id) as ids, array_agg(digest order by id) as digests, count(*)::integer as count, max(at) as latest_at
       from (select a.id, a.at, ${activityDigest} as digest from taken cross join lateral unnest(taken.ids) i (id)
         cross join lateral (select * from activities where organization_id = $1 and id = i.id offset 0) a) e
       having count(*) > 0 offset 0) s) b
   left join (
     select number, digest from activity_seals where organization_id = $1 order by number desc limit 1) last on true
   cross join lateral (select coalesce(last.number, 0) + 1 as number) n
   returning number, count, (select rules from told_rules where organization_id = $1) as told`,
);

/**
 * Seals the next entries of an organization, which places them in its feed and counts them for its segments. Returns how many.
 */
export function sealActivity(context: RequestContext): Promise<number> {
  return pipelined(context, async (context) => {
    const [seal] = await insertSeal(context);
    if (seal?.told) await recordOutcomes(context, seal.number, seal.told);
    return { result: seal?.count ?? 0, last: seal ? [countSeal(context, seal.number)] : [] };
  });
}
