import type { ApiError } from '@/lib/client/client';
import type { ConnectionError, ConnectionStatus } from '@/lib/contract/connection';

/** What the calls of this instance tell about the service. */
export class Health {
  state: ConnectionStatus['state'] = 'unknown';
  lastSuccessAt: string | null = null;
  lastError: ConnectionError | null = null;
  /** Whether the last thing heard is that a call had no answer in time: it may be that call, or the service. */
  isInDoubt = false;

  constructor(private readonly log: { warn(fields: object, message: string): void }) {}

  /** Whether the service is known not to answer, or not to take the token. */
  get isAway(): boolean {
    return this.state === 'unreachable' || this.state === 'token-refused';
  }

  /** Takes note of what a call came to. */
  note(result: { ok: true } | { ok: false; error: ApiError }): void {
    if (result.ok || isAnAnswer(result.error)) {
      this.state = 'reachable';
      this.isInDoubt = false;
      this.lastSuccessAt = new Date().toISOString();
      return;
    }
    const { code, status, message, requestId, late = false } = result.error;
    this.isInDoubt = late;
    const before = this.state;
    if (status === 401) this.state = 'token-refused';
    else if (!isSingle(result.error)) this.state = 'unreachable';
    this.lastError = { at: new Date().toISOString(), message, status, requestId };
    if (this.state !== before || isSingle(result.error))
      this.log.warn({ code, status, requestId }, `The contacts service: ${message}`);
  }

  /** Takes note of what in an answer could not be used, though the rest could. */
  noteLeftOut(message: string, status: number, requestId: string | null): void {
    if (this.lastError?.message !== message)
      this.log.warn({ status, requestId }, `The contacts service: ${message}`);
    this.lastError = { at: new Date().toISOString(), message, status, requestId };
  }

  /** A service that does not tell what it can do is not there to work with, whatever keeps it from that. */
  noteFailedDiscovery(error: ApiError): void {
    const { state } = this;
    this.note({ ok: false, error });
    this.isInDoubt = false;
    if (error.status === 401 || (error.status === 429 && state !== 'unknown')) return;
    this.state = 'unreachable';
  }
}

/** Refusals that a working service gives to a request that was wrong, or came too late. */
const isAnAnswer = ({ code, status }: ApiError) =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && code !== 'BAD_RESPONSE';

/** Trouble with one request, which says nothing about the next one; what the next one is like, discovery finds out. */
const isSingle = ({ code, status, late }: ApiError) =>
  late === true ||
  status === 500 ||
  status === 501 ||
  status === 429 ||
  status === 403 ||
  (code === 'BAD_RESPONSE' && status > 0);
