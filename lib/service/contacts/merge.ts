import { recordActivity } from '@/lib/contacts/activity';
import { contactOf, etagOf } from '@/lib/contacts/contact-row';
import { changedFields, reassigned } from '@/lib/contacts/decide';
import type { MergeDecision, MergeRequest, UndoObstacle } from '@/lib/contacts/merge';
import {
  freeFormer,
  mergeContacts as merge,
  previewMerge as preview,
  undoMerge as undo,
} from '@/lib/contacts/merge-contacts';
import { lockContacts } from '@/lib/contacts/trash';
import type { FormerAddress } from '@/lib/contract/merge';
import { retryOnConflict, scoped } from '@/lib/database/statement';
import { within } from '@/lib/database/transaction';
import { etagsOf } from '../parse-input';
import { type Handler, type HandlerCall, invalid, notFound, refuse } from '../reply';
import { contactRow, detailOf } from './contacts';

const STALE = refuse('PRECONDITION_FAILED', 'One of the contacts has changed since it was read.');

const obstacles: Record<UndoObstacle, string> = {
  'already-undone': 'This merge was already undone.',
  deleted: 'The merged contact is in the trash. Restore it first.',
  'merged-on': 'One of the contacts was merged again since. Undo that merge first.',
};

const requestOf = ({ id, body, etags }: HandlerCall<'mergeContacts' | 'previewMerge'>): MergeRequest => ({
  id,
  from: body.from,
  take: body.take,
  ifMatch: etags,
  fromMatch: etagsOf(body.fromMatch),
});

function refusalOf({ outcome, problems }: MergeDecision) {
  if (outcome === 'missing') return notFound('contact');
  return outcome === 'stale' ? STALE : invalid(problems.map(detailOf));
}

export const mergeContacts: Handler<'mergeContacts'> = async (call) => {
  const { context } = call;
  const { merged, ...decision } = await merge(context, requestOf(call));
  if (!merged) return refusalOf(decision);
  const { contact, mergeId } = merged;
  return {
    data: contactOf(contact, context.organizationId),
    headers: { ETag: etagOf(contact), 'Merge-Id': mergeId },
  };
};

export const previewMerge: Handler<'previewMerge'> = async (call) => {
  const { context } = call;
  const decision = await preview(context, requestOf(call));
  if (!decision.change) return refusalOf(decision);
  const { stays, goes, redemptions } = decision.change;
  const { before, after } = stays;
  return {
    data: {
      contact: contactOf(after, context.organizationId),
      changes: changedFields(before, after),
      segmentsAdded: reassigned(before, after).added,
      redemptionsAdded: redemptions.added.map(({ code_id, redeemed_at }) => ({
        referralCodeId: code_id,
        redeemedAt: redeemed_at,
      })),
      formerAddresses: (['email', 'phone'] as const).flatMap((field) => {
        const value = goes.after[field];
        return value ? [{ field, value }] : [];
      }),
    },
  };
};

export const undoMerge: Handler<'undoMerge'> = async ({ context, id }) => {
  const { outcome, problems, change } = await undo(context, id);
  if (outcome === 'missing') return notFound('merge');
  if (outcome === 'conflict')
    return refuse('CONFLICT', 'Another contact has this email or phone number.', problems.map(detailOf));
  if (outcome !== 'undone' || !change) return refuse('CONFLICT', obstacles[outcome as UndoObstacle]);
  return {
    data: {
      contact: contactOf(change.stays.after, context.organizationId),
      restored: contactOf(change.goes.after, context.organizationId),
    },
  };
};

export const formerAddresses = scoped<FormerAddress>(
  'list_former_addresses',
  `select a.field, a.value, m.deleted_at as since from contacts m
   cross join lateral (values ('email', m.email), ('phone', m.phone)) a (field, value)
   where m.organization_id = $1 and m.merged_into = $2 and a.value is not null order by m.deleted_at, m.id, a.field`,
);

export const listFormerAddresses: Handler<'listFormerAddresses'> = async ({ context, id }) => {
  const [contact] = await contactRow(context, id);
  return contact ? { data: await formerAddresses(context, contact.id) } : notFound('contact');
};

export const removeFormerAddress: Handler<'removeFormerAddress'> = async ({ context, id, query }) => {
  const [contact] = await contactRow(context, id);
  if (!contact) return notFound('contact');
  return retryOnConflict(() =>
    within(context, async (context) => {
      await lockContacts(context, [contact.id]);
      const { email, phone } = query;
      const removed = await freeFormer(context, contact.id, [email], [phone]);
      if (removed.length === 0) return notFound('former address');
      await recordActivity(context, {
        action: 'contact.updated',
        subjectId: contact.id,
        before: { formerAddress: email ?? phone },
        after: {},
        resource: contactOf(contact, context.organizationId),
      });
      return { data: await formerAddresses(context, contact.id) };
    }),
  );
};
