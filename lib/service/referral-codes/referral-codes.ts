import { recordActivity, recordUpdate } from '@/lib/contacts/activity';
import { hiddenSegmentsSql } from '@/lib/contacts/contact-row';
import type { ErrorDetail } from '@/lib/contract/error';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { type RequestContext, retryOnConflict, scoped, violates } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { unknownSegments } from '../segments/segment-row';
import { type Handler, type HandlerCall, invalid, notFound, refuse } from '../shared/reply';

const assigned = `array(select s.segment_id from referral_code_segments s
  where s.organization_id = $1 and s.referral_code_id = r.id and s.segment_id <> all(${hiddenSegmentsSql}) order by s.segment_id) as "segmentIds"`;
const columns = `r.id, r.code, r.label, r.referrer_id as "referrerId", r.max_redemptions as "maxRedemptions",
  r.redemption_count as "redemptionCount", r.expires_at as "expiresAt", ${assigned}, r.active, r.created_at as "createdAt"`;
const list = scoped<ReferralCode>(
  'list_referral_codes',
  `select ${columns} from referral_codes r
   where r.organization_id = $1 and ($2::uuid is null or r.referrer_id = $2) order by r.created_at desc, r.id desc`,
);
const get = scoped<ReferralCode>(
  'get_referral_code',
  `select ${columns} from referral_codes r where r.organization_id = $1 and r.id = $2`,
);
const findByCode = scoped<{ id: string; code: string }>(
  'find_referral_code',
  'select r.id, r.code from referral_codes r where r.organization_id = $1 and caseless(r.code) = caseless($2)',
);
/** Codes that assign the segment `$2` but not `$3`. */
export const codesOfSegment = scoped<Pick<ReferralCode, 'id' | 'segmentIds'>>(
  'list_codes_of_segment',
  `select r.id, ${assigned} from referral_codes r where r.organization_id = $1
     and exists (select from referral_code_segments s where s.organization_id = $1 and s.referral_code_id = r.id and s.segment_id = $2)
     and not exists (select from referral_code_segments s where s.organization_id = $1 and s.referral_code_id = r.id and s.segment_id = $3)
   order by r.id`,
);
const create = scoped<{ id: string }>(
  'create_referral_code',
  `insert into referral_codes (organization_id, id, code, label, referrer_id, max_redemptions, expires_at, active, created_at)
   select $1, uuid_of(clock_timestamp()), $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', clock_timestamp())
   returning id`,
);
const lock = scoped(
  'lock_referral_code',
  'select from referral_codes where organization_id = $1 and id = $2 for update',
);
const update = scoped(
  'update_referral_code',
  `update referral_codes set label = $3, referrer_id = $4, max_redemptions = $5, expires_at = $6, active = $7
   where organization_id = $1 and id = $2`,
);
const dropSegments = scoped(
  'drop_segments_of_code',
  `delete from referral_code_segments where organization_id = $1 and referral_code_id = $2 and segment_id <> all($3::uuid[])
     and segment_id <> all(${hiddenSegmentsSql})`,
);
const addSegments = scoped(
  'add_segments_to_code',
  `insert into referral_code_segments (organization_id, referral_code_id, segment_id)
   select $1, $2, segment_id from unnest($3::uuid[]) segment_id on conflict do nothing`,
);
const contactExists = scoped<{ id: string }>(
  'contact_exists',
  'select id from contacts where organization_id = $1 and id = $2 and deleted_at is null',
);

/** Lists all referral codes, or those of a referrer, latest first. */
export const listReferralCodes: Handler<'listReferralCodes'> = async ({ context, query }) => ({
  data: await list(context, query.referrerId ?? null),
});

/**
 * Creates a referral code, and records it; an existing one is a conflict. Retries if a segment or the referrer is deleted
 * between the check and the write, which violates a foreign key.
 */
export const createReferralCode: Handler<'createReferralCode'> = ({ context, body }) =>
  retryOnConflict(async () => {
    const details = await findProblems(context, body);
    if (details.length > 0) return invalid(details);
    try {
      const { code, label, referrerId, maxRedemptions, expiresAt, active = true } = body;
      const data = await joinTransaction(context, async (context) => {
        const [made] = await create(context, code, label, referrerId, maxRedemptions, expiresAt, active);
        await addSegments(context, made?.id, body.segmentIds ?? []);
        const [resource] = (await get(context, made?.id)) as [ReferralCode];
        const after = recordedFields(resource);
        await recordActivity(context, {
          action: 'referral-code.created',
          subjectId: resource.id,
          after,
          resource,
        });
        return resource;
      });
      return { data, created: `/referral-codes/${data.id}` };
    } catch (cause) {
      if (!violates(cause, 'referral_codes_code')) throw cause;
      // The other code may have been deleted meanwhile.
      const [found] = await findByCode(context, body.code);
      const message = found
        ? `The referral code "${found.code}" already exists.`
        : 'This referral code already exists.';
      return refuse('CONFLICT', message, [{ path: 'code', message, ...(found && { id: found.id }) }]);
    }
  });

/** Changes the given fields of a referral code, and records it. Its uses cannot be limited below those made. */
export const updateReferralCode: Handler<'updateReferralCode'> = ({ context, id, body }) =>
  retryOnConflict(async () => {
    const [old] = await get(context, id);
    if (!old) return notFound('referral code');
    const details = await findProblems(context, body);
    if (body.maxRedemptions && body.maxRedemptions < old.redemptionCount)
      details.push({
        path: 'maxRedemptions',
        message: `It has already been redeemed ${old.redemptionCount} times.`,
      });
    if (details.length > 0) return invalid(details);
    return { data: await joinTransaction(context, (context) => updateRow(context, id, body)) };
  });

/** Removes a segment from codes, and records that; skips codes that do not have it. */
export async function removeSegmentFromCodes(
  context: RequestContext,
  ids: string[],
  segmentId: string,
): Promise<void> {
  for (const id of ids) {
    const [code] = await get(context, id);
    if (code?.segmentIds.includes(segmentId))
      await updateRow(context, id, { segmentIds: code.segmentIds.filter((one) => one !== segmentId) });
  }
}

/** Adds segment `into` to the codes that assign segment `from`, and records that. */
export async function addSegmentToCodes(context: RequestContext, from: string, into: string): Promise<void> {
  for (const { id, segmentIds } of await codesOfSegment(context, from, into))
    await updateRow(context, id, { segmentIds: [...segmentIds, into] });
}

/** Changes the given fields of a code, and records it. */
async function updateRow(
  context: RequestContext,
  id: string,
  body: HandlerCall<'updateReferralCode'>['body'],
) {
  await lock(context, id);
  const [old] = (await get(context, id)) as [ReferralCode];
  // Absent fields stay as they are.
  const { label, referrerId, maxRedemptions, expiresAt, active } = { ...old, ...body };
  await update(context, id, label, referrerId, maxRedemptions, expiresAt, active);
  if (body.segmentIds) {
    await dropSegments(context, id, body.segmentIds);
    await addSegments(context, id, body.segmentIds);
  }
  const [resource] = (await get(context, id)) as [ReferralCode];
  const [before, after] = [recordedFields(old), recordedFields(resource)];
  await recordUpdate(context, { action: 'referral-code.updated', subjectId: id, before, after, resource });
  return resource;
}

/** Fields for the activity that have a value, named as on the wire. */
function recordedFields({ id: _, redemptionCount: __, createdAt: ___, ...fields }: ReferralCode): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

/** Error details for segments and a referrer that do not exist. */
async function findProblems(
  context: RequestContext,
  body: { segmentIds?: string[]; referrerId?: string | null },
): Promise<ErrorDetail[]> {
  const details = await unknownSegments(context, 'segmentIds', body.segmentIds);
  if (body.referrerId && (await contactExists(context, body.referrerId)).length === 0)
    details.push({ path: 'referrerId', message: 'There is no such contact.' });
  return details;
}
