import { actorValues, recording } from '@/lib/contacts/activity';
import type { ErrorDetail } from '@/lib/contract/error';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { isUuid } from '@/lib/contract/text';
import { isRace, type RequestContext, retryOnConflict, scoped } from '@/lib/database/statement';
import { type Handler, invalid, notFound, refuse } from '../reply';

interface Row {
  id: string;
  code: string;
  label: string | null;
  referrer_id: string | null;
  max_redemptions: number | null;
  redemption_count: number;
  expires_at: string | null;
  active: boolean;
  created_at: string;
  segment_ids: string[];
}

const columns =
  'r.id, r.code, r.label, r.referrer_id, r.max_redemptions, r.redemption_count, r.expires_at, r.active, r.created_at';
const assigned = `array(select s.segment_id from referral_code_segments s
  where s.organization_id = $1 and s.referral_code_id = r.id order by s.segment_id)`;
/** Fields recorded in the activity: non-null ones, named as on the wire. */
const fields = (of: string, segmentIds: string) => `jsonb_strip_nulls(jsonb_build_object('code', ${of}.code,
  'label', ${of}.label, 'referrerId', ${of}.referrer_id, 'maxRedemptions', ${of}.max_redemptions,
  'expiresAt', to_char(${of}.expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'active', ${of}.active,
  'segmentIds', ${segmentIds}))`;
const sorted = (ids: string) => `array(select unnest(${ids}::uuid[]) order by 1)`;

const list = scoped<Row>(
  'list_referral_codes',
  `select ${columns}, ${assigned} as segment_ids from referral_codes r
   where r.organization_id = $1 and ($2::uuid is null or r.referrer_id = $2) order by r.created_at desc, r.id desc`,
);
const get = scoped<Row>(
  'get_referral_code',
  `select ${columns}, ${assigned} as segment_ids from referral_codes r
   where r.organization_id = $1 and r.id = $2`,
);
const findByCode = scoped<{ id: string; code: string }>(
  'find_referral_code',
  'select r.id, r.code from referral_codes r where r.organization_id = $1 and caseless(r.code) = caseless($2)',
);
const create = scoped<{ id: string }>(
  'create_referral_code',
  `with made as (
     insert into referral_codes (organization_id, id, code, label, referrer_id, max_redemptions, expires_at, active, created_at)
     select $1, uuid_of(clock_timestamp()), $6, $7, $8, $9, $10, $11, date_trunc('milliseconds', clock_timestamp())
     returning *),
   assigned as (
     insert into referral_code_segments (organization_id, referral_code_id, segment_id)
     select made.organization_id, made.id, segment_id from made, unnest($12::uuid[]) segment_id),
   record as (${recording('referral-code.created', 'made.id', 'null', fields('made', sorted('$12')))} from made)
   select id from made`,
);
/** `$7`: columns to change, `$8`: new segments, or null. */
const update = scoped<{ id: string }>(
  'update_referral_code',
  `with old as (
     select r as stored, ${assigned} as segment_ids from referral_codes r
     where r.organization_id = $1 and r.id = $6 for update),
   wanted as (select (jsonb_populate_record(stored, $7::jsonb)).* from old),
   new as (
     update referral_codes r set label = w.label, referrer_id = w.referrer_id, max_redemptions = w.max_redemptions,
       expires_at = w.expires_at, active = w.active
     from wanted w where r.organization_id = w.organization_id and r.id = w.id returning r.*),
   dropped as (
     delete from referral_code_segments s using new
     where s.organization_id = new.organization_id and s.referral_code_id = new.id and s.segment_id <> all($8::uuid[])),
   assigned as (
     insert into referral_code_segments (organization_id, referral_code_id, segment_id)
     select new.organization_id, new.id, segment_id from new, unnest($8::uuid[]) segment_id on conflict do nothing),
   change as (
     select new.id, ${fields('(old.stored)', 'old.segment_ids')} as before,
       ${fields('new', `case when $8::uuid[] is null then old.segment_ids else ${sorted('$8')} end`)} as after from new, old),
   record as (${recording('referral-code.updated', 'id', 'differing(before, after)', 'differing(after, before)')}
     from change where before <> after)
   select id from new`,
);
const unknownSegments = scoped<{ problems: { path: string }[] | null }>(
  'unknown_segments',
  'select segment_problems($1, $2) as problems',
);
const contactExists = scoped<{ id: string }>(
  'contact_exists',
  'select id from contacts where organization_id = $1 and id = $2 and deleted_at is null',
);

export const listReferralCodes: Handler<'listReferralCodes'> = async ({ context, query }) => ({
  data: (await list(context, query.referrerId ?? null)).map(referralCodeOf),
});

// Retried if a segment or the referrer is deleted between the check and the write, which violates a foreign key.
export const createReferralCode: Handler<'createReferralCode'> = ({ context, body }) =>
  retryOnConflict(async () => {
    const details = await problemsOf(context, body);
    if (details.length > 0) return invalid(details);
    try {
      const { code, label, referrerId, maxRedemptions, expiresAt, active = true } = body;
      const segmentIds = [...new Set(body.segmentIds)];
      const values = [code, label, referrerId, maxRedemptions, expiresAt, active, segmentIds];
      const [made] = await create(context, ...actorValues(context), ...values);
      const [row] = await get(context, made?.id);
      return { data: referralCodeOf(row as Row), created: `/referral-codes/${made?.id}` };
    } catch (cause) {
      if (!isRace(cause) || cause.constraint !== 'referral_codes_code') throw cause;
      // None if it was deleted meanwhile.
      const [found] = await findByCode(context, body.code);
      const message = found
        ? `The referral code "${found.code}" already exists.`
        : 'This referral code already exists.';
      return refuse('CONFLICT', message, [{ path: 'code', message, ...(found && { id: found.id }) }]);
    }
  });

export const updateReferralCode: Handler<'updateReferralCode'> = ({ context, id, body }) =>
  retryOnConflict(async () => {
    const [old] = isUuid(id) ? await get(context, id) : [];
    if (!old) return notFound('referral code');
    const details = await problemsOf(context, body);
    if (body.maxRedemptions && body.maxRedemptions < old.redemption_count)
      details.push({
        path: 'maxRedemptions',
        message: `It has already been redeemed ${old.redemption_count} times.`,
      });
    if (details.length > 0) return invalid(details);
    const changes = {
      label: body.label,
      referrer_id: body.referrerId,
      max_redemptions: body.maxRedemptions,
      expires_at: body.expiresAt,
      active: body.active,
    };
    const segmentIds = body.segmentIds && [...new Set(body.segmentIds)];
    // JSON omits undefined values, which leaves their columns unchanged.
    await update(context, ...actorValues(context), id, JSON.stringify(changes), segmentIds ?? null);
    const [row] = await get(context, id);
    return { data: referralCodeOf(row as Row) };
  });

async function problemsOf(
  context: RequestContext,
  body: { segmentIds?: string[]; referrerId?: string | null },
): Promise<ErrorDetail[]> {
  const details: ErrorDetail[] = [];
  if (body.segmentIds?.length) {
    const [row] = await unknownSegments(context, body.segmentIds);
    for (const { path } of row?.problems ?? []) details.push({ path, message: 'There is no such segment.' });
  }
  if (body.referrerId && (await contactExists(context, body.referrerId)).length === 0)
    details.push({ path: 'referrerId', message: 'There is no such contact.' });
  return details;
}

function referralCodeOf(row: Row): ReferralCode {
  return {
    id: row.id,
    code: row.code,
    label: row.label,
    referrerId: row.referrer_id,
    maxRedemptions: row.max_redemptions,
    redemptionCount: row.redemption_count,
    expiresAt: row.expires_at,
    segmentIds: row.segment_ids,
    active: row.active,
    createdAt: row.created_at,
  };
}
