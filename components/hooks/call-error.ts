import type { ApiError } from '@/lib/call';

/** Why a read or a change failed, thrown. */
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

/** Whether trying again may help. */
export const isTemporary = ({ code, status }: ApiError): boolean =>
  code === 'NETWORK' || status === 408 || status === 429 || status >= 500;

/** An error of the console in the browser. */
export const browserError = (code: ApiError['code'], message: string): ApiError => {
  return { code, status: 0, message, details: [], requestId: null };
};

/** Nothing was sent, or it only reads. */
export const UNREACHABLE = browserError('NETWORK', 'Roster cannot be reached. Check the connection.');

/** The server runs another build than the page: nothing was done, and trying again cannot help. */
export const OUTDATED = browserError('OUTDATED', 'Roster was updated. Reload to continue.');

/** A change that did not respond. */
export const NO_ANSWER = browserError(
  'NETWORK',
  'No response. The change may have been made; trying again is safe.',
);
