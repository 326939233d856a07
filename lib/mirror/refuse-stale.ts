import { type ApiError, isMissing } from '@/lib/client/api-error';
import { refusalOf, refuse } from './answer';
import type { Calls } from './calls';
import { isMadeHere, versionOf } from './mirrored-contact';
import type { Asked } from './operation-of';

/**
 * Refuses a change that is based on an older version, where the service itself knows no versions. The contact is read
 * again where the service tells of one; elsewhere the copy is all that is known.
 */
export async function refuseStale(calls: Calls, asked: Asked): Promise<Response | null> {
  if (!isMadeHere(asked.ifMatch) || !asked.id) return null;
  const latest = calls.can('getContact') ? await calls.readContact(asked, 'briefly') : null;
  if (latest && !latest.ok) return refusalOf(isMissing(latest.error) ? latest.error : notSent(latest.error));
  const contact = latest?.data ?? (await calls.copyOf(asked.id));
  if (!contact || versionOf(contact) === asked.ifMatch) return null;
  return refuse('PRECONDITION_FAILED', 'The contact has changed since it was read.');
}

/** A change that waits for the answer to a question is not made without it. */
const notSent = (error: ApiError): ApiError => ({
  ...error,
  message: `${error.message} Whether somebody else has changed the contact could not be asked, so nothing was sent.`,
});
