import type * as z from 'zod';
import { type ContactRequest, decide } from '@/lib/contacts/decide';
import { withPossiblePhone } from '@/lib/contacts/possible-phone';
import { readContacts } from '@/lib/contacts/read';
import { type ContactField, contactFields, contactUpdate, contactUpsert } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import type { OperationName } from '@/lib/contract/operations';
import { isUuid } from '@/lib/contract/text';
import type { RequestContext } from '@/lib/database/statement';
import { possiblePhone } from '@/lib/phone-country';
import { detailOf } from './contacts';

/** A body, and what only the service knows about it. */
interface ContactBody {
  schema: z.ZodType;
  /** Rules its valid fields break when others are invalid, so that one response lists all problems. */
  rules(context: RequestContext, body: unknown, id: string): Promise<ErrorDetail[]>;
}

const upsert: ContactBody = {
  schema: withPossiblePhone(contactUpsert),
  rules: (context, body) => ruleProblems(context, body, null),
};

const update: ContactBody = {
  schema: withPossiblePhone(contactUpdate),
  rules: async (context, body, id) => (isUuid(id) ? ruleProblems(context, body, id.toLowerCase()) : []),
};

export const contactBodies: { [N in OperationName]?: ContactBody } = {
  upsertContact: upsert,
  previewContact: upsert,
  updateContact: update,
  previewUpdate: update,
};

/** @param id The contact of a `PUT`; `null` for an upsert. */
async function ruleProblems(
  context: RequestContext,
  body: unknown,
  id: string | null,
): Promise<ErrorDetail[]> {
  const request = validPart(body, id);
  const { stored, clock } = await readContacts(context, [request]);
  return decide(stored, request, clock).problems.map(detailOf);
}

function validPart(body: unknown, id: string | null): ContactRequest {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const { shape } = id === null ? contactUpsert : contactUpdate;
  const fields: Partial<Record<ContactField, string | null>> = {};
  for (const name of contactFields) {
    const { data } = shape[name].safeParse(given[name]);
    const value = name === 'phone' && data ? (possiblePhone(data) ?? undefined) : data;
    if (value !== undefined) fields[name] = value;
  }
  const { referralCode } = contactUpsert.shape;
  return {
    id,
    fields,
    segmentIds: shape.segmentIds.safeParse(given.segmentIds).data,
    referralCode: id === null ? referralCode.safeParse(given.referralCode).data : null,
  };
}
