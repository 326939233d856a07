import { v7 as uuidv7 } from 'uuid';
import { type ContactField, contactFields } from '@/lib/contract/contact';
import { author } from './author';
import { type Outcome, replyOf } from './contact-outcome';
import { type ContactRow, contactColumns, contactOf, etagOf } from './contact-row';
import { type Handler, isUuid, notFound } from './reply';
import { repeated, scoped } from './statement';
import type { Upsert } from './upsert';

const update = scoped<Outcome>(
  'update_contact',
  'select * from update_contact($1, $2, $3, $4, $5, $6, $7, $8, $9)',
);
const trashOne = scoped<Outcome>(
  'trash_contact',
  'select * from trash_contact($1, $2, $3, $4, $5, $6, $7, $8)',
);
const trashMany = scoped<{ count: number }>(
  'trash_contacts',
  'select trash_contacts($1, $2, $3, $4, $5, $6, $7) as count',
);
export const contactRow = scoped<ContactRow>(
  'get_contact',
  `select ${contactColumns} from contacts c where c.organization_id = $1 and c.id = $2 and c.deleted_at is null`,
);
const redemptions = scoped<{ id: string; code: string; label: string | null; redeemed_at: string }>(
  'list_redemptions',
  `select r.id, r.code, r.label, d.redeemed_at from redemptions d
   join referral_codes r on r.organization_id = d.organization_id and r.id = d.referral_code_id
   where d.organization_id = $1 and d.contact_id = $2 order by d.redeemed_at, r.id`,
);

export function upsertContact(upsert: (upsert: Upsert) => Promise<Outcome>): Handler<'upsertContact'> {
  return async ({ scope, body, etags, noneOf }) => {
    const { segmentIds = null, referralCode = null, ...fields } = body;
    return replyOf(scope, await upsert({ scope, fields, segmentIds, referralCode, etags, noneOf }));
  };
}

export const updateContact: Handler<'updateContact'> = async ({ scope, id, body, etags }) => {
  if (!isUuid(id)) return notFound('contact');
  const patch: Partial<Record<ContactField, string | null>> = {};
  for (const field of contactFields) if (body[field] !== undefined) patch[field] = body[field];
  const segmentIds = body.segmentIds === null ? [] : body.segmentIds;
  const [row] = await repeated(() =>
    update(scope, ...author(scope), id, etags, JSON.stringify(patch), segmentIds ?? null),
  );
  return replyOf(scope, row);
};

export const getContact: Handler<'getContact'> = async ({ scope, id }) => {
  const [row] = isUuid(id) ? await contactRow(scope, id) : [];
  if (!row) return notFound('contact');
  return { data: contactOf(row, scope.organizationId), headers: { ETag: etagOf(row) } };
};

export const deleteContact: Handler<'deleteContact'> = async ({ scope, id, etags }) => {
  if (!isUuid(id)) return notFound('contact');
  const deletionId = uuidv7();
  const [row] = await repeated(() => trashOne(scope, ...author(scope), deletionId, id, etags));
  const reply = replyOf(scope, row);
  return 'refusal' in reply ? reply : { ...reply, headers: { ...reply.headers, 'Deletion-Id': deletionId } };
};

export const deleteContacts: Handler<'deleteContacts'> = async ({ scope, body }) => {
  const deletionId = uuidv7();
  const [row] = await repeated(() => trashMany(scope, ...author(scope), deletionId, body.ids));
  return { data: { count: row?.count ?? 0 }, headers: { 'Deletion-Id': deletionId } };
};

export const listRedemptions: Handler<'listRedemptions'> = async ({ scope, id }) => {
  const [contact] = isUuid(id) ? await contactRow(scope, id) : [];
  if (!contact) return notFound('contact');
  const rows = await redemptions(scope, id);
  return {
    data: rows.map((row) => ({
      referralCodeId: row.id,
      code: row.code,
      label: row.label,
      redeemedAt: row.redeemed_at,
    })),
  };
};
