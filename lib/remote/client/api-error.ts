import type { ApiError } from '@/lib/call';
import { type ErrorDetail, errorCodes, errorStatus } from '@/lib/contract/error';
import { inWords } from '@/lib/contract/retry-after';
import { onOneLine, plainSentence, toPlainText } from './plain-text';
import { redact } from './redact';

/** An error of a call over the network, with what its caller decides by. */
export interface RemoteError extends ApiError {
  /** Whether the call timed out. */
  late?: boolean;
  /** Whether a success response had no body. */
  empty?: boolean;
  /** Advice to people, if a change may have been made without a response. */
  unsettled?: string;
}

/** An error without details that the client itself describes. */
export function failure(
  code: ApiError['code'],
  status: number,
  message: string,
  requestId: string | null = null,
): RemoteError {
  return { code, status, message, details: [], requestId };
}

/**
 * Converts an error response; `body` is `undefined` if it was not JSON. Unknown codes are derived from the status. A 403,
 * 404 or 410 without the published error format is not trusted and becomes `BAD_RESPONSE`: a gateway may have sent it.
 */
export function toRemoteError(status: number, body: unknown, requestId: string | null): RemoteError {
  const { code, message, details } = findEnvelope(body) ?? {};
  const isElsewhere = isFromElsewhere(status, body);
  const isOfPath = isAbsence(status) && PATH_CODE.test(String(code));
  return {
    code:
      isElsewhere || isOfPath
        ? 'BAD_RESPONSE'
        : (errorCodes.find((known) => known === code) ?? statusToCode(status)),
    status,
    message: isText(message) ? message : isElsewhere ? elsewhereMessage(status) : statusToMessage(status),
    details: Array.isArray(details) ? details.flatMap(toErrorDetails) : [],
    requestId,
  };
}

/** Codes for an unknown route, as opposed to an unknown contact. */
const PATH_CODE = /route|endpoint|(?:no_?such|unknown)_?path|path_?(?:not|unknown)/i;
const isAbsence = (status: number) => status === 404 || status === 410;
const isText = (value: unknown): value is string => typeof value === 'string' && onOneLine(value) !== '';

/** The `error` object of a response in the published format; `undefined` if it has neither a code nor a message. */
function findEnvelope(body: unknown): Record<string, unknown> | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message } = error as Record<string, unknown>;
  return isText(code) || isText(message) ? (error as Record<string, unknown>) : undefined;
}

/** Whether a 403, 404 or 410 comes from a gateway rather than from the service: it lacks the published error format. */
export function isFromElsewhere(status: number, body: unknown): boolean {
  return (status === 403 || isAbsence(status)) && !findEnvelope(body);
}

const elsewhereMessage = (status: number) =>
  `A proxy or gateway seems to have answered instead of the contacts service (status ${status}).`;

/** Whether the service says that the contact does not exist. */
export const isMissing = ({ code, status }: RemoteError): boolean =>
  code === 'NOT_FOUND' && isAbsence(status);

/** The code of an error response that has no known one; `BAD_RESPONSE` for other statuses. */
function statusToCode(status: number): ApiError['code'] {
  if (status === 422) return 'VALIDATION_ERROR';
  if (status === 410) return 'NOT_FOUND';
  if (status === 501) return 'METHOD_NOT_ALLOWED';
  if (status === 408 || status > 500) return 'UNAVAILABLE';
  return errorCodes.find((code) => errorStatus[code] === status) ?? 'BAD_RESPONSE';
}

/** The sentence for an error response without a message. */
function statusToMessage(status: number): string {
  switch (status) {
    case 401:
      return 'The contacts service rejected the API token.';
    case 429:
      return 'Too many requests to the contacts service.';
    case 405:
    case 501:
      return `The contacts service does not support this (status ${status}).`;
    default:
      return status >= 500
        ? `The contacts service failed (status ${status}).`
        : `The contacts service responded with status ${status}.`;
  }
}

/** A detail in the published format; none if it has no message. */
function toErrorDetails(detail: unknown): ErrorDetail[] {
  const { path, message, count, fingerprint } = (
    typeof detail === 'object' && detail ? detail : {}
  ) as Record<string, unknown>;
  if (typeof message !== 'string') return [];
  return [
    {
      path: Array.isArray(path) ? path.join('.') : typeof path === 'string' ? path : '',
      message,
      ...(typeof count === 'number' && { count }),
      ...(typeof fingerprint === 'string' && { fingerprint }),
    },
  ];
}

const LONGEST_ID = 300;
const MOST_DETAILS = 100;

/**
 * Makes an error of another service fit for pages and logs: short, on one line, without the token, with at most
 * `MOST_DETAILS` details. Says when to try again. A request id that contains the token becomes null.
 */
export function toPresentable(error: RemoteError, token: string): RemoteError {
  const { message, status, retryAfter } = error;
  const plain = (text: string) => toPlainText(text, token);
  const whenAgain =
    retryAfter && (status === 429 || status === 503) ? ` Try again ${inWords(retryAfter)}.` : '';
  return {
    ...error,
    message: plainSentence(message, token) + whenAgain,
    details: error.details
      .slice(0, MOST_DETAILS)
      .map((detail) => ({ ...detail, path: plain(detail.path), message: plain(detail.message) })),
    // Passed on in a header; a redacted id would be useless.
    requestId:
      error.requestId && redact(error.requestId, token) === error.requestId
        ? error.requestId.slice(0, LONGEST_ID)
        : null,
  };
}
