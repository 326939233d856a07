import type { ConnectionError, ConnectionStatus } from '@/lib/contract/connection';
import type { RemoteError } from './client/api-error';

/** Health of the service, from the calls of this instance. */
export class Health {
  state: ConnectionStatus['state'] = 'unknown';
  lastSuccessAt: string | null = null;
  lastError: ConnectionError | null = null;

  constructor(private readonly log: { warn(fields: object, message: string): void }) {}

  get isUp(): boolean {
    return this.state === 'reachable';
  }

  /**
   * Updates the state by the result of a call; a refusal counts as a success. Logs changes and errors of single requests.
   */
  note(result: { ok: true } | { ok: false; error: RemoteError }): void {
    if (result.ok || isRefusal(result.error)) {
      this.state = 'reachable';
      this.lastSuccessAt = new Date().toISOString();
      return;
    }
    const { code, status, message, requestId } = result.error;
    const before = this.state;
    if (status === 401) this.state = 'token-refused';
    else if (!isSingle(result.error)) this.state = 'unreachable';
    this.lastError = { at: new Date().toISOString(), message, status, requestId };
    if (this.state !== before || isSingle(result.error))
      this.log.warn({ code, status, requestId }, `The contacts service: ${message}`);
  }
}

/** Errors that show a working service: the request was wrong or outdated. */
const isRefusal = ({ code, status }: RemoteError) =>
  status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status) && code !== 'BAD_RESPONSE';

/** Errors of a single request that say nothing about the next one. */
const isSingle = ({ code, status, late }: RemoteError) =>
  late === true || [403, 429, 500, 501].includes(status) || (code === 'BAD_RESPONSE' && status > 0);
