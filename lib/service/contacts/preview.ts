import { toContact, toEtag } from '@/lib/contacts/contact-row';
import { type ContactRequest, changedFields, type Decision, decide } from '@/lib/contacts/decide';
import { changedFieldValues } from '@/lib/contacts/field-values';
import { readContacts } from '@/lib/contacts/read';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import type { RequestContext } from '@/lib/database/statement';
import { isUnusualPhone } from '@/lib/phone-country';
import { type Handler, invalid, notFound, type Refusal } from '../shared/reply';
import { toErrorDetail, updateRequest, upsertRequest } from './contacts';

export type Preview = { data: ContactPreview } | { refusal: Refusal };

/** What an upsert would do; writes nothing. */
export const previewContact: Handler<'previewContact'> = async ({ context, body }) =>
  (await previewAll(context, [upsertRequest(body)]))[0] as Preview;

/** What an update would do; writes nothing. */
export const previewUpdate: Handler<'previewUpdate'> = async ({ context, id, body }) =>
  (await previewAll(context, [updateRequest(id, body)]))[0] as Preview;

/** Previews each request as if it were sent alone; writes nothing. */
export async function previewAll(context: RequestContext, requests: ContactRequest[]): Promise<Preview[]> {
  const { stored, clock } = await readContacts(context, requests);
  return requests.map((request) => toPreview(context, request, decide(stored, request, clock)));
}

/**
 * Converts a decision to a preview. Conflicts and a problem with the referral code are part of it; other problems refuse
 * it.
 */
function toPreview(context: RequestContext, request: ContactRequest, decision: Decision): Preview {
  const { outcome, before, after, problems, added, removed, redeemed } = decision;
  if (outcome === 'missing') return notFound('contact');
  const { email = null, phone = null } = request.fields;
  const nothing: ContactPreview = {
    outcome: 'conflict',
    email,
    phone,
    unusualPhone: phone !== null && isUnusualPhone(phone),
    contact: null,
    etag: null,
    changes: [],
    segmentsAdded: [],
    segmentsRemoved: [],
    conflicts: {},
    referralCode: null,
  };
  const codeProblem = problems.find(({ path }) => path === 'referralCode');
  const owners = problems.flatMap(({ path, owner }) =>
    owner ? [[path, toContact(owner, context.organizationId)]] : [],
  );
  if (problems.length > owners.length + (codeProblem ? 1 : 0)) return invalid(problems.map(toErrorDetail));
  const code = codeProblem ? { redeems: false, message: toErrorDetail(codeProblem).message } : null;
  if (owners.length > 0)
    return { data: { ...nothing, conflicts: Object.fromEntries(owners), referralCode: code } };

  const changes = [...changedFields(before, after), ...changedFieldValues(before, after)];
  const isSame = before !== null && changes.length + added.length + removed.length === 0 && !redeemed;
  return {
    data: {
      ...nothing,
      outcome: !before ? 'create' : isSame ? 'unchanged' : 'update',
      contact: before && toContact(before, context.organizationId),
      etag: before && toEtag(before),
      changes,
      segmentsAdded: added,
      segmentsRemoved: removed,
      referralCode: request.referralCode ? (code ?? { redeems: redeemed !== null, message: null }) : null,
    },
  };
}
