import { Readable } from 'node:stream';
import type { AnyCallInput, CallInput, DownloadedFile, Success } from '@/lib/call';
import { buildHeaders, buildUrl } from '@/lib/contract/client-runtime';
import { type Contact, contact } from '@/lib/contract/contact';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { parseRetryAfter } from '@/lib/contract/retry-after';
import { segment } from '@/lib/contract/segment';
import { failure, isFromElsewhere, type RemoteError, toPresentable, toRemoteError } from './api-error';
import { failedFetch } from './failed-fetch';
import { type InvalidItem, splitValid } from './invalid-item';
import { normalize } from './normalize';
import { LIMITS, readAnswer } from './read-answer';
import { type Failed, type RetryPolicy, retry } from './retry-policy';
import { withTimeout } from './with-timeout';

/** A success over the network. */
export type RemoteSuccess<N extends OperationName> = Success<N> & {
  /** Time of the response in milliseconds, by the service's clock if it sends a `Date`. */
  answeredAt: number;
  /** Items of a list that break the contract. */
  invalidItems?: InvalidItem[];
};

export type RemoteResult<N extends OperationName> = RemoteSuccess<N> | { ok: false; error: RemoteError };

interface CallPolicy {
  /** `lost`: also after a lost answer. `not received`: only if the service did not act on the call. */
  retryWhen: 'lost' | 'not received' | 'never';
  isChange: boolean;
  isUpload?: boolean;
  limit: number;
  signal: AbortSignal | undefined;
}

interface ClientOptions {
  /** Base URL with its version prefix, for example `https://api.example.com/v1`. */
  baseUrl: string;
  token: string;
  /** The network's `fetch`. */
  fetch: (request: Request) => Promise<Response>;
  network: RetryPolicy;
}

/** Milliseconds. A file takes as long as its sender needs; the connection of a stalled sender ends before. */
const UPLOAD_TIMEOUT = 24 * 60 * 60_000;

/** Operations that return the contact named in the path. */
const RETURNS_ONE_CONTACT = new Set<OperationName>(['getContact', 'updateContact', 'deleteContact']);
/** Most bytes of a response, if not `LIMITS.long`. */
const sizeLimits: { [N in OperationName]?: number } = {
  getContact: LIMITS.short,
  upsertContact: LIMITS.short,
  updateContact: LIMITS.short,
  deleteContact: LIMITS.short,
  deleteContacts: LIMITS.short,
  listSegments: LIMITS.short,
  upsertContacts: LIMITS.batch,
  previewContacts: LIMITS.batch,
};

/**
 * When a call is retried: reads also after a lost answer; redemptions never; conditional changes and POSTs of changes
 * without a key only if they were not received; other changes also after a lost answer. A connected service may do twice what Roster would recognize as a repetition.
 */
function findRetryWhen({ method, repeat }: Operation, input: AnyCallInput): CallPolicy['retryWhen'] {
  if (repeat === 'safe') return 'lost';
  // It may count every attempt at redeeming a code.
  if (redeems(input)) return 'never';
  // A conditional change makes its own condition false.
  if (input.ifMatch || input.ifNoneMatch) return 'not received';
  return method === 'POST' && !input.idempotencyKey ? 'not received' : 'lost';
}

/** Whether a contact of the body has a referral code. */
function redeems(input: object): boolean {
  const { body } = input as { body?: { referralCode?: unknown; contacts?: { referralCode?: unknown }[] } };
  return [body, ...(body?.contacts ?? [])].some((one) => one?.referralCode != null);
}

/** The contract over the network. Returns errors instead of throwing; throws only when the caller aborts. */
export class HttpClient {
  constructor(private readonly options: ClientOptions) {}

  /**
   * Calls one operation, with retries. If a change may have been made without a response, the error says so (`unsettled`).
   */
  async call<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    signal?: AbortSignal,
  ): Promise<RemoteResult<N>> {
    const operation: Operation = operations[name];
    const isChange = operation.repeat !== 'safe';
    const outcome = await this.send(
      (given) => this.buildRequest(operation, input, given),
      (response, body) => parseSuccess(name, response, body, this.options, (input as { id?: string }).id),
      {
        retryWhen: findRetryWhen(operation, input as AnyCallInput),
        isChange,
        isUpload: operation.upload,
        limit: sizeLimits[name] ?? LIMITS.long,
        signal,
      },
    );
    if ('done' in outcome) return { ...outcome.done, repeated: outcome.repeated };
    const { error, isSettled } = outcome;
    if (isSettled || !isChange) return { ok: false, error };
    const done = operation.method === 'DELETE' ? 'deleted' : 'saved';
    const unsettled = `It may have been ${done}; check before trying again.`;
    return { ok: false, error: { ...error, unsettled } };
  }

  /** Reads something other than an operation, such as the OpenAPI document; `path` is relative to the base. */
  async read(
    path: `/${string}`,
    signal?: AbortSignal,
  ): Promise<{ ok: true; body: unknown } | { ok: false; error: RemoteError }> {
    const outcome = await this.send(
      (given) => this.buildRequest({ method: 'GET', path }, {}, given),
      (_, body) => ({ done: { ok: true as const, body } }),
      { retryWhen: 'lost', isChange: false, limit: LIMITS.long, signal },
    );
    return 'done' in outcome ? outcome.done : { ok: false, error: outcome.error };
  }

  /** Opens the file that an operation returns, for streaming; errors as from `call`. One attempt, without a timeout. */
  async download<N extends OperationName>(
    name: N,
    input: CallInput<N>,
    signal = new AbortController().signal,
  ): Promise<
    { ok: true; file: DownloadedFile; requestId: string | null } | { ok: false; error: RemoteError }
  > {
    const { fetch, token } = this.options;
    let response: Response;
    try {
      response = await fetch(this.buildRequest(operations[name], input, signal));
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { ok: false, error: failedFetch(cause, undefined).error };
    }
    const { body, headers } = response;
    if (response.ok) {
      const [, name = ''] =
        /filename\*=UTF-8''([\w%.~-]*)/.exec(headers.get('Content-Disposition') ?? '') ?? [];
      const file = {
        body: body ?? new ReadableStream(),
        name: decodeName(name),
        type: headers.get('Content-Type') ?? '',
      };
      return { ok: true, file, requestId: headers.get('X-Request-Id') };
    }
    const { error } = failedResponse(response, await response.json().catch(() => null));
    return { ok: false, error: toPresentable(error, token) };
  }

  /**
   * Sends a request, and retries it by the policy. Returns errors, fit for pages and logs; throws only when the caller
   * aborts.
   */
  private send<T>(
    request: (signal: AbortSignal) => Request,
    interpret: (response: Response, body: unknown) => { done: T } | Failed,
    { retryWhen, isChange, isUpload, limit, signal }: CallPolicy,
  ) {
    const { fetch, network, token } = this.options;
    /** Makes one attempt within the timeout; throws only when the caller aborts. */
    const attempt = async (timeout: number): Promise<{ done: T } | Failed> => {
      let begun: Response | undefined;
      let answer: { response: Response; body: unknown };
      try {
        answer = await withTimeout(timeout, signal, async (given, hold) => {
          begun = await fetch(hold(request(given)));
          return { response: begun, body: await readAnswer(begun, limit) };
        });
      } catch (cause) {
        if (signal?.aborted) throw cause;
        return failedFetch(cause, begun);
      }
      const { response, body } = answer;
      return response.ok ? interpret(response, body) : failedResponse(response, body);
    };
    /** Makes one attempt, with its error fit for pages and logs. */
    const guarded = async (timeout: number) => {
      const outcome = await attempt(timeout);
      return 'error' in outcome ? { ...outcome, error: toPresentable(outcome.error, token) } : outcome;
    };
    const policy = { ...network, ...(isChange && network.changes) };
    if (isUpload) Object.assign(policy, { timeout: UPLOAD_TIMEOUT, total: UPLOAD_TIMEOUT });
    if (retryWhen === 'never') policy.attempts = 1;
    return retry(policy, retryWhen === 'lost', guarded, signal);
  }

  /**
   * The request of an operation, with the token, and the body as JSON or the upload as a stream. Redirects are not
   * followed.
   */
  private buildRequest(
    operation: Pick<Operation, 'method' | 'path'>,
    input: object,
    signal: AbortSignal,
  ): Request {
    const { id, query, body, upload, ...options } = input as AnyCallInput;
    const { baseUrl, token } = this.options;
    const path = id === undefined ? operation.path : operation.path.replace('{id}', encodeURIComponent(id));
    const headers = buildHeaders(token, options);
    headers.set('Accept', 'application/json');
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    return new Request(buildUrl(baseUrl, path, query), {
      method: operation.method,
      headers,
      body: upload
        ? (Readable.toWeb(Readable.from(upload)) as BodyInit)
        : body === undefined
          ? undefined
          : JSON.stringify(body),
      ...(upload && { duplex: 'half' }),
      // A redirect could send the token to another host.
      redirect: 'manual',
      signal,
    });
  }
}

/** Decodes a percent-encoded name; returns an invalid one unchanged. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * Parses a success response by the contract. Contacts and segments of a list that break it are left out (`invalidItems`).
 * Another contact than requested is an error.
 */
function parseSuccess<N extends OperationName>(
  name: N,
  response: Response,
  body: unknown,
  { token }: ClientOptions,
  id: string | undefined,
): { done: RemoteSuccess<N> } | Failed {
  const operation: Operation = operations[name];
  const requestId = response.headers.get('X-Request-Id');
  const envelope = (typeof body === 'object' && body ? body : {}) as Record<string, unknown>;
  const { data, meta } = normalize(name, envelope);
  let parsed = operation.data.safeParse(data);
  let invalidItems: InvalidItem[] | undefined;
  const form = name === 'listContacts' ? contact : name === 'listSegments' ? segment : null;
  if (!parsed.success && form && Array.isArray(data)) {
    const parts = splitValid<unknown>(data, form, token);
    // If every segment is invalid, the list is not one of segments; contacts may be valid on the next page.
    if (form === contact || parts.valid.length > 0) {
      invalidItems = parts.invalid;
      parsed = { success: true, data: parts.valid };
    }
  }
  const parsedMeta = operation.meta?.safeParse(meta);
  if (!parsed.success || parsedMeta?.success === false) {
    const [issue] = (parsed.error ?? parsedMeta?.error)?.issues ?? [];
    const where = [parsed.success ? 'meta' : 'data', ...(issue?.path ?? [])].join('.');
    const message = `The contacts service sent an invalid response (at ${where}).`;
    return { error: failure('BAD_RESPONSE', response.status, message, requestId), again: 'final' };
  }
  // A proxy may mix up responses: never show or change the wrong contact, unless the id was merged into the returned one.
  const returnedId = RETURNS_ONE_CONTACT.has(name) ? (parsed.data as Contact).id : undefined;
  const isMerged = response.headers.get('Content-Location')?.endsWith(`/contacts/${returnedId}`);
  if (id && returnedId && returnedId !== id.toLowerCase() && !isMerged) {
    const message = 'The contacts service returned a different contact than requested.';
    return { error: failure('BAD_RESPONSE', response.status, message, requestId), again: 'final' };
  }
  return {
    done: {
      ok: true,
      status: response.status,
      data: parsed.data,
      meta: parsedMeta?.data,
      etag: response.headers.get('ETag'),
      deletionId: response.headers.get('Deletion-Id'),
      mergeId: response.headers.get('Merge-Id'),
      requestId,
      answeredAt: Date.parse(response.headers.get('Date') ?? '') || Date.now(),
      invalidItems,
      repeated: false,
    } as RemoteSuccess<N>,
  };
}

/** Converts an error response, and says whether the call may be retried. */
function failedResponse(response: Response, body: unknown): Failed {
  const { status, headers } = response;
  const error = toRemoteError(status, body, headers.get('X-Request-Id'));
  const retryAfter = parseRetryAfter(headers);
  if (retryAfter) error.retryAfter = retryAfter;
  return { error, again: againAfter(response, body) };
}

/** Whether a call may be retried after an error response; 429 and 503 with `Retry-After` mean that it was not processed. */
function againAfter({ status, headers }: Response, body: unknown): Failed['again'] {
  if (status === 429 || (status === 503 && headers.has('Retry-After'))) return 'unprocessed';
  // A gateway may fail for a moment.
  if (status !== 403 && isFromElsewhere(status, body)) return 'unknown';
  return status === 408 || (status >= 500 && status !== 501) ? 'unknown' : 'final';
}
