import { type ContactRow, contactColumnsSql, toContact } from '@/lib/contacts/contact-row';
import { CODE_REDEMPTIONS_LISTED } from '@/lib/contract/referral-code';
import { scoped } from '@/lib/database/statement';
import { daysUntil, type Moved } from '../segments/segment-days';
import { type Handler, notFound } from '../shared/reply';

const codeExists = scoped<{ id: string }>(
  'referral_code_exists',
  'select id from referral_codes where organization_id = $1 and id = $2',
);
const readDays = scoped<{ today: string; count: number; days: Moved[] | null }>(
  'read_code_days',
  `select current_date::text as today, r.count, d.days from
     (select redemption_count as count from referral_codes where organization_id = $1 and id = $2) r,
     (select json_agg(json_build_object('day', day, 'added', added, 'removed', 0)) as days from (
        select redeemed_at::date as day, count(*) as added from redemptions
        where organization_id = $1 and referral_code_id = $2 and redeemed_at >= current_date - $3::integer + 1
        group by 1) e) d`,
);
/** `$3`: the last contact of the previous page, or null. */
const list = scoped<ContactRow & { redeemed_at: string }>(
  'list_code_redemptions',
  // OFFSET 0 forces the index on the code, whatever the statistics say.
  `select ${contactColumnsSql}, d.redeemed_at from (
     select * from redemptions where organization_id = $1 and referral_code_id = $2 and ($3::uuid is null or (redeemed_at, contact_id) <
       (select redeemed_at, contact_id from redemptions
        where organization_id = $1 and referral_code_id = $2 and contact_id = $3))
     order by redeemed_at desc, contact_id desc offset 0) d
   cross join lateral (select * from contacts c where c.organization_id = $1 and c.id = d.contact_id offset 0) c
   where c.deleted_at is null
   order by d.redeemed_at desc, d.contact_id desc limit ${CODE_REDEMPTIONS_LISTED + 1}`,
);

/** Lists the live contacts that have redeemed a code, latest first, `CODE_REDEMPTIONS_LISTED` at a time. */
export const listCodeRedemptions: Handler<'listCodeRedemptions'> = async ({ context, id, query }) => {
  const [code] = await codeExists(context, id);
  if (!code) return notFound('referral code');
  const rows = await list(context, id, query.after ?? null);
  const listed = rows.slice(0, CODE_REDEMPTIONS_LISTED);
  return {
    data: listed.map((row) => ({
      contact: toContact(row, context.organizationId),
      redeemedAt: row.redeemed_at,
    })),
    meta: { next: rows.length > listed.length ? (listed.at(-1)?.id ?? null) : null },
  };
};

/** The uses of a code in the last days, by day, counted back from all of them. */
export const getCodeGrowth: Handler<'getCodeGrowth'> = async ({ context, id, query }) => {
  const [row] = await readDays(context, id, query.days);
  if (!row) return notFound('referral code');
  const days = daysUntil(row.today, query.days, row.count, row.days ?? []);
  return { data: days.map(({ day, added, count }) => ({ day, added, count })) };
};
