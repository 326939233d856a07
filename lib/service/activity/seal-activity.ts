import type { Pool, PoolClient } from 'pg';

/** Entries per seal, which blocks the embedded database for 50 to 100 ms. */
export const SEALED_AT_ONCE = 1_000;

/** Two concurrent seals would have the same number, so only one of them succeeds. */
const SEAL = `with unsealed as materialized (
    select id, at, activity_digest(activities) as digest from activities
    where organization_id = $1 and seal is null order by id limit ${SEALED_AT_ONCE}),
  batch as (
    select array_agg(id order by id) as ids, array_agg(digest order by id) as digests, count(*)::integer as count,
      max(at) as latest_at, date_trunc('milliseconds', clock_timestamp()) as sealed_at,
      sha256(array_send(array_agg(id order by id)) || array_send(array_agg(digest order by id))) as contents
    from unsealed having count(*) > 0),
  sealed as (
    insert into activity_seals (organization_id, number, count, ids, digests, contents_digest, latest_at, sealed_at, digest)
    select $1, n.number, b.count, b.ids, b.digests, b.contents, b.latest_at, b.sealed_at,
      seal_digest($1, n.number, b.count, b.latest_at, b.sealed_at, b.contents, last.digest)
    from batch b left join (
      select number, digest from activity_seals where organization_id = $1 order by number desc limit 1) last on true
    cross join lateral (select coalesce(last.number, 0) + 1 as number) n
    returning number, count)
  update activities set seal = (select number from sealed) where organization_id = $1 and id = any (array(select id from unsealed)) returning 1`;

/** Seals the next entries of an organization, which gives them their place in its feed. Returns how many. */
export async function sealActivity(
  client: Pick<Pool | PoolClient, 'query'>,
  organizationId: string,
): Promise<number> {
  const { rowCount } = await client.query({ name: 'seal_activities', text: SEAL, values: [organizationId] });
  return rowCount ?? 0;
}
