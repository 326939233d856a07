import { v7 as uuidv7 } from 'uuid';
import { conflictMessage, type Identifier } from '@/lib/contract/conflict';
import { type ContactField, contactFields, EMAIL_OR_PHONE } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import { author } from './author';
import { type ContactRow, contactColumns, contactOf, etagOf } from './contact-row';
import { type Handler, invalid, isUuid, notFound, refuse } from './reply';
import { repeated, type Scope, scoped } from './statement';

interface Outcome extends ContactRow {
  outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'missing' | 'stale' | 'invalid' | 'conflict';
  problems: { path: string; problem?: keyof typeof problemWords; contactId?: string }[] | null;
}

const problemWords = {
  unknown_segment: 'There is no such segment.',
  no_identifier: EMAIL_OR_PHONE,
  code_not_recognised: 'This referral code is not recognised.',
  code_switched_off: 'This referral code is switched off.',
  code_expired: 'This referral code has expired.',
  code_used_up: 'This referral code is used up.',
  code_own: 'A contact cannot redeem a code of which it is the referrer.',
};

const upsert = scoped<Outcome>(
  'upsert_contact',
  'select * from upsert_contact($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
);
const update = scoped<Outcome>(
  'update_contact',
  'select * from update_contact($1, $2, $3, $4, $5, $6, $7, $8)',
);
const trashOne = scoped<Outcome>('trash_contact', 'select * from trash_contact($1, $2, $3, $4, $5, $6, $7)');
const trashMany = scoped<{ count: number }>(
  'trash_contacts',
  'select trash_contacts($1, $2, $3, $4, $5, $6) as count',
);
const get = scoped<ContactRow>(
  'get_contact',
  `select ${contactColumns} from contacts c where c.organization_id = $1 and c.id = $2 and c.deleted_at is null`,
);
const redemptions = scoped<{ id: string; code: string; label: string | null; redeemed_at: string }>(
  'list_redemptions',
  `select r.id, r.code, r.label, d.redeemed_at from redemptions d
   join referral_codes r on r.organization_id = d.organization_id and r.id = d.referral_code_id
   where d.organization_id = $1 and d.contact_id = $2 order by d.redeemed_at, r.id`,
);

export const upsertContact: Handler<'upsertContact'> = async ({ scope, body }) => {
  const values = contactFields.map((field) => body[field] ?? null);
  const segmentIds = body.segmentIds ?? null;
  const [row] = await repeated(() =>
    upsert(scope, ...author(scope), ...values, segmentIds, body.referralCode ?? null),
  );
  return answer(scope, row);
};

export const updateContact: Handler<'updateContact'> = async ({ scope, id, body, etags }) => {
  if (!isUuid(id)) return notFound('contact');
  const patch: Partial<Record<ContactField, string | null>> = {};
  for (const field of contactFields) if (body[field] !== undefined) patch[field] = body[field];
  const segmentIds = body.segmentIds === null ? [] : body.segmentIds;
  const [row] = await repeated(() =>
    update(scope, ...author(scope), id, etags, JSON.stringify(patch), segmentIds ?? null),
  );
  return answer(scope, row);
};

export const getContact: Handler<'getContact'> = async ({ scope, id }) => {
  const [row] = isUuid(id) ? await get(scope, id) : [];
  if (!row) return notFound('contact');
  return { data: contactOf(row, scope.organizationId), headers: { ETag: etagOf(row) } };
};

export const deleteContact: Handler<'deleteContact'> = async ({ scope, id, etags }) => {
  if (!isUuid(id)) return notFound('contact');
  const deletionId = uuidv7();
  const [row] = await repeated(() => trashOne(scope, ...author(scope), deletionId, id, etags));
  const reply = answer(scope, row);
  return 'refusal' in reply ? reply : { ...reply, headers: { ...reply.headers, 'Deletion-Id': deletionId } };
};

export const deleteContacts: Handler<'deleteContacts'> = async ({ scope, body }) => {
  const deletionId = uuidv7();
  const [row] = await repeated(() => trashMany(scope, ...author(scope), deletionId, body.ids));
  return { data: { count: row?.count ?? 0 }, headers: { 'Deletion-Id': deletionId } };
};

export const listRedemptions: Handler<'listRedemptions'> = async ({ scope, id }) => {
  const [contact] = isUuid(id) ? await get(scope, id) : [];
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

function answer(scope: Scope, row: Outcome | undefined) {
  if (!row) throw new Error('The write path gave no outcome.');
  switch (row.outcome) {
    case 'missing':
      return notFound('contact');
    case 'stale':
      return refuse('PRECONDITION_FAILED', 'The contact has changed since the version that If-Match names.');
    case 'invalid':
      return invalid(
        (row.problems ?? []).map(({ path, problem }) => ({
          path,
          message: problemWords[problem as keyof typeof problemWords],
        })),
      );
    case 'conflict':
      return refuse('CONFLICT', 'Another contact has this email or phone number.', conflicts(row));
    default:
      return {
        data: contactOf(row, scope.organizationId),
        headers: { ETag: etagOf(row) },
        ...(row.outcome === 'created' && { created: `/contacts/${row.id}` }),
      };
  }
}

function conflicts(row: Outcome): ErrorDetail[] {
  return (row.problems ?? []).map(({ path, contactId }) => ({
    path,
    message: conflictMessage(path as Identifier, contactId as string),
  }));
}
