'use server';

import * as z from 'zod';
import { type ActionResult, action } from '@/app/server/action';
import { newTitles, saveWithNewSegments } from '@/app/server/save-with-new-segments';
import type { SignedIn } from '@/app/server/session';
import type { ApiError, BoundCall } from '@/lib/call';
import { type ConflictPath, conflictingContact } from '@/lib/contract/conflict';
import { contactUpdate, contactUpsert } from '@/lib/contract/contact';
import { isUnusualPhone } from '@/lib/phone-country';
import { may } from '@/lib/staff/roles';
import type { Owners, SaveResult } from './contact-save';

type SaveAnswer = ActionResult<SaveResult>;

/** An unusual phone that the person has confirmed. */
const unusualPhone = z.string().optional();

const upsert = z.strictObject({
  body: contactUpsert,
  newSegments: newTitles,
  /** Version that the preview would update; `null` if it would create; absent to skip the check. */
  expected: z.string().nullable().optional(),
  unusualPhone,
});

/**
 * Creates or updates a contact by an upsert, unless the upsert would change another version than `expected` or the phone is
 * unusual and not confirmed.
 */
export const createContact = action(
  'contacts:write',
  upsert,
  async ({ body, newSegments, expected, unusualPhone }, signedIn) =>
    askAboutPhone(body.phone, unusualPhone) ??
    saveContactWithNewSegments(body, newSegments, signedIn, async (withSegments) => {
      const { call } = signedIn;
      const result = await call('upsertContact', {
        body: withSegments,
        ifMatch: expected ?? undefined,
        ifNoneMatch: expected === null ? '*' : undefined,
      });
      if (result.ok) {
        const { data: contact, etag, status, repeated } = result;
        const changed = status === 201 ? 'created' : etag === expected ? 'unchanged' : 'updated';
        return outcome({ kind: repeated ? 'saved' : changed, contact, etag });
      }
      if (result.error.code !== 'PRECONDITION_FAILED') return toRefusal(call, result.error);
      const now = await call('previewContact', { body });
      return now.ok ? outcome({ kind: 'overtaken', now: now.data }) : now;
    }),
);

const update = z.strictObject({
  id: z.guid(),
  etag: z.string().nullable(),
  body: contactUpdate,
  newSegments: newTitles,
  unusualPhone,
});

/** Updates a contact, unless it has changed since version `etag` or the phone is unusual and not confirmed. */
export const updateContact = action(
  'contacts:write',
  update,
  async ({ id, etag, body, newSegments, unusualPhone }, signedIn) =>
    askAboutPhone(body.phone, unusualPhone) ??
    saveContactWithNewSegments(body, newSegments, signedIn, async (withSegments) => {
      const { call } = signedIn;
      const ifMatch = etag ?? undefined;
      const result = await call('updateContact', { id, body: withSegments, ifMatch });
      if (result.ok) {
        const kind = result.repeated ? 'saved' : 'updated';
        return outcome({ kind, contact: result.data, etag: result.etag });
      }
      if (result.error.code === 'NOT_FOUND') return outcome({ kind: 'gone' });
      if (result.error.code !== 'PRECONDITION_FAILED') return toRefusal(call, result.error);
      const latest = await call('getContact', { id });
      if (!latest.ok) return latest.error.code === 'NOT_FOUND' ? outcome({ kind: 'gone' }) : latest;
      const by = await findLastEditor(id, signedIn);
      return outcome({ kind: 'stale', latest: { contact: latest.data, etag: latest.etag }, by });
    }),
);

const redeem = z.strictObject({ id: z.guid(), referralCode: z.string() });

/** Redeems a referral code for an existing contact, by an upsert with the contact's email or phone. */
export const redeemCode = action('contacts:write', redeem, async ({ id, referralCode }, { call }) => {
  const current = await call('getContact', { id });
  if (!current.ok) return current;
  const { email, phone } = current.data;
  const body = { ...(email ? { email } : { phone }), referralCode };
  const result = await call('upsertContact', { body, ifMatch: current.etag ?? undefined });
  return result.ok ? { ok: true as const, data: { contact: result.data, etag: result.etag } } : result;
});

/** Returns the question about an unusual phone; `null` if the phone is usual or confirmed. */
function askAboutPhone(phone: string | null | undefined, confirmed: string | undefined): SaveAnswer | null {
  if (!phone || phone === confirmed || !isUnusualPhone(phone)) return null;
  return outcome({ kind: 'unusual', phone });
}

/** Creates new segments with a save; keeps them only if the contact is saved. */
function saveContactWithNewSegments<Body extends { segmentIds?: string[] | null | undefined }>(
  body: Body,
  titles: readonly string[],
  signedIn: SignedIn,
  save: (body: Body) => Promise<SaveAnswer>,
): Promise<SaveAnswer> {
  const saveWith = (made: string[]) =>
    save(made.length > 0 ? { ...body, segmentIds: [...(body.segmentIds ?? []), ...made] } : body);
  return saveWithNewSegments(titles, signedIn, saveWith, (outcome) => 'contact' in outcome);
}

/**
 * Name of the person or token that last changed a contact; `null` if the activity cannot be read or the person may not read
 * it.
 */
async function findLastEditor(id: string, { staff, call }: SignedIn): Promise<string | null> {
  if (!may(staff.role, 'activity:read')) return null;
  const query = new URLSearchParams({ subjectId: id, pageSize: '1' });
  const history = await call('listActivity', { query }).catch(() => null);
  const actor = history?.ok ? history.data[0]?.actor : undefined;
  return actor ? actor.name.replace(/ <[^>]*>$/, '') : null;
}

/**
 * Converts a conflict to an outcome with the conflicting contacts; returns other errors unchanged, and conflicts whose
 * contacts are unknown.
 */
async function toRefusal(call: BoundCall, error: ApiError): Promise<SaveAnswer> {
  if (error.code !== 'CONFLICT') return { ok: false, error };
  const owners: Owners = {};
  for (const detail of error.details) {
    const id = conflictingContact(detail);
    const result = id === null ? null : await call('getContact', { id });
    if (result?.ok) owners[detail.path as ConflictPath] = result.data;
  }
  return Object.keys(owners).length > 0 ? outcome({ kind: 'conflict', owners }) : { ok: false, error };
}

function outcome(data: SaveResult) {
  return { ok: true as const, data };
}
