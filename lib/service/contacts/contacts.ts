import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { contactFields, type contactUpdate, type contactUpsert } from '@/lib/contract/contact';
import { author } from '../author';
import { type Handler, isUuid, notFound } from '../reply';
import { repeated, scoped } from '../statement';
import { type ContactRow, contactColumns, contactOf, etagOf, matchesEtag } from './contact-row';
import type { ContactWriter } from './contact-writer';
import type { ContactRequest } from './decide';
import { replyOf, STALE } from './replies';

const trash = scoped<{ count: number }>(
  'trash_contacts',
  'select trash_contacts($1, $2, $3, $4, $5, $6, $7) as count',
);
const contactRow = scoped<ContactRow>(
  'get_contact',
  `select ${contactColumns} from contacts c where c.organization_id = $1 and c.id = $2 and c.deleted_at is null`,
);
const redemptions = scoped<{ id: string; code: string; label: string | null; redeemed_at: string }>(
  'list_redemptions',
  `select r.id, r.code, r.label, d.redeemed_at from redemptions d
   join referral_codes r on r.organization_id = d.organization_id and r.id = d.referral_code_id
   where d.organization_id = $1 and d.contact_id = $2 order by d.redeemed_at, r.id`,
);

/** What a body of `POST /contacts` asks for. */
export const upsertRequest = ({
  segmentIds = null,
  referralCode = null,
  ...fields
}: z.output<typeof contactUpsert>): ContactRequest => ({
  id: null,
  fields,
  segmentIds,
  referralCode,
  ifMatch: null,
  ifNoneMatch: null,
});

function updateRequest(
  id: string,
  { segmentIds, ...fields }: z.output<typeof contactUpdate>,
): ContactRequest {
  const given = contactFields.filter((name) => fields[name] !== undefined);
  return {
    id: id.toLowerCase(),
    fields: Object.fromEntries(given.map((name) => [name, fields[name]])),
    segmentIds: segmentIds === undefined ? null : (segmentIds ?? []),
    referralCode: null,
    ifMatch: null,
    ifNoneMatch: null,
  };
}

export function upsertContact(write: ContactWriter): Handler<'upsertContact'> {
  return async ({ scope, body, etags, noneOf }) =>
    replyOf(scope, await write(scope, { ...upsertRequest(body), ifMatch: etags, ifNoneMatch: noneOf }));
}

export function updateContact(write: ContactWriter): Handler<'updateContact'> {
  return async ({ scope, id, body, etags }) =>
    isUuid(id)
      ? replyOf(scope, await write(scope, { ...updateRequest(id, body), ifMatch: etags }))
      : notFound('contact');
}

export const getContact: Handler<'getContact'> = async ({ scope, id }) => {
  const [row] = isUuid(id) ? await contactRow(scope, id) : [];
  if (!row) return notFound('contact');
  return { data: contactOf(row, scope.organizationId), headers: { ETag: etagOf(row) } };
};

export const deleteContact: Handler<'deleteContact'> = async ({ scope, id, etags }) => {
  const [row] = isUuid(id) ? await contactRow(scope, id) : [];
  if (!row) return notFound('contact');
  if (etags && !matchesEtag(etags, row)) return STALE;
  const deletionId = uuidv7();
  const [done] = await repeated(() => trash(scope, ...author(scope), deletionId, [id]));
  if (done?.count !== 1) return notFound('contact');
  return {
    data: contactOf(row, scope.organizationId),
    headers: { ETag: etagOf(row), 'Deletion-Id': deletionId },
  };
};

export const deleteContacts: Handler<'deleteContacts'> = async ({ scope, body }) => {
  const deletionId = uuidv7();
  const [row] = await repeated(() => trash(scope, ...author(scope), deletionId, body.ids));
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
