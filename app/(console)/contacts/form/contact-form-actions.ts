'use server';

import { z } from 'zod';
import { action } from '@/app/action';
import type { ApiError, Client, Success } from '@/lib/client/client';
import { conflictingContact } from '@/lib/contract/conflict';
import { type Contact, contactUpdate, contactUpsert } from '@/lib/contract/contact';
import type { SaveOutcome } from './contact-save';

const upsert = z.strictObject({
  body: contactUpsert,
  /** Version of the contact that was said to be updated; `null`: none was said to be. Absent: whichever there is. */
  expected: z.string().nullable().optional(),
});

/** Creates a contact, or updates the one that has the email or the phone: what was said, where something was. */
export const createContact = action('contacts:write', upsert, async ({ body, expected }, { client }) => {
  const condition =
    expected === undefined ? {} : expected === null ? ({ ifNoneMatch: '*' } as const) : { ifMatch: expected };
  const result = await client.call('upsertContact', { body, ...condition });
  if (!result.ok && result.error.code === 'PRECONDITION_FAILED') {
    const now = await client.call('previewContact', { body });
    return now.ok ? outcome({ kind: 'overtaken', verdict: now.data }) : now;
  }
  if (!result.ok) return await refusedOutcome(client, result.error);
  return outcome({ kind: kindOf(result, expected), contact: result.data, etag: result.etag });
});

function kindOf({ status, etag, repeated }: Success<'upsertContact'>, expected: string | null | undefined) {
  if (repeated) return 'saved';
  if (status === 201) return 'created';
  return etag === expected ? 'unchanged' : 'updated';
}

const update = z.strictObject({ id: z.guid(), etag: z.string().nullable(), body: contactUpdate });

/** Changes a contact, unless it is no longer the version that the change is based on. */
export const updateContact = action('contacts:write', update, async ({ id, etag, body }, { client }) => {
  const result = await client.call('updateContact', { id, body, ifMatch: etag ?? undefined });
  if (result.ok)
    return outcome({
      kind: result.repeated ? 'saved' : 'updated',
      contact: result.data,
      etag: result.etag,
    });
  if (result.error.code === 'NOT_FOUND') return outcome({ kind: 'gone' });
  if (result.error.code !== 'PRECONDITION_FAILED') return await refusedOutcome(client, result.error);
  const latest = await client.call('getContact', { id });
  if (latest.ok) return outcome({ kind: 'stale', latest: { contact: latest.data, etag: latest.etag } });
  return latest.error.code === 'NOT_FOUND' ? outcome({ kind: 'gone' }) : latest;
});

/** A conflict comes with the contacts it is about, so that the form can show them; other errors stay errors. */
async function refusedOutcome(client: Client, error: ApiError) {
  if (error.code !== 'CONFLICT') return { ok: false as const, error };
  const [email, phone] = await Promise.all(
    (['email', 'phone'] as const).map((path) => ownerOf(client, error, path)),
  );
  return outcome({
    kind: 'conflict',
    details: error.details,
    owners: { email: email ?? null, phone: phone ?? null },
  });
}

async function ownerOf(
  client: Client,
  { details }: ApiError,
  path: 'email' | 'phone',
): Promise<Contact | null> {
  const detail = details.find((one) => one.path === path);
  const id = detail ? conflictingContact(detail) : null;
  if (id === null) return null;
  const result = await client.call('getContact', { id });
  return result.ok ? result.data : null;
}

function outcome(data: SaveOutcome) {
  return { ok: true as const, data };
}
