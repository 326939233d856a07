import type * as z from 'zod';
import { ACTOR_HEADER, actorHeader, type Person } from '@/lib/contract/actor';
import { type Contact, contact } from '@/lib/contract/contact';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, type Operations, operations } from '@/lib/contract/operations';
import { segment } from '@/lib/contract/segment';
import { type ApiError, errorOf, failure, isFromElsewhere, presentable } from './api-error';
import { failedFetch } from './failed-fetch';
import { type InvalidItem, partition } from './invalid-item';
import { normalize } from './normalize';
import { LIMITS, readAnswer } from './read-answer';
import { retryAfterOf } from './retry-after';
import { type Failed, type RetryPolicy, retry } from './retry-policy';
import { withTimeout } from './with-timeout';

export type { ApiError } from './api-error';

type Of<N extends OperationName, K extends string> =
  Operations[N] extends Record<K, infer S extends z.ZodType> ? S : never;

/** The input of an operation. */
export type CallInput<N extends OperationName> = (Operations[N]['path'] extends `${string}{id}${string}`
  ? { id: string }
  : unknown) &
  (Of<N, 'query'> extends never ? unknown : { query?: z.input<Of<N, 'query'>> | URLSearchParams }) &
  (Of<N, 'body'> extends never ? unknown : { body: z.input<Of<N, 'body'>> }) &
  (Operations[N] extends { upload: true } ? { upload: ReadableStream<Uint8Array> | Uint8Array } : unknown) & {
    /** `ETag` the change is based on. */
    ifMatch?: string;
    /** `*`: create only. */
    ifNoneMatch?: '*';
    /** Repeating a call with the same key creates nothing twice. */
    idempotencyKey?: string;
    signal?: AbortSignal;
  };

export interface Success<N extends OperationName> {
  ok: true;
  status: number;
  data: z.output<Operations[N]['data']>;
  meta: Of<N, 'meta'> extends never ? undefined : z.output<Of<N, 'meta'>>;
  etag: string | null;
  /** Names a bulk deletion, to restore all of it. */
  deletionId: string | null;
  requestId: string | null;
  /** Time of the response in milliseconds, by the service's clock if it tells. */
  answeredAt: number;
  /** Items of a connected service's list that break the contract. */
  invalidItems?: InvalidItem[];
  /** Whether the call was retried: an earlier attempt may have made the change. */
  repeated: boolean;
}

export type Result<N extends OperationName> = Success<N> | { ok: false; error: ApiError };

/** How a call is made. `when not received`: retried only if the service cannot have received it. */
interface How {
  repeat: 'when lost' | 'when not received' | 'never';
  isChange: boolean;
  isUpload?: boolean;
  limit: number;
  signal: AbortSignal | undefined;
}

interface ClientOptions {
  /** With the version prefix, for example `https://api.example.com/v1`. */
  baseUrl: string;
  token: string;
  /** The network's `fetch`, or the handler of the API in this process. */
  fetch: (request: Request) => Promise<Response>;
  /** The person the call is made for; only the console's own token may name one. */
  actor?: Person;
  /** Retry policy for a connected service. Without it a call is made once. */
  network?: RetryPolicy;
}

/** Milliseconds; longer than a change at a connected service may take. */
const TIMEOUT = 120_000;
/** A file takes as long as its sender needs, whose connection ends before if nothing comes. */
const UPLOAD_TIMEOUT = 24 * 60 * 60_000;
const ONCE: RetryPolicy = { attempts: 1, timeout: TIMEOUT, total: TIMEOUT, backOff: 0 };

/** Operations that return the contact named in the path. */
const OF_ONE = new Set<OperationName>(['getContact', 'updateContact', 'deleteContact']);
/** POST operations that change nothing. */
const QUESTIONS = new Set<OperationName>(['previewContact', 'previewContacts', 'countContactSegments']);
/** Bytes that the response may have. */
function limitOf(name: OperationName): number {
  switch (name) {
    case 'getContact':
    case 'upsertContact':
    case 'updateContact':
    case 'deleteContact':
    case 'deleteContacts':
    case 'listSegments':
      return LIMITS.short;
    case 'upsertContacts':
    case 'previewContacts':
      return LIMITS.batch;
    default:
      return LIMITS.long;
  }
}
/** Set by the gateway in this process when it has retried a call. */
export const REPEATED_HEADER = 'Roster-Repeated';

/** Whether the call redeems a referral code: a connected service may count every attempt. */
function redeems(input: object): boolean {
  const { body } = input as { body?: { referralCode?: unknown; contacts?: { referralCode?: unknown }[] } };
  return [body, ...(body?.contacts ?? [])].some((one) => one?.referralCode != null);
}

/** The typed client of the contract. Returns errors instead of throwing; throws only when the caller aborts. */
export class Client {
  constructor(private readonly options: ClientOptions) {}

  /** Calls one operation. */
  async call<N extends OperationName>(name: N, input: CallInput<N>): Promise<Result<N>> {
    const operation: Operation = operations[name];
    const isQuestion = operation.method === 'GET' || QUESTIONS.has(name);
    // A conditional change makes its own condition false.
    const isConditional = Boolean(input.ifMatch || input.ifNoneMatch);
    const repeatable =
      !isConditional && (operation.method !== 'POST' || isQuestion || Boolean(input.idempotencyKey));
    const outcome = await this.send(
      (given) => this.request(operation, input, given),
      (response, body) => success(name, response, body, this.options, (input as { id?: string }).id),
      {
        repeat: !isQuestion && redeems(input) ? 'never' : repeatable ? 'when lost' : 'when not received',
        isChange: !isQuestion,
        isUpload: operation.upload,
        limit: limitOf(name),
        signal: input.signal,
      },
    );
    if ('done' in outcome) return { ...outcome.done, repeated: outcome.repeated || outcome.done.repeated };
    const { error, isSettled } = outcome;
    if (isSettled || isQuestion) return { ok: false, error };
    const done = operation.method === 'DELETE' ? 'deleted' : 'saved';
    const unsettled = `It may have been ${done}; check before trying again.`;
    return { ok: false, error: { ...error, unsettled } };
  }

  /** Reads something other than an operation, such as the OpenAPI document; `path` is relative to the base. */
  async read(
    path: `/${string}`,
    signal?: AbortSignal,
  ): Promise<{ ok: true; body: unknown } | { ok: false; error: ApiError }> {
    const outcome = await this.send(
      (given) => this.request({ method: 'GET', path }, {}, given),
      (_, body) => ({ done: { ok: true as const, body } }),
      { repeat: 'when lost', isChange: false, limit: LIMITS.long, signal },
    );
    return 'done' in outcome ? outcome.done : { ok: false, error: outcome.error };
  }

  /** Opens the file that an operation returns, for streaming; errors as from `call`. */
  async download<N extends OperationName>(
    name: N,
    input: CallInput<N>,
  ): Promise<{ ok: true; response: Response } | { ok: false; error: ApiError }> {
    const { fetch, network, token } = this.options;
    const signal = input.signal ?? new AbortController().signal;
    let response: Response;
    try {
      response = await fetch(this.request(operations[name], input, signal));
    } catch (cause) {
      if (signal.aborted) throw cause;
      return { ok: false, error: failedFetch(cause, undefined).error };
    }
    if (response.ok) return { ok: true, response };
    const body: unknown = await response.json().catch(() => null);
    const { error } = refused(response, body, network !== undefined);
    return { ok: false, error: network ? presentable(error, token) : error };
  }

  private send<T>(
    request: (signal: AbortSignal) => Request,
    interpret: (response: Response, body: unknown) => { done: T } | Failed,
    { repeat, isChange, isUpload, limit, signal }: How,
  ) {
    const { fetch, network, token } = this.options;
    const attempt = async (timeout: number): Promise<{ done: T } | Failed> => {
      let begun: Response | undefined;
      let answer: { response: Response; body: unknown };
      try {
        answer = await withTimeout(timeout, signal, async (given, hold) => {
          begun = await fetch(hold(request(given)));
          return { response: begun, body: await (network ? readAnswer(begun, limit) : begun.json()) };
        });
      } catch (cause) {
        if (signal?.aborted) throw cause;
        return failedFetch(cause, begun);
      }
      const { response, body } = answer;
      return response.ok ? interpret(response, body) : refused(response, body, network !== undefined);
    };
    const guarded = async (timeout: number) => {
      const outcome = await attempt(timeout);
      return 'error' in outcome ? { ...outcome, error: presentable(outcome.error, token) } : outcome;
    };
    const policy = { ...(network ?? ONCE), ...(isChange && network?.changes) };
    if (isUpload) Object.assign(policy, { timeout: UPLOAD_TIMEOUT, total: UPLOAD_TIMEOUT });
    if (repeat === 'never') policy.attempts = 1;
    return retry(policy, repeat === 'when lost', network ? guarded : attempt, signal);
  }

  private request(
    operation: Pick<Operation, 'method' | 'path'>,
    input: object,
    signal: AbortSignal,
  ): Request {
    const { id, query, body, upload, ifMatch, ifNoneMatch, idempotencyKey } = input as {
      id?: string;
      query?: Record<string, unknown> | URLSearchParams;
      body?: unknown;
      upload?: BodyInit;
      ifMatch?: string;
      ifNoneMatch?: string;
      idempotencyKey?: string;
    };
    const { baseUrl, token, actor } = this.options;
    const path = id === undefined ? operation.path : operation.path.replace('{id}', encodeURIComponent(id));
    const url = new URL(baseUrl.replace(/\/$/, '') + path);
    url.search = searchOf(query).toString();
    const headers = new Headers({ Authorization: `Bearer ${token}`, Accept: 'application/json' });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (ifMatch) headers.set('If-Match', ifMatch);
    if (ifNoneMatch) headers.set('If-None-Match', ifNoneMatch);
    if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
    if (actor) headers.set(ACTOR_HEADER, actorHeader(actor));
    return new Request(url, {
      method: operation.method,
      headers,
      body: upload ?? (body === undefined ? undefined : JSON.stringify(body)),
      ...(upload && { duplex: 'half' }),
      // A redirect could send the token to another host.
      redirect: 'manual',
      signal,
    });
  }
}

function searchOf(query: Record<string, unknown> | URLSearchParams | undefined): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  return search;
}

function success<N extends OperationName>(
  name: N,
  response: Response,
  body: unknown,
  { network, token }: ClientOptions,
  id: string | undefined,
): { done: Success<N> } | Failed {
  const operation: Operation = operations[name];
  const foreign = network !== undefined;
  const requestId = response.headers.get('X-Request-Id');
  const envelope = (typeof body === 'object' && body ? body : {}) as Record<string, unknown>;
  const { data, meta } = foreign ? normalize(name, envelope) : envelope;
  let parsed = operation.data.safeParse(data);
  let invalidItems: InvalidItem[] | undefined;
  const form = name === 'listContacts' ? contact : name === 'listSegments' ? segment : null;
  if (!parsed.success && foreign && form && Array.isArray(data)) {
    const parts = partition<unknown>(data, form, token);
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
  // A proxy may mix up responses: never show or change the wrong contact.
  if (foreign && id && OF_ONE.has(name) && (parsed.data as Contact).id !== id.toLowerCase()) {
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
      requestId,
      answeredAt: Date.parse(response.headers.get('Date') ?? '') || Date.now(),
      invalidItems,
      repeated: !foreign && response.headers.has(REPEATED_HEADER),
    } as Success<N>,
  };
}

function refused(response: Response, body: unknown, foreign: boolean): Failed {
  const { status, headers } = response;
  const error = errorOf(status, body, headers.get('X-Request-Id'));
  const retryAfter = retryAfterOf(headers);
  if (retryAfter) error.retryAfter = retryAfter;
  if (!foreign && headers.has(REPEATED_HEADER)) error.repeated = true;
  return { error, again: againAfter(response, body) };
}

function againAfter({ status, headers }: Response, body: unknown): Failed['again'] {
  if (status === 429 || (status === 503 && headers.has('Retry-After'))) return 'unprocessed';
  // A gateway may fail for a moment.
  if (status !== 403 && isFromElsewhere(status, body)) return 'unknown';
  return status === 408 || (status >= 500 && status !== 501) ? 'unknown' : 'final';
}
