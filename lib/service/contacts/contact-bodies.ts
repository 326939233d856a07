import type * as z from 'zod';
import { type ContactRequest, decide } from '@/lib/contacts/decide';
import { type FieldFilter, resolveFieldFilter } from '@/lib/contacts/lists/field-conditions';
import { withPossiblePhone } from '@/lib/contacts/possible-phone';
import { readContacts } from '@/lib/contacts/read';
import { contactUpdate, contactUpsert, mayHaveId } from '@/lib/contract/contact';
import { type ContactField, contactFields } from '@/lib/contract/contact-fields';
import { markCreate, markRemove } from '@/lib/contract/do-not-contact';
import type { ErrorDetail } from '@/lib/contract/error';
import type { OperationName } from '@/lib/contract/operations';
import type { RequestContext } from '@/lib/database/statement';
import { possiblePhone } from '@/lib/phone-country';
import { toErrorDetail } from './contacts';

const upsert = withPossiblePhone(contactUpsert);
const update = withPossiblePhone(contactUpdate);

/** Schemas of bodies with rules that only the service can check. */
export const contactBodies: { [N in OperationName]?: z.ZodType } = {
  upsertContact: upsert,
  previewContact: upsert,
  updateContact: update,
  previewUpdate: update,
  markDoNotContact: withPossiblePhone(markCreate),
  unmarkDoNotContact: withPossiblePhone(markRemove),
};

/**
 * Rules that the valid fields of a body break when others are invalid, so that one response lists all problems.
 *
 * @param id The contact of a `PUT`; `null` for an upsert.
 */
export async function findRuleProblems(
  context: RequestContext,
  body: unknown,
  id: string | null,
): Promise<ErrorDetail[]> {
  const request = validPart(body, id);
  const { stored, clock } = await readContacts(context, [request]);
  // The schema tells of a missing email or phone, unless own fields may name the contact.
  const { email, phone, fields } = (body ?? {}) as Record<string, unknown>;
  const isTold = id === null && (email || phone || !mayHaveId(fields));
  return decide(stored, request, clock)
    .problems.filter(({ rule }) => rule !== 'no_identifier' || !isTold)
    .map(toErrorDetail);
}

/** What a valid query, or the filter of a valid body, asks of own fields that do not exist, or that have no such value. */
export async function findFilterProblems(
  context: RequestContext,
  { query, body }: { query?: unknown; body?: unknown },
): Promise<ErrorDetail[]> {
  const { filter: given, input } = (body ?? {}) as { filter?: FieldFilter; input?: { filter?: FieldFilter } };
  const filter = given ?? input?.filter;
  if (!filter && !query) return [];
  const { problems } = await resolveFieldFilter(context, filter ?? query ?? {});
  const path = given ? 'filter.' : 'input.filter.';
  return filter ? problems.map((one) => ({ ...one, path: `${path}${one.path}` })) : problems;
}

/** The valid fields of a body, as a request; others count as absent. */
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
    custom: shape.fields.safeParse(given.fields).data,
    segmentIds: shape.segmentIds.safeParse(given.segmentIds).data,
    referralCode: id === null ? referralCode.safeParse(given.referralCode).data : null,
  };
}
