// The constant part of `/v1/client.ts`. `client-source.ts` adds types and methods to this text, and removes the imports, since
// the generated types have the same names.
import type { ErrorDetail } from './error';
import type { Event } from './event';

export interface Answer<Data, Meta> {
  data: Data;
  meta: Meta;
  /** 201 if something was created. */
  status: number;
  /** Version, for `ifMatch` and `ifNoneMatch`. */
  etag: string | null;
  headers: Headers;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** ETag the change is based on; an error `PRECONDITION_FAILED` if there is a newer one. */
  ifMatch?: string | undefined;
  /** `*`: create only. For a read, a known ETag: an error `NOT_MODIFIED` if it is still the latest. */
  ifNoneMatch?: string | undefined;
  /** Repeating a call with the same key returns its first answer. */
  idempotencyKey?: string | undefined;
}

export interface RosterOptions {
  /** Base URL with the version: `https://contacts.example.com/v1`. */
  baseUrl: string;
  token: string;
  /** Maximum attempts after the first, if a call can safely be repeated; 5 by default. */
  retries?: number;
  fetch?: typeof fetch;
}

/** An error response, or `NETWORK` if there was none. */
export class RosterError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  /** Whether the call was repeated: an earlier attempt may have made the change. */
  repeated = false;

  constructor(
    code: string,
    status: number,
    message: string,
    details: ErrorDetail[],
    requestId: string | null,
  ) {
    super(message);
    this.name = 'RosterError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

/** A call of one operation. */
export interface ClientCall {
  method: string;
  path: string;
  body?: BodyInit;
  upload?: boolean;
  query?: object;
  /** `keyed`: only with an idempotency key; one is generated if the caller gives none. Always repeated if absent. */
  repeat?: 'keyed' | 'never';
  /** The service recognizes a repetition and returns the first answer, even with an outdated `ifMatch`. */
  recognized?: boolean;
  /** Answers with a file. */
  download?: boolean;
}

/** Timeout of a request. Waiting for events takes at most 30 seconds: a longer request has lost its connection. */
const TIMEOUT_MILLISECONDS = 90_000;

/** The shared part of the client; the generated class `Roster` adds a method for each operation. */
export class RosterClient {
  private readonly options: RosterOptions;

  constructor(options: RosterOptions) {
    this.options = options;
  }

  /**
   * Yields every change after the cursor `after`, in order ("now": only new changes; without `after`: from the oldest kept).
   * Waits for new changes, also through outages, until `signal` is aborted. Store `cursor` after handling an event, to continue
   * from there: later events may come again, with the same `id`. Throws `GONE` if the cursor is too old.
   */
  async *events({
    after,
    signal,
  }: {
    after?: string | undefined;
    signal?: AbortSignal | undefined;
  } = {}): AsyncGenerator<{ event: Event; cursor: string | undefined }, void, undefined> {
    let cursor = after;
    while (!signal?.aborted) {
      const query = { ...(cursor !== undefined && { after: cursor }), wait: 30 };
      const call = { method: 'GET', path: '/events', query };
      const page = await this.send<Event[], { cursor: string }>(call, { signal }).catch((error: unknown) => {
        if (signal?.aborted || isOutage(error)) return null;
        throw error;
      });
      if (!page) continue;
      for (const [index, event] of page.data.entries())
        yield { event, cursor: index === page.data.length - 1 ? page.meta.cursor : cursor };
      cursor = page.meta.cursor;
    }
  }

  /** Sends a call of an answer in JSON. Throws `RosterError`. */
  protected async send<Data, Meta>(call: ClientCall, options: CallOptions): Promise<Answer<Data, Meta>> {
    const { response, text } = await this.sendWithRetries(call, options);
    const { data, meta } = JSON.parse(text) as { data: Data; meta: Meta };
    return {
      data,
      meta,
      status: response.status,
      etag: response.headers.get('ETag'),
      headers: response.headers,
    };
  }

  protected async request(call: ClientCall, options: CallOptions): Promise<Response> {
    return (await this.sendWithRetries(call, options)).response;
  }

  /** Sends a call, and repeats it after an outage if that is safe. Throws the last `RosterError`. */
  private async sendWithRetries(
    call: ClientCall,
    options: CallOptions,
  ): Promise<{ response: Response; text: string }> {
    const { retries = 5 } = this.options;
    const idempotencyKey =
      options.idempotencyKey ?? (call.repeat === 'keyed' ? crypto.randomUUID() : undefined);
    const isConditional = call.method !== 'GET' && (options.ifMatch ?? options.ifNoneMatch) !== undefined;
    const isRepeatable =
      call.repeat !== 'never' && (!isConditional || idempotencyKey !== undefined || call.recognized);
    for (let attempt = 0; ; attempt++) {
      const tried = await this.attempt(call, { ...options, idempotencyKey });
      if ('response' in tried) return tried;
      const { error, retryAfter } = tried;
      error.repeated = attempt > 0;
      // A request with status 429 was refused before anything was done.
      const isSafe = error.status === 429 || (isRepeatable && isOutage(error));
      if (!isSafe || attempt >= retries) throw error;
      const pause = Math.min(30, 2 ** attempt / 4) * (0.5 + Math.random());
      await sleep(1000 * Math.max(pause, retryAfter), options.signal ?? undefined);
    }
  }

  /** Sends a call once, and returns its error. Throws only once `signal` is aborted. */
  private async attempt(
    { method, path, body, upload, download, query }: ClientCall,
    { signal, ifMatch, ifNoneMatch, idempotencyKey }: CallOptions,
  ): Promise<{ response: Response; text: string } | { error: RosterError; retryAfter: number }> {
    const { baseUrl, token, fetch: send = fetch } = this.options;
    const url = buildUrl(baseUrl, path, query);
    const headers = buildHeaders(token, { ifMatch, ifNoneMatch, idempotencyKey });
    if (body !== undefined)
      headers.set('Content-Type', upload ? 'application/octet-stream' : 'application/json');
    const timeout = upload || download ? [] : [AbortSignal.timeout(TIMEOUT_MILLISECONDS)];
    const ends = AbortSignal.any([...(signal ? [signal] : []), ...timeout]);
    let response: Response;
    let text = '';
    try {
      response = await send(url, { method, headers, signal: ends, ...(body !== undefined && { body }) });
      // A connection may also be lost in the middle of an answer.
      if (!download || !response.ok) text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return {
        error: new RosterError('NETWORK', 0, 'No answer from ' + url.origin + '.', [], null),
        retryAfter: 0,
      };
    }
    if (response.ok) return { response, text };
    const { code, message, details } = parseError(text) ?? {
      code: response.status === 304 ? 'NOT_MODIFIED' : 'BAD_RESPONSE',
      message: 'Status ' + response.status + '.',
      details: [],
    };
    const id = response.headers.get('X-Request-Id');
    const retryAfter = Number(response.headers.get('Retry-After')) || 0;
    return { error: new RosterError(code, response.status, message, details, id), retryAfter };
  }
}

/** The URL of a call; each value of a list becomes a parameter. */
export function buildUrl(baseUrl: string, path: string, query: object = {}): URL {
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  for (const [name, value] of query instanceof URLSearchParams ? query : flatEntries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one));
  return url;
}

/** Parameters of a query: `{ fields: { plan: 'pro' } }` is `fields.plan`. */
const flatEntries = (query: object): [string, unknown][] =>
  Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).map(([key, one]): [string, unknown] => [name + '.' + key, one])
      : [[name, value]],
  );

/** The headers of a call, without those of its body. */
export function buildHeaders(
  token: string,
  { ifMatch, ifNoneMatch, idempotencyKey }: Omit<CallOptions, 'signal'>,
): Headers {
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (ifMatch) headers.set('If-Match', ifMatch);
  if (ifNoneMatch) headers.set('If-None-Match', ifNoneMatch);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  return headers;
}

/** Whether the service could not be reached, or could not answer now. */
const isOutage = (error: unknown): boolean =>
  error instanceof RosterError && (error.status === 0 || error.status === 429 || error.status >= 502);

type ErrorBody = Pick<RosterError, 'code' | 'message' | 'details'>;

/** The error in the body of an answer; `null` for text from elsewhere, such as a proxy. */
function parseError(text: string): ErrorBody | null {
  try {
    return (JSON.parse(text) as { error: ErrorBody }).error;
  } catch {
    return null;
  }
}

/** Rejects with the reason of the signal if that is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
