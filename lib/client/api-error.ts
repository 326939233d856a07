import { type ErrorCode, type ErrorDetail, errorCodes, errorStatus } from '@/lib/contract/error';

export interface ApiError {
  /** `NETWORK` when no answer came, `BAD_RESPONSE` when what came is not of the contract. */
  code: ErrorCode | 'NETWORK' | 'BAD_RESPONSE';
  /** 0 when no answer came. */
  status: number;
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
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
 * an unknown code is told by the status, and an answer that is no error envelope too.
 *
 * @param body What came, `undefined` when it was no JSON.
 */
export function errorOf(status: number, body: unknown, requestId: string | null): ApiError {
  const { error } = (body ?? {}) as { error?: unknown };
  const { code, message, details } = (typeof error === 'object' && error ? error : {}) as Record<
    string,
    unknown
  >;
  return {
    code: errorCodes.find((known) => known === code) ?? codeOf(status),
    status,
    message: typeof message === 'string' && message ? message : messageOf(status),
    details: Array.isArray(details) ? details.flatMap(detailOf) : [],
    requestId,
  };
}

function codeOf(status: number): ApiError['code'] {
  if (status === 422) return 'VALIDATION_ERROR';
  if (status === 410) return 'NOT_FOUND';
  if (status === 408 || status > 500) return 'UNAVAILABLE';
  return errorCodes.find((code) => errorStatus[code] === status) ?? 'BAD_RESPONSE';
}

function messageOf(status: number): string {
  switch (status) {
    case 401:
      return 'The contacts service does not accept the API token.';
    case 403:
      return 'The contacts service does not allow this with the API token it was given.';
    case 429:
      return 'The contacts service has had too many requests for now.';
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

const LONGEST_TEXT = 300;
const MOST_DETAILS = 100;

/** What somebody else's service says of an error, fit for pages and logs: short, on one line, and without the token. */
export function presentable(error: ApiError, token: string): ApiError {
  const plain = (text: string) => {
    const line = text
      .toWellFormed()
      .replaceAll(token, '…')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT).toWellFormed()} …` : line;
  };
  return {
    ...error,
    message: plain(error.message),
    details: error.details
      .slice(0, MOST_DETAILS)
      .map((detail) => ({ ...detail, path: plain(detail.path), message: plain(detail.message) })),
    // It goes on in a header, and names nothing any more when it is changed.
    requestId: error.requestId?.includes(token) ? null : (error.requestId?.slice(0, LONGEST_TEXT) ?? null),
  };
}
