import type { VersionedContact } from '@/components/contacts/contact-queries';
import { tryAction } from '@/components/hooks/call-action';
import { browserError, NO_ANSWER } from '@/components/hooks/call-error';
import { newSegmentTitles } from '@/components/segments/new-segments';
import type { Refusal } from '@/lib/call';
import { createContact, updateContact } from './contact-form-actions';
import { mergeValues } from './contact-form-state';
import { type ContactValues, sameValues, toFormValues, toUpdate, toUpsert } from './contact-form-values';
import type { SaveResult } from './contact-save';

/**
 * Creates or updates a contact by an upsert, through a server action; `expected` as in `FormPreview`. Returns errors.
 * `already`: an attempt whose response was lost had saved it.
 */
export async function sendNew(
  values: ContactValues,
  expected: string | null | undefined,
  unusualPhone?: string,
): Promise<SaveResult> {
  const newSegments = newSegmentTitles(values.segmentIds);
  const input = { body: toUpsert(values), newSegments, expected, unusualPhone };
  const result = toResult(await tryAction(createContact, input, UNKNOWN));
  if (result.kind !== 'overtaken') return result;
  const { outcome, contact, etag, referralCode } = result.now;
  const isSaved = outcome === 'unchanged' && !referralCode?.message && newSegments.length === 0;
  return contact && isSaved ? { kind: 'already', contact, etag } : result;
}

/**
 * Saves changes from `base` through a server action; sends nothing if there are none. Returns errors. If a newer version
 * agrees with the form, as after a lost response, retries on top of it.
 */
export async function sendEdit(
  values: ContactValues,
  base: VersionedContact,
  unusualPhone?: string,
): Promise<SaveResult> {
  const baseValues = toFormValues(base.contact);
  const changes = toUpdate(values, baseValues);
  if (!changes.ok) return { kind: 'error', error: { ...INVALID, details: changes.details } };
  if (Object.keys(changes.body).length === 0) return { kind: 'unchanged', ...base };
  const newSegments = newSegmentTitles(values.segmentIds);
  const update = { id: base.contact.id, etag: base.etag, body: changes.body, newSegments, unusualPhone };
  const outcome = toResult(await tryAction(updateContact, update, UNKNOWN));
  // A stale replica may return the version that was just rejected.
  if (outcome.kind !== 'stale' || outcome.latest.etag === base.etag) return outcome;
  const merge = mergeValues(baseValues, values, toFormValues(outcome.latest.contact));
  if (merge.conflicts.length > 0 || !sameValues(merge.values, values)) return outcome;
  const again = await sendEdit(values, outcome.latest, unusualPhone);
  return again.kind === 'unchanged' ? { ...again, kind: 'already' } : again;
}

const UNKNOWN = {
  ...NO_ANSWER,
  message: 'No response. It may have been saved; check before trying again.',
};

const INVALID = browserError('VALIDATION_ERROR', '');

const toResult = (answer: { ok: true; data: SaveResult } | Refusal): SaveResult =>
  answer.ok ? answer.data : { kind: 'error', error: answer.error };
