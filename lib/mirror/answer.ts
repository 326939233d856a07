import type { ApiError, Result } from '@/lib/client/client';
import type { Contact } from '@/lib/contract/contact';
import { type ErrorCode, type ErrorEnvelope, errorCodes, errorStatus } from '@/lib/contract/error';
import type { OperationName } from '@/lib/contract/operations';
import { mirroredContacts, versionOf } from './mirrored-contact';

/** What the service answered, in the form in which the API answers. */
export function answerOf<N extends OperationName>(result: Result<N>): Response {
  if (!result.ok) return refusalOf(result.error);
  const headers = headersOf(result.requestId);
  if (result.etag) headers.set('ETag', result.etag);
  if (result.deletionId) headers.set('Deletion-Id', result.deletionId);
  return new Response(JSON.stringify({ data: result.data, meta: result.meta }), {
    status: result.status === 201 ? 201 : 200,
    headers,
  });
}

/** A refusal of the service, or in its place of this program: that it is not there is a 503 to who asks. */
export function refusalOf(error: ApiError): Response {
  const { details, requestId, retryAfter, unsettled } = error;
  const message = unsettled ? `${error.message} ${unsettled}` : error.message;
  const code = codeOf(error);
  const envelope: ErrorEnvelope = { error: { code, message, details } };
  const headers = headersOf(requestId);
  if (retryAfter) headers.set('Retry-After', String(retryAfter));
  return new Response(JSON.stringify(envelope), { status: errorStatus[code], headers });
}

function codeOf({ code, status }: ApiError): ErrorCode {
  // Whoever is signed in to the console is; it is the console that is not let in.
  if (status === 401) return 'UNAVAILABLE';
  return errorCodes.find((known) => known === code) ?? 'UNAVAILABLE';
}

export function refuse(code: ErrorCode, message: string): Response {
  return refusalOf({ code, status: errorStatus[code], message, details: [], requestId: null });
}

/** Segments replace what is assigned, and what is assigned by now nobody here knows. */
export function segmentsUnknown(): Response {
  const message =
    'This service does not tell which segments the contact has now, and would replace them all. They can be added by Add contact, with the same email or phone.';
  const details = [{ path: 'segmentIds', message }];
  return refusalOf({ code: 'VALIDATION_ERROR', status: 400, message, details, requestId: null });
}

/**
 * A change is based on another version than the service has, and that one the copy cannot show. `isRest`: but for what it
 * cannot hold, it is the same.
 */
export function changedUnseen(contact: Contact, isRest: boolean): Response {
  const [why] = mirroredContacts([contact]).leftOut;
  const way = isRest ? ' Another one, saved here, takes its place.' : '';
  const message = `The contact has changed since it was read, and the copy does not hold it as it is now, so nothing was sent.${why ? ` ${why.problem}${way}` : ''}`;
  return refuse('VALIDATION_ERROR', message);
}

/** What the copy has of a contact, in a version that says so. */
export function copyAnswer(contact: Contact, response?: Response): Response {
  const headers = new Headers(response?.headers);
  headers.set('Content-Type', 'application/json');
  headers.set('ETag', versionOf(contact));
  return new Response(JSON.stringify({ data: contact }), { headers });
}

/** How many were deleted, where the service has not said it. */
export function countAnswer(count: number, requestId: string | null): Response {
  return new Response(JSON.stringify({ data: { count } }), { headers: headersOf(requestId) });
}

function headersOf(requestId: string | null): Headers {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (requestId) headers.set('X-Request-Id', requestId);
  return headers;
}
