import { type ErrorCode, type ErrorDetail, errorCodes, errorStatus } from '@/lib/contract/error';
import { inWords } from './persistence';
import { onOneLine, plainSentence, plainText } from './plain-text';
import { withoutToken } from './without-token';

export interface ApiError {
  /** `NETWORK` when no answer came, `BAD_RESPONSE` when what came is not of the contract. */
  code: ErrorCode | 'NETWORK' | 'BAD_RESPONSE';
  /** 0 when no answer came. */
  status: number;
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
  /** Whether these are the service's own words, in the form of the interface. */
  said?: boolean;
  /** Whether there was no answer in time: another call may have one. */
  late?: boolean;
  /** Whether the answer was one of success, without anything in it. */
  empty?: boolean;
  /** Seconds after which the service wants to be asked again, where it said so. */
  retryAfter?: number;
  /** Whether the call was made more than once: an earlier one may have done what this one then found done. */
  repeated?: boolean;
  /** Of a change that may have been made although the answer did not come: what to do about it. */
  unsettled?: string;
}

/** An error in words of this program, where the service gave none. */
export function failure(
  code: ApiError['code'],
  status: number,
  message: string,
  requestId: string | null = null,
): ApiError {
  return { code, status, message, details: [], requestId };
}

/**
 * The error that an answer with an error status stands for. The published interface names one code and no statuses:
 * an unknown code is told by the status. What is no error of the interface may come from anything on the way to the service: of
 * contacts that are not there and of what the token may do only the service itself is believed.
 *
 * @param body What came, `undefined` when it was no JSON.
 */
export function errorOf(status: number, body: unknown, requestId: string | null): ApiError {
  const { code, message, details } = envelopeOf(body) ?? {};
  const isElsewhere = isFromElsewhere(status, body);
  const isOfPath =
    isAbsence(status) && (PATH_CODE.test(String(code)) || NO_SUCH_PATH.test(String(message).trim()));
  return {
    code:
      isElsewhere || isOfPath
        ? 'BAD_RESPONSE'
        : (errorCodes.find((known) => known === code) ?? codeOf(status)),
    status,
    message: isText(message) ? message : isElsewhere ? elsewhere(status) : messageOf(status),
    details: Array.isArray(details) ? details.flatMap(detailOf) : [],
    requestId,
    said: isText(code) || isText(message),
  };
}

/** As services name it that have no such operation: that says nothing of a contact. */
const PATH_CODE = /route|endpoint|(?:no_?such|unknown)_?path|path_?(?:not|unknown)/i;
/** The same in a sentence; one on a contact may name the path that the contact was looked for in. */
const NO_SUCH_PATH = new RegExp(
  [
    String.raw`\bcannot (?:get|put|post|delete) /`,
    String.raw`\b(?:no such|unknown|no matching|undefined) (?:api )?(?:path|route|endpoint)\b`,
    String.raw`^(?:the |this )?(?:requested |api )*(?:path|route|endpoint)\b.* (?:not found|not exist|unknown)\b`,
    String.raw`\bno (?:path|route|endpoint) (?:matches|matched|found|exists)\b`,
  ].join('|'),
  'i',
);
const isAbsence = (status: number) => status === 404 || status === 410;
const isText = (value: unknown): value is string => typeof value === 'string' && onOneLine(value) !== '';

/** What the error of an answer says, where the answer has the form that the interface describes. */
function envelopeOf(body: unknown): Record<string, unknown> | undefined {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message } = error as Record<string, unknown>;
  return isText(code) || isText(message) ? (error as Record<string, unknown>) : undefined;
}

/** Whether a refusal is not the service's own, but a gateway's or somebody else's, as a web page is. */
export function isFromElsewhere(status: number, body: unknown): boolean {
  return (status === 403 || isAbsence(status)) && !envelopeOf(body);
}

const elsewhere = (status: number) =>
  `Something on the way to the contacts service seems to have answered in its place (it answered ${status}).`;

/** Whether the service says that it does not have the contact that was asked for. */
export const isMissing = ({ code, status }: ApiError): boolean => code === 'NOT_FOUND' && isAbsence(status);

/** Whether nothing answers to the operation: the service does not have it, or the way to it is wrong for now. */
export const isUnanswered = ({ code, status }: ApiError): boolean =>
  status === 405 || status === 501 || (code === 'BAD_RESPONSE' && isAbsence(status));

function codeOf(status: number): ApiError['code'] {
  if (status === 422) return 'VALIDATION_ERROR';
  if (status === 410) return 'NOT_FOUND';
  if (status === 501) return 'METHOD_NOT_ALLOWED';
  if (status === 408 || status > 500) return 'UNAVAILABLE';
  return errorCodes.find((code) => errorStatus[code] === status) ?? 'BAD_RESPONSE';
}

function messageOf(status: number): string {
  switch (status) {
    case 401:
      return 'The contacts service does not accept the API token.';
    case 429:
      return 'The contacts service has had too many requests for now.';
    case 405:
    case 501:
      return `The contacts service does not do this (it answered ${status}).`;
    default:
      return status >= 500
        ? `The contacts service has trouble (it answered ${status}).`
        : `The contacts service answered ${status}.`;
  }
}

function detailOf(detail: unknown): ErrorDetail[] {
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

/** As long as a request id may be. */
const LONGEST_ID = 300;
const MOST_DETAILS = 100;

/** What somebody else's service says of an error, fit for pages and logs: short, on one line, and without the token. */
export function presentable(error: ApiError, token: string): ApiError {
  const { message, status, retryAfter } = error;
  const plain = (text: string) => plainText(text, token);
  const whenAgain =
    retryAfter && (status === 429 || status === 503) ? ` Try again ${inWords(retryAfter)}.` : '';
  return {
    ...error,
    message: plainSentence(message, token) + whenAgain,
    details: error.details
      .slice(0, MOST_DETAILS)
      .map((detail) => ({ ...detail, path: plain(detail.path), message: plain(detail.message) })),
    // It goes on in a header, and names nothing any more when it is changed.
    requestId:
      error.requestId && withoutToken(error.requestId, token) === error.requestId
        ? error.requestId.slice(0, LONGEST_ID)
        : null,
  };
}
