import { type ContactField, contactFields, contactUpdate, contactUpsert } from '@/lib/contract/contact';
import type { ErrorDetail } from '@/lib/contract/error';
import type { Scope } from '../statement';
import { type ContactRequest, decide } from './decide';
import { possiblePhone } from './possible-phone';
import { readContacts } from './read';
import { detailOf } from './replies';

/**
 * The rules that the valid fields of a body break, where other fields are not valid: all problems are told at once.
 *
 * @param id The contact of a `PUT`; `null` for an upsert.
 */
export async function ruleProblems(scope: Scope, body: unknown, id: string | null): Promise<ErrorDetail[]> {
  const request = { ...validPart(body, id), id };
  const { stored, clock } = await readContacts(scope, [request]);
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
    segmentIds: shape.segmentIds.safeParse(given.segmentIds).data ?? null,
    referralCode: (id === null && referralCode.safeParse(given.referralCode).data) || null,
    ifMatch: null,
    ifNoneMatch: null,
  };
}
