import { type ApiError, REPEATED_HEADER, type Result } from '@/lib/client/client';
import { type ErrorCode, type ErrorEnvelope, errorCodes, errorStatus } from '@/lib/contract/error';
import type { OperationName } from '@/lib/contract/operations';

/** Converts a result from the service to a response of this API. */
export function replyOf<N extends OperationName>(result: Result<N>): Response {
  if (!result.ok) return refusalOf(result.error);
  const headers = headersOf(result.requestId);
  if (result.etag) headers.set('ETag', result.etag);
  if (result.deletionId) headers.set('Deletion-Id', result.deletionId);
  if (result.repeated) headers.set(REPEATED_HEADER, 'true');
  return new Response(JSON.stringify({ data: result.data, meta: result.meta }), {
    status: result.status === 201 ? 201 : 200,
    headers,
  });
}

/** Converts an error to a response of this API. */
export function refusalOf(error: ApiError): Response {
  const { details, requestId, retryAfter, repeated, unsettled } = error;
  const said = unsettled && error.code === 'NETWORK' ? 'No response.' : error.message;
  const message = unsettled ? `${said} ${unsettled}` : said;
  const code = codeOf(error);
  const envelope: ErrorEnvelope = { error: { code, message, details } };
  const headers = headersOf(requestId);
  if (retryAfter) headers.set('Retry-After', String(retryAfter));
  if (repeated) headers.set(REPEATED_HEADER, 'true');
  return new Response(JSON.stringify(envelope), { status: errorStatus[code], headers });
}

function codeOf({ code, status }: ApiError): ErrorCode {
  // It is the console whose token was rejected, not the person who is signed in.
  if (status === 401) return 'UNAVAILABLE';
  return errorCodes.find((known) => known === code) ?? 'UNAVAILABLE';
}

export function refuse(code: ErrorCode, message: string): Response {
  return refusalOf({ code, status: errorStatus[code], message, details: [], requestId: null });
}

export function headersOf(requestId: string | null): Headers {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (requestId) headers.set('X-Request-Id', requestId);
  return headers;
}
