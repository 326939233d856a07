import type { z } from 'zod';
import { ACTOR_HEADER } from '@/lib/contract/actor';
import { type ErrorCode, type ErrorDetail, errorEnvelope } from '@/lib/contract/error';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, type Operations, operations } from '@/lib/contract/operations';

type Of<N extends OperationName, K extends string> =
  Operations[N] extends Record<K, infer S extends z.ZodType> ? S : never;

/** What a call of the operation takes: only what that operation knows. */
export type CallInput<N extends OperationName> = (Operations[N]['path'] extends `${string}{id}${string}`
  ? { id: string }
  : unknown) &
  (Of<N, 'query'> extends never ? unknown : { query?: z.input<Of<N, 'query'>> | URLSearchParams }) &
  (Of<N, 'body'> extends never ? unknown : { body: z.input<Of<N, 'body'>> }) & {
    /** `ETag` the change is based on. */
    ifMatch?: string;
    signal?: AbortSignal;
  };

export interface ApiError {
  /** `NETWORK` when no answer came, `BAD_RESPONSE` when what came is not of the contract. */
  code: ErrorCode | 'NETWORK' | 'BAD_RESPONSE';
  /** 0 when no answer came. */
  status: number;
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
}

export interface Success<N extends OperationName> {
  ok: true;
  status: number;
  data: z.output<Operations[N]['data']>;
  meta: Of<N, 'meta'> extends never ? undefined : z.output<Of<N, 'meta'>>;
  etag: string | null;
  /** Names a bulk deletion, to restore all of it. */
  deletionId: string | null;
}

export type Result<N extends OperationName> = Success<N> | { ok: false; error: ApiError };

export interface ClientOptions {
  /** With the version prefix, for example `https://api.example.com/v1`. */
  baseUrl: string;
  token: string;
  /** The network's `fetch`, or the handler of the API in this process. */
  fetch: (request: Request) => Promise<Response>;
  /** The person the call is made for; recorded in the activity when the token has the scope `staff:act`. */
  actor?: string;
  /** Milliseconds until a call is given up. */
  timeout?: number;
}

/** The typed client of the contract. It never throws for what a server or a network does; it returns it. */
export class Client {
  constructor(private readonly options: ClientOptions) {}

  /** Calls one operation. */
  async call<N extends OperationName>(name: N, input: CallInput<N>): Promise<Result<N>> {
    const operation: Operation = operations[name];
    let response: Response;
    let body: unknown;
    try {
      response = await this.options.fetch(this.request(operation, input));
      body = await response.json();
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      return failure('NETWORK', 0, networkMessage(cause));
    }
    const requestId = response.headers.get('X-Request-Id');
    if (!response.ok) {
      const parsed = errorEnvelope.safeParse(body);
      if (!parsed.success)
        return failure(
          'BAD_RESPONSE',
          response.status,
          `The contacts service answered ${response.status}.`,
          requestId,
        );
      return { ok: false, error: { ...parsed.data.error, status: response.status, requestId } };
    }
    const { data, meta } = (body ?? {}) as { data?: unknown; meta?: unknown };
    const parsed = operation.data.safeParse(data);
    const parsedMeta = operation.meta?.safeParse(meta);
    if (!parsed.success || parsedMeta?.success === false)
      return failure(
        'BAD_RESPONSE',
        response.status,
        'The contacts service answered in an unknown form.',
        requestId,
      );
    return {
      ok: true,
      status: response.status,
      data: parsed.data,
      meta: parsedMeta?.data,
      etag: response.headers.get('ETag'),
      deletionId: response.headers.get('Deletion-Id'),
    } as Success<N>;
  }

  private request(operation: Operation, input: CallInput<OperationName>): Request {
    const { id, query, body, ifMatch, signal } = input as {
      id?: string;
      query?: Record<string, unknown> | URLSearchParams;
      body?: unknown;
      ifMatch?: string;
      signal?: AbortSignal;
    };
    const { baseUrl, token, actor, timeout = 15_000 } = this.options;
    const path = id === undefined ? operation.path : operation.path.replace('{id}', encodeURIComponent(id));
    const url = new URL(baseUrl.replace(/\/$/, '') + path);
    url.search = searchOf(query).toString();
    const headers = new Headers({ Authorization: `Bearer ${token}`, Accept: 'application/json' });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (ifMatch) headers.set('If-Match', ifMatch);
    if (actor) headers.set(ACTOR_HEADER, encodeURIComponent(actor));
    const deadline = AbortSignal.timeout(timeout);
    return new Request(url, {
      method: operation.method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
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

function failure(
  code: 'NETWORK' | 'BAD_RESPONSE',
  status: number,
  message: string,
  requestId: string | null = null,
) {
  return { ok: false as const, error: { code, status, message, details: [], requestId } };
}

function networkMessage(cause: unknown): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return 'The contacts service did not answer in time.';
  return 'The contacts service cannot be reached.';
}
