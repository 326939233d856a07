import { recordActivity } from '@/lib/contacts/activity';
import { releaseFormerIds } from '@/lib/contacts/contact-ids';
import { toContact, toEtag } from '@/lib/contacts/contact-row';
import { changedFields, findSegmentChanges } from '@/lib/contacts/decide';
import { archivedKeysSql, changedFieldValues } from '@/lib/contacts/field-values';
import type { MergeDecision, MergeRequest, UndoObstacle } from '@/lib/contacts/merge';
import {
  mergeContacts as merge,
  previewMerge as preview,
  releaseFormerAddresses,
  undoMerge as undo,
} from '@/lib/contacts/merge-contacts';
import { lockContacts } from '@/lib/contacts/trash';
import type { FormerAddress } from '@/lib/contract/merge';
import { retryOnConflict, scoped } from '@/lib/database/statement';
import { joinTransaction } from '@/lib/database/transaction';
import { parseEtags } from '../shared/parse-input';
import { type Handler, type HandlerCall, invalid, notFound, refuse } from '../shared/reply';
import { contactRow, refuseConflict, toErrorDetail } from './contacts';

const STALE = refuse('PRECONDITION_FAILED', 'One of the contacts has changed since it was read.');

const obstacles: Record<UndoObstacle, string> = {
  'already-undone': 'This merge was already undone.',
  deleted: 'The merged contact is in the trash. Restore it first.',
  'merged-on': 'One of the contacts was merged again since. Undo that merge first.',
};

/** Converts the body and `If-Match` of a merge, whose `fromMatch` is for the merged contact. */
const toMergeRequest = ({
  id,
  body,
  etags,
}: HandlerCall<'mergeContacts' | 'previewMerge'>): MergeRequest => ({
  id,
  from: body.from,
  take: body.take,
  ifMatch: etags,
  fromMatch: parseEtags(body.fromMatch),
});

/** The refusal for a merge that was not made. */
function toRefusal({ outcome, problems }: MergeDecision) {
  if (outcome === 'missing') return notFound('contact');
  return outcome === 'stale' ? STALE : invalid(problems.map(toErrorDetail));
}

/** Merges a contact into another; the answer is the survivor, and `Merge-Id` names the merge for its undo. */
export const mergeContacts: Handler<'mergeContacts'> = async (call) => {
  const { context } = call;
  const { merged, ...decision } = await merge(context, toMergeRequest(call));
  if (!merged) return toRefusal(decision);
  const { contact, mergeId } = merged;
  return {
    data: toContact(contact, context.organizationId),
    headers: { ETag: toEtag(contact), 'Merge-Id': mergeId },
  };
};

/** What a merge would change of the survivor; writes nothing. */
export const previewMerge: Handler<'previewMerge'> = async (call) => {
  const { context } = call;
  const decision = await preview(context, toMergeRequest(call));
  if (!decision.change) return toRefusal(decision);
  const { survivor, merged, redemptions } = decision.change;
  const { before, after } = survivor;
  return {
    data: {
      contact: toContact(after, context.organizationId),
      changes: [...changedFields(before, after), ...changedFieldValues(before, after)],
      segmentsAdded: findSegmentChanges(before, after).added,
      redemptionsAdded: redemptions.added.map(({ code_id, redeemed_at }) => ({
        referralCodeId: code_id,
        redeemedAt: redeemed_at,
      })),
      formerAddresses: (['email', 'phone'] as const).flatMap((field) => {
        const value = merged.after[field];
        return value ? [{ field, value }] : [];
      }),
    },
  };
};

/**
 * Undoes a merge, and answers with both contacts; refuses if another contact has an email, phone or id, or an obstacle is in
 * the way.
 */
export const undoMerge: Handler<'undoMerge'> = async ({ context, id }) => {
  const { outcome, problems, change } = await undo(context, id);
  if (outcome === 'missing') return notFound('merge');
  if (outcome === 'conflict') return refuseConflict(problems);
  if (outcome !== 'undone' || !change) return refuse('CONFLICT', obstacles[outcome as UndoObstacle]);
  return {
    data: {
      contact: toContact(change.survivor.after, context.organizationId),
      restored: toContact(change.merged.after, context.organizationId),
    },
  };
};

export const formerAddresses = scoped<FormerAddress>(
  'list_former_addresses',
  `select a.field, a.value, m.deleted_at as since from contacts m
   cross join lateral (values ('email', m.email), ('phone', m.phone)) a (field, value)
   where m.organization_id = $1 and m.merged_into = $2 and a.value is not null
   union all
   select 'fields.' || i.field_key, i.value, coalesce(case when m.id <> c.id then m.deleted_at end,
     (select max(deleted_at) from contacts where organization_id = $1 and merged_into = $2)) as since
   from contact_ids i join contacts m on m.organization_id = $1 and m.id = i.contact_id
   join contacts c on c.organization_id = $1 and c.id = $2
   where i.organization_id = $1 and i.contact_id = any(array(
       select $2::uuid union all select id from contacts where organization_id = $1 and merged_into = $2))
     and c.fields ->> i.field_key is distinct from i.value and i.field_key <> all(${archivedKeysSql}::text[])
   order by since, field, value`,
);

/** Lists the former emails, phones and ids of a contact, which merges left unused, oldest merge first. */
export const listFormerAddresses: Handler<'listFormerAddresses'> = async ({ context, id }) => {
  const [contact] = await contactRow(context, id);
  return contact ? { data: await formerAddresses(context, contact.id) } : notFound('contact');
};

/** Removes a former address, which then finds this contact no longer, and records it. Answers with those left. */
export const removeFormerAddress: Handler<'removeFormerAddress'> = async ({ context, id, query }) => {
  const [contact] = await contactRow(context, id);
  if (!contact) return notFound('contact');
  return retryOnConflict(() =>
    joinTransaction(context, async (context) => {
      await lockContacts(context, [contact.id]);
      const { email, phone, fields = {} } = query;
      const ids = Object.entries(fields).flatMap(([key, values]) =>
        values.map((value) => ({ id: contact.id, key, value })),
      );
      const removed = [
        ...(await releaseFormerAddresses(context, contact.id, [email], [phone])),
        ...(ids.length > 0 ? await releaseFormerIds(context, JSON.stringify(ids)) : []),
      ];
      if (removed.length === 0) return notFound('former address');
      const [id] = ids;
      await recordActivity(context, {
        action: 'contact.updated',
        subjectId: contact.id,
        before: { formerAddress: email ?? phone ?? id?.value },
        after: {},
        resource: toContact(contact, context.organizationId),
      });
      return { data: await formerAddresses(context, contact.id) };
    }),
  );
};
