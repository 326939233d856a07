import type { Database } from '@/lib/database/database';
import { run } from '@/lib/database/statement';
import { activityDigest } from './seal-activity';

/** Result for one organization. Times are ISO 8601. */
export interface Verified {
  /** Verified entries. */
  activities: number;
  seals: number;
  /** Entries removed after `ACTIVITY_DAYS`. */
  removed: number;
  /** Entries not sealed yet. */
  unsealed: number;
  last: { number: number; digest: string; sealedAt: string } | null;
  /** The first problem, as a sentence. */
  problem: string | null;
  /** The given digests that still exist. */
  known: string[];
}

interface Seal {
  number: number;
  count: number;
  isRemoved: boolean;
  /** Whether all its entries are older than `ACTIVITY_DAYS`. */
  isOld: boolean;
  digest: string;
  sealed_at: string;
  /** Whether the digests are correct. */
  fits: boolean;
}

interface Misfit {
  id: string;
  at: string | null;
  action: string | null;
  missing?: boolean;
}

const SEALS = `select number, count, ids is null as "isRemoved",
    coalesce(latest_at < clock_timestamp() - make_interval(days => $2), false) as "isOld", encode(digest, 'hex') as digest, sealed_at,
    digest = seal_digest(organization_id, number, count, latest_at, sealed_at, contents_digest,
      lag(digest) over (order by number))
    and (ids is null or contents_digest = sha256(array_send(ids) || array_send(digests)) and count = cardinality(ids)) as fits
  from activity_seals where organization_id = $1 order by number`;

/** The first entry of a seal that was removed or altered. Values may only be erased by purging the contact. */
const FIRST_MISFIT = `select s.id, a.id is null as missing, a.at, a.action
  from (select unnest(ids) as id, unnest(digests) as digest from activity_seals where organization_id = $1 and number = $2) s
  left join lateral (
    select a.*, ${activityDigest} as digest from activities a where a.organization_id = $1 and a.id = s.id offset 0) a on true
  where a.id is null or a.digest <> s.digest
    or a.erased_digest is not null and not exists (
      select from activities p where p.organization_id = $1 and p.action = 'contact.purged'
        and (p.subject_id = a.subject_id or p.subject_id = any(a.contact_ids) or a.subject_id = any(p.contact_ids)))
  order by s.id limit 1`;

/** The first entry that is neither sealed nor waiting to be, or that is listed twice. */
const FIRST_STRANGER = `select a.id, a.at, a.action, l.times is null as missing from activities a
  left join (
    select id, count(*) as times from (
      select unnest(ids) as id from activity_seals where organization_id = $1
      union all select unnest(ids) from unsealed_activities where organization_id = $1) l
    group by id offset 0) l on l.id = a.id
  where a.organization_id = $1 and l.times is distinct from 1 order by a.id limit 1`;

/**
 * Verifies that no sealed entry was altered, removed or inserted, except by retention and by purging contacts. Stops at the
 * first problem.
 *
 * @param days `ACTIVITY_DAYS`; nothing younger may have been removed.
 * @param known Digests of earlier seals, noted elsewhere. If one is gone, the whole chain was rewritten.
 */
export async function verifyActivity(
  database: Database,
  organizationId: string,
  { days, known = [] }: { days?: number | undefined; known?: readonly string[] } = {},
): Promise<Verified> {
  const query = <Row extends object>(text: string, ...values: unknown[]) =>
    run<Row>(database, { text, values: [organizationId, ...values] });
  const seals = await query<Seal>(SEALS, days ?? null);
  const last = seals.at(-1);
  const [{ unsealed } = { unsealed: 0 }] = await query<{ unsealed: number }>(
    'select coalesce(sum(count), 0) as unsealed from unsealed_activities where organization_id = $1',
  );
  const verified: Verified = {
    activities: 0,
    seals: 0,
    removed: 0,
    unsealed,
    last: last ? { number: last.number, digest: last.digest, sealedAt: last.sealed_at } : null,
    problem: null,
    known: known.filter((digest) => seals.some((seal) => seal.digest === digest)),
  };
  for (const seal of seals) {
    const { number, count, isRemoved, isOld, fits, sealed_at: at } = seal;
    const failed = (problem: string) => ({ ...verified, problem });
    if (number !== verified.seals + 1) return failed(`Seal ${verified.seals + 1} is missing.`);
    if (!fits || (isRemoved && verified.activities > 0))
      return failed(`Seal ${number} of ${at} was altered.`);
    if (isRemoved && !isOld)
      return failed(`The activities of seal ${number} of ${at} were removed before ACTIVITY_DAYS.`);
    if (isRemoved) verified.removed += count;
    else {
      const [misfit] = await query<Misfit>(FIRST_MISFIT, number);
      if (misfit) {
        const which = misfit.missing ? misfit.id : `${misfit.id} (${misfit.action}, ${misfit.at})`;
        return failed(
          `Activity ${which} was ${misfit.missing ? 'removed' : 'altered'} after seal ${number} of ${at}.`,
        );
      }
      verified.activities += count;
    }
    verified.seals++;
  }
  const [stranger] = await query<Misfit>(FIRST_STRANGER);
  if (stranger) {
    const why = stranger.missing ? 'was inserted: it is part of no seal' : 'is listed twice';
    verified.problem = `Activity ${stranger.id} (${stranger.action}, ${stranger.at}) ${why}.`;
  }
  return verified;
}
