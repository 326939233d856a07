import { failure } from './api-error';
import type { Failed } from './persistence';
import { BadAnswer } from './read-answer';

/** The connection was never made, so the service cannot have begun with the request. */
const NEVER_SENT = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
const NAME = /^(ENOTFOUND|EAI_AGAIN)$/;
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY/;
const SECURE_CONNECTION = /^(ERR_TLS|ERR_SSL|EPROTO)/;
/** What came is no HTTP, or more of it than anybody reads. */
const NO_HTTP = /^(HPE_|UND_ERR_HEADERS_OVERFLOW)/;

/**
 * What it means that `fetch`, or reading the answer, threw.
 *
 * @param response The answer, if it had begun.
 */
export function failedFetch(cause: unknown, response: Response | undefined): Failed {
  const requestId = response?.headers.get('X-Request-Id') ?? null;
  if (cause instanceof BadAnswer) {
    const error = failure('BAD_RESPONSE', response?.status ?? 0, cause.message, requestId);
    return { error: { ...error, empty: cause.isEmpty }, again: 'final' };
  }
  const lost = (message: string, again: Failed['again']): Failed => ({
    error: failure('NETWORK', 0, message, requestId),
    again,
  });
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    const { error, again } = lost('The contacts service did not answer in time.', 'unknown');
    return { error: { ...error, late: true }, again };
  }
  const code = codeOf(cause);
  if (CERTIFICATE.test(code))
    return lost(`The certificate of the contacts service is not trusted (${code}).`, 'final');
  if (SECURE_CONNECTION.test(code))
    return lost(`No secure connection to the contacts service can be made (${code}).`, 'final');
  if (NO_HTTP.test(code)) {
    const message = `The contacts service sent an answer that cannot be read (${code}).`;
    return { error: failure('BAD_RESPONSE', 0, message, requestId), again: 'final' };
  }
  if (NAME.test(code)) return lost('The name of the contacts service cannot be resolved.', 'unprocessed');
  if (NEVER_SENT.test(code)) return lost('The contacts service cannot be reached.', 'unprocessed');
  return lost('The connection to the contacts service broke off.', 'unknown');
}

/** Node says why in the cause of the error, and, where it tried several addresses, in the errors of that. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if ('code' in cause && typeof cause.code === 'string') return cause.code;
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  return codeOf(cause.cause);
}
