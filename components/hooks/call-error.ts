import type { ApiError } from '@/lib/call';

/** Thrown if a read or a change fails. */
export class CallError extends Error implements ApiError {
  override readonly name = 'CallError';
  readonly code: ApiError['code'];
  readonly status: number;
  readonly details: ApiError['details'];
  readonly requestId: string | null;

  constructor(error: ApiError) {
    const { code, status, message, details, requestId } = error;
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Whether a retry may succeed. */
export const isTemporary = ({ code, status }: ApiError): boolean =>
  code === 'NETWORK' || status === 408 || status === 429 || status >= 500;

/** An error that arises in the browser. */
export const browserError = (code: ApiError['code'], message: string): ApiError => {
  return { code, status: 0, message, details: [], requestId: null };
};

/** A read failed, or a change was not sent. */
export const UNREACHABLE = browserError('NETWORK', 'Roster cannot be reached. Check the connection.');

/** The server runs another build than the page: nothing was changed, and a retry cannot succeed. */
export const OUTDATED = browserError('OUTDATED', 'Roster was updated. Reload to continue.');

/** A change got no response. */
export const NO_ANSWER = browserError(
  'NETWORK',
  'No response. The change may have been made; trying again is safe.',
);
