import { v7 as uuidv7 } from 'uuid';
import type * as z from 'zod';
import {
  type ContactRow,
  contactColumnsSql,
  matchesEtag,
  toContact,
  toEtag,
} from '@/lib/contacts/contact-row';
import type { ContactRequest, Decision, Problem, Rule } from '@/lib/contacts/decide';
import { toFieldKey } from '@/lib/contacts/field-values';
import { rulesDigestSql } from '@/lib/contacts/lists/rule-facts';
import { findRuleSegments } from '@/lib/contacts/lists/rule-segments';
import { trashContacts } from '@/lib/contacts/trash';
import { type ConflictPath, conflictMessage } from '@/lib/contract/conflict';
import {
  type contactUpdate,
  type contactUpsert,
  EMAIL_OR_PHONE,
  type Redemption,
} from '@/lib/contract/contact';
import { contactFields } from '@/lib/contract/contact-fields';
import type { ErrorDetail } from '@/lib/contract/error';
import { type RequestContext, retryOnConflict, scoped } from '@/lib/database/statement';
import { type Handler, invalid, notFound, refuse } from '../shared/reply';

const fromContactSql = `from contacts c where c.organization_id = $1 and c.deleted_at is null
  and c.id = (select coalesce(m.merged_into, m.id) from contacts m where m.organization_id = $1 and m.id = $2)`;
/** A live contact by its id, or by the id of a contact that was merged into it. */
export const contactRow = scoped<ContactRow>('get_contact', `select ${contactColumnsSql} ${fromContactSql}`);
const contactWithRules = scoped<ContactRow & { rules: string | null }>(
  'get_contact_with_rules',
  `select ${contactColumnsSql}, ${rulesDigestSql} as rules ${fromContactSql}`,
);
export const readRedemptions = scoped<Redemption>(
  'list_redemptions',
  `select r.id as "referralCodeId", r.code, r.label, d.redeemed_at as "redeemedAt" from redemptions d
   join referral_codes r on r.organization_id = d.organization_id and r.id = d.referral_code_id
   where d.organization_id = $1 and d.contact_id = $2 order by d.redeemed_at, r.id`,
);

export const CODE_NOT_RECOGNIZED = 'Unknown referral code.';

const messages: Record<Exclude<Rule, 'conflict' | 'field_value' | 'segment_by_rule'>, string> = {
  unknown_field: 'There is no such field.',
  unknown_segment: 'There is no such segment.',
  no_identifier: EMAIL_OR_PHONE,
  same_contact: 'A contact cannot be merged with itself.',
  code_not_recognized: CODE_NOT_RECOGNIZED,
  code_switched_off: 'This referral code is turned off.',
  code_expired: 'This referral code has expired.',
  code_used_up: 'This referral code is used up.',
  code_own: 'A contact cannot redeem its own referral code.',
};

const STALE = refuse('PRECONDITION_FAILED', 'The contact has changed (If-Match/If-None-Match).');

/** A broken rule as an entry of `error.details`. */
export function toErrorDetail({ path, rule, owner, message = '' }: Problem): ErrorDetail {
  if (rule === 'field_value' || rule === 'segment_by_rule') return { path, message };
  if (rule === 'conflict') return { path, message: conflictMessage(path as ConflictPath, owner?.id ?? '') };
  return { path, message: messages[rule] };
}

/** Refuses what other contacts have. */
export const refuseConflict = (problems: Problem[]) =>
  refuse(
    'CONFLICT',
    `Another contact has this ${problems.some(({ path }) => toFieldKey(path)) ? 'id, ' : ''}email or phone number.`,
    problems.map(toErrorDetail),
  );

/** The API's response to a decision that was written, with the contact's ETag, or the refusal. */
export function toWriteReply(context: RequestContext, { outcome, problems, after }: Decision) {
  if (outcome === 'missing') return notFound('contact');
  if (outcome === 'stale') return STALE;
  if (outcome === 'invalid') return invalid(problems.map(toErrorDetail));
  if (outcome === 'conflict') return refuseConflict(problems);
  if (!after) throw new Error(`A contact was ${outcome}, and is not there.`);
  return {
    data: toContact(after, context.organizationId),
    headers: { ETag: toEtag(after) },
    ...(outcome === 'created' && { created: `/contacts/${after.id}` }),
  };
}

/** Converts a body of `POST /contacts`. */
export const upsertRequest = ({
  segmentIds,
  referralCode,
  fields: custom,
  ...fields
}: z.output<typeof contactUpsert>): ContactRequest => ({
  id: null,
  fields,
  custom,
  segmentIds,
  referralCode,
});

/** Converts a body of `PUT /contacts/{id}`: absent fields stay unchanged, `segmentIds: null` removes all. */
export function updateRequest(
  id: string,
  { segmentIds, fields: custom, ...fields }: z.output<typeof contactUpdate>,
): ContactRequest {
  // Absent fields stay unchanged.
  const given = contactFields.filter((name) => fields[name] !== undefined);
  return {
    id,
    fields: Object.fromEntries(given.map((name) => [name, fields[name]])),
    custom,
    segmentIds: segmentIds === null ? [] : segmentIds,
  };
}

/** Creates or updates the contact with this email or phone, if `If-Match` and `If-None-Match` allow it. */
export const upsertContact: Handler<'upsertContact'> = async ({ context, service, body, etags, noneOf }) => {
  const request = { ...upsertRequest(body), ifMatch: etags, ifNoneMatch: noneOf };
  return toWriteReply(context, await service.write(context, request));
};

/**
 * Updates a contact, if `If-Match` allows it. An id that was merged into another changes that contact, which
 * `Content-Location` names.
 */
export const updateContact: Handler<'updateContact'> = async ({ context, service, id, body, etags }) => {
  const decision = await service.write(context, { ...updateRequest(id, body), ifMatch: etags });
  const reply = toWriteReply(context, decision);
  if ('refusal' in reply || !decision.after) return reply;
  return { ...reply, headers: { ...reply.headers, ...toLocation(id, decision.after) } };
};

/** Headers that name the surviving contact, if `id` was merged into it. */
const toLocation = (id: string, contact: ContactRow) =>
  contact.id === id ? null : { 'Content-Location': `/contacts/${contact.id}` };

/** A live contact, by its id or that of a contact that was merged into it. */
export const getContact: Handler<'getContact'> = async ({ context, id }) => {
  const [row] = await contactWithRules(context, id);
  if (!row) return notFound('contact');
  const headers = { ETag: toEtag(row), ...toLocation(id, row) };
  const ruleSegments = await findRuleSegments(context, row.rules, [row]);
  return { data: { ...toContact(row, context.organizationId), ...ruleSegments(row) }, headers };
};

/** Moves a contact to the trash, if `If-Match` allows it. The id of a merged contact is not found. */
export const deleteContact: Handler<'deleteContact'> = async ({ context, id, etags }) => {
  const [row] = await contactRow(context, id);
  if (!row || toLocation(id, row)) return notFound('contact');
  if (etags && !matchesEtag(etags, row)) return STALE;
  const deletionId = uuidv7();
  const count = await retryOnConflict(() => trashContacts(context, [id], deletionId));
  if (count === 0) return notFound('contact');
  return {
    data: toContact(row, context.organizationId),
    headers: { ETag: toEtag(row), 'Deletion-Id': deletionId },
  };
};

/** Moves contacts to the trash as one deletion, and counts them. Skips unknown ids. */
export const deleteContacts: Handler<'deleteContacts'> = async ({ context, body }) => {
  const deletionId = uuidv7();
  const count = await retryOnConflict(() => trashContacts(context, body.ids, deletionId));
  return { data: { count }, headers: { 'Deletion-Id': deletionId } };
};

/** Lists the redemptions of a live contact, oldest first. */
export const listRedemptions: Handler<'listRedemptions'> = async ({ context, id }) => {
  const [contact] = await contactRow(context, id);
  if (!contact) return notFound('contact');
  return { data: await readRedemptions(context, contact.id) };
};
