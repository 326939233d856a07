import { failure } from './api-error';
import { BadAnswer } from './read-answer';
import type { Failed } from './retry-policy';

/** The connection was never made, so the service did not receive the request. */
const NEVER_SENT = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
const NAME = /^(ENOTFOUND|EAI_AGAIN)$/;
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const SECURE_CONNECTION = /^(ERR_TLS|ERR_SSL|EPROTO)/;
/** The response is not HTTP, or its headers are too long. */
const NO_HTTP = /^(HPE_|UND_ERR_HEADERS_OVERFLOW)/;

/** Converts an error of `fetch`, or of reading its `response`, and says whether the call may be retried. */
export function failedFetch(cause: unknown, response: Response | undefined): Failed {
  const requestId = response?.headers.get('X-Request-Id') ?? null;
  if (cause instanceof BadAnswer) {
    const error = failure('BAD_RESPONSE', response?.status ?? 0, cause.message, requestId);
    return { error: { ...error, empty: cause.isEmpty }, again: 'final' };
  }
  /** A `NETWORK` error without a response. */
  const lost = (message: string, again: Failed['again']): Failed => ({
    error: failure('NETWORK', 0, message, requestId),
    again,
  });
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    const { error, again } = lost('The contacts service did not answer in time.', 'unknown');
    return { error: { ...error, late: true }, again };
  }
  const code = failureCode(cause);
  if (CERTIFICATE.test(code))
    return lost(`The certificate of the contacts service is not trusted (${code}).`, 'final');
  if (SECURE_CONNECTION.test(code))
    return lost(`A secure connection to the contacts service could not be established (${code}).`, 'final');
  if (NO_HTTP.test(code)) {
    const message = `The contacts service sent an unreadable response (${code}).`;
    return { error: failure('BAD_RESPONSE', 0, message, requestId), again: 'final' };
  }
  if (NAME.test(code))
    return lost('The host name of the contacts service cannot be resolved.', 'unprocessed');
  if (NEVER_SENT.test(code)) return lost('The contacts service cannot be reached.', 'unprocessed');
  return lost('The connection to the contacts service was lost.', 'unknown');
}

/**
 * The code of a connection error; blank if it has none. Node puts it in the error's cause or, if it tried several
 * addresses, in the cause's errors.
 */
function failureCode(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  if (cause instanceof AggregateError) return failureCode(cause.errors[0]);
  return failureCode(cause.cause);
}
