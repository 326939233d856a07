import { type ContactRow, contactColumnsSql, toContact } from '@/lib/contacts/contact-row';
import { CODE_REDEMPTIONS_LISTED } from '@/lib/contract/referral-code';
import { scoped } from '@/lib/database/statement';
import { type Handler, notFound } from '../shared/reply';

const codeExists = scoped<{ id: string }>(
  'referral_code_exists',
  'select id from referral_codes where organization_id = $1 and id = $2',
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
