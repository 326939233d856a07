/** What is the same in every `client.ts`; `client-source.ts` puts the methods of the operations in. */
export const CLIENT_RUNTIME = `export interface Answer<Data, Meta> {
  data: Data;
  meta: Meta;
  /** 201 if something was created. */
  status: number;
  /** Version, for \`ifMatch\` and \`ifNoneMatch\`. */
  etag: string | null;
  headers: Headers;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** ETag the change is based on; an error \`PRECONDITION_FAILED\` if there is a newer one. */
  ifMatch?: string | undefined;
  /** \`*\`: create only. */
  ifNoneMatch?: string | undefined;
  /** Repeating a call with the same key returns its first answer. */
  idempotencyKey?: string | undefined;
}

export interface RosterOptions {
  /** With the version: \`https://contacts.example.com/v1\`. */
  baseUrl: string;
  token: string;
  /** Attempts after the first, where a call can safely be repeated: 5. */
  retries?: number;
  fetch?: typeof fetch;
}

/** An error response, or \`NETWORK\` if there was none. */
export class RosterError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetail[];
  readonly requestId: string | null;

  constructor(code: string, status: number, message: string, details: ErrorDetail[], requestId: string | null) {
    super(message);
    this.name = 'RosterError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
  }
}

interface Sent {
  method: string;
  path: string;
  body?: BodyInit;
  upload?: boolean;
  query?: object;
  /** A repetition would create a second one. */
  once?: boolean;
  /** Takes an idempotency key, and gets one of its own. */
  keyed?: boolean;
}

/** The API of one organization. Methods throw \`RosterError\`. */
export class Roster {
  private readonly options: RosterOptions;

  constructor(options: RosterOptions) {
    this.options = options;
  }

  /* methods */

  /** Every item of a list, page after page. */
  async *each<N extends PagedList>(
    list: N,
    query: Parameters<Roster[N]>[0] = {},
    options: CallOptions = {},
  ): AsyncGenerator<Awaited<ReturnType<Roster[N]>>['data'][number], void, undefined> {
    let cursor: string | null | undefined;
    do {
      const page = await this[list]({ ...query, ...(cursor && { cursor }) }, options);
      yield* page.data;
      cursor = page.meta.nextCursor;
    } while (cursor);
  }

  /**
   * Every change after the cursor \`after\` ("now": from here on; none: from the oldest kept), in order; waits for those to come,
   * until \`signal\` is aborted. Store \`cursor\` once an event has been handled, to go on from there: the last one may then
   * come again. Throws \`GONE\` if the cursor is too old.
   */
  async *events(
    { after, signal }: { after?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<{ event: Event; cursor: string | undefined }, void, undefined> {
    let cursor = after;
    while (!signal?.aborted) {
      const query = { ...(cursor !== undefined && { after: cursor }), wait: 30 };
      const { data, meta } = await this.listEvents(query, { signal });
      for (const [index, event] of data.entries())
        yield { event, cursor: index === data.length - 1 ? meta.cursor : cursor };
      cursor = meta.cursor;
    }
  }

  private async send<Data, Meta>(sent: Sent, options: CallOptions): Promise<Answer<Data, Meta>> {
    const response = await this.request(sent, options);
    const { data, meta } = (await response.json()) as { data: Data; meta: Meta };
    return { data, meta, status: response.status, etag: response.headers.get('ETag'), headers: response.headers };
  }

  private file(sent: Sent, options: CallOptions): Promise<Response> {
    return this.request(sent, options);
  }

  private async request(sent: Sent, options: CallOptions): Promise<Response> {
    const { retries = 5, fetch: send = fetch } = this.options;
    const key = options.idempotencyKey ?? (sent.keyed ? crypto.randomUUID() : undefined);
    for (let attempt = 0; ; attempt++) {
      const failed = await this.attempt(sent, { ...options, idempotencyKey: key }, send);
      if (failed instanceof Response) return failed;
      const { error, retryAfter } = failed;
      // 429 was refused before anything was done.
      const isSafe = error.status === 429 || (!sent.once && (error.status === 0 || error.status >= 502));
      if (!isSafe || attempt >= retries) throw error;
      const pause = Math.min(30, 2 ** attempt / 4) * (0.5 + Math.random());
      await sleep(1000 * Math.max(pause, retryAfter), options.signal);
    }
  }

  private async attempt(
    { method, path, body, upload, query = {} }: Sent,
    { signal, ifMatch, ifNoneMatch, idempotencyKey }: CallOptions,
    send: typeof fetch,
  ): Promise<Response | { error: RosterError; retryAfter: number }> {
    const url = new URL(this.options.baseUrl.replace(/\\/$/, '') + path);
    for (const [name, value] of Object.entries(query))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) url.searchParams.append(name, String(one));
    const headers = new Headers({ Authorization: \`Bearer \${this.options.token}\` });
    if (body !== undefined) headers.set('Content-Type', upload ? 'application/octet-stream' : 'application/json');
    if (ifMatch) headers.set('If-Match', ifMatch);
    if (ifNoneMatch) headers.set('If-None-Match', ifNoneMatch);
    if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
    let response: Response;
    try {
      response = await send(url, { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      return { error: new RosterError('NETWORK', 0, 'No response from ' + url.origin + '.', [], null), retryAfter: 0 };
    }
    if (response.ok) return response;
    const id = response.headers.get('X-Request-Id');
    const answer = (await response.json().catch(() => null)) as Error | null;
    const { code, message, details } = answer?.error ?? {
      code: 'BAD_RESPONSE',
      message: 'Status ' + response.status + '.',
      details: [],
    };
    const retryAfter = Number(response.headers.get('Retry-After')) || 0;
    return { error: new RosterError(code, response.status, message, details, id), retryAfter };
  }
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
`;
