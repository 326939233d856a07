import type * as z from 'zod';
import type { Person } from './contract/actor';
import type { ErrorCode, ErrorDetail } from './contract/error';
import type { OperationName, Operations } from './contract/operations';

type Of<N extends OperationName, K extends string> =
  Operations[N] extends Record<K, infer S extends z.ZodType> ? S : never;

type Id<N extends OperationName> = Operations[N]['path'] extends `${string}{id}${string}`
  ? { id: string }
  : unknown;
type Body<N extends OperationName> = Of<N, 'body'> extends never ? unknown : { body: z.input<Of<N, 'body'>> };

/** The input of an operation as JSON, before it is parsed. */
export type JsonInput<N extends OperationName> = Id<N> &
  (Of<N, 'query'> extends never ? unknown : { query?: z.input<Of<N, 'query'>> }) &
  (Operations[N] extends { conditional: true } ? { ifMatch?: string } : unknown) &
  Body<N>;

/** The input of an operation, before it is parsed. */
export type CallInput<N extends OperationName> = Id<N> &
  (Of<N, 'query'> extends never ? unknown : { query?: z.input<Of<N, 'query'>> | URLSearchParams }) &
  Body<N> &
  (Operations[N] extends { upload: true }
    ? { upload: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }
    : unknown) & {
    /** `ETag` the change is based on. */
    ifMatch?: string;
    /** `*`: create only. */
    ifNoneMatch?: '*';
    /** Repeating a call with the same key creates nothing twice. */
    idempotencyKey?: string;
  };

/** The input of an operation known only at run time. */
export interface AnyCallInput {
  id?: string;
  query?: Record<string, unknown> | URLSearchParams;
  body?: unknown;
  upload?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  ifMatch?: string;
  ifNoneMatch?: string;
  idempotencyKey?: string;
}

/** A file that an operation returns, as a stream; an error of the stream means that the file is incomplete. */
export interface DownloadedFile {
  body: ReadableStream<Uint8Array>;
  name: string;
  /** Media type, with its charset. */
  type: string;
}

type Data<N extends OperationName> = z.output<Operations[N]['data']>;

/** A success as the browser gets it: `data`, with `meta`, the ETag or the merge id if the operation returns one. */
export type Answer<N extends OperationName> =
  Of<N, 'meta'> extends never
    ? Operations[N] extends { tagged: true }
      ? { data: Data<N>; etag: string | null } & (Operations[N] extends { merges: true }
          ? { mergeId: string | null }
          : unknown)
      : Data<N>
    : { data: Data<N>; meta: z.output<Of<N, 'meta'>> };

export interface Success<N extends OperationName> {
  ok: true;
  /** HTTP status: 201 if something was created. */
  status: number;
  data: Operations[N] extends { download: string } ? DownloadedFile : Data<N>;
  meta: Of<N, 'meta'> extends never ? undefined : z.output<Of<N, 'meta'>>;
  etag: string | null;
  /** Id of a bulk deletion, to restore all of it. */
  deletionId: string | null;
  /** Id of a merge, to undo it. */
  mergeId?: string | null;
  requestId: string | null;
  /** Whether the call was retried: an earlier attempt may have made the change. */
  repeated: boolean;
}

/** Why a call failed: the same type from the service to the form. */
export interface ApiError {
  /**
   * `NETWORK`: no response. `BAD_RESPONSE`: a response that breaks the contract. The console adds `CONFIRM_PASSWORD`, which
   * asks for the password again, and `OUTDATED`, when the server runs another build than the page.
   */
  code: ErrorCode | 'NETWORK' | 'BAD_RESPONSE' | 'CONFIRM_PASSWORD' | 'OUTDATED';
  /** 0 if there was no response. */
  status: number;
  message: string;
  details: ErrorDetail[];
  requestId: string | null;
  /** Seconds to wait before another attempt. */
  retryAfter?: number;
  /** Whether the call was retried: an earlier attempt may have made the change. */
  repeated?: boolean;
}

export interface Refusal {
  ok: false;
  error: ApiError;
}

export type Result<N extends OperationName> = Success<N> | Refusal;

/** The caller of an operation. */
export interface Caller {
  /** API token, which determines the organization and the scopes. */
  token: string;
  /** The person the call is made for; only the console's own token may name one. */
  person?: Person;
  /** Aborting it ends the wait, not a change under way. */
  signal?: AbortSignal;
  requestId?: string;
}

/**
 * Calls an operation: the only access to contacts. The service implements it, and so does the gateway of connected mode.
 * Returns errors; throws only when the caller aborts.
 */
export type Call = <N extends OperationName>(
  operation: N,
  input: CallInput<N>,
  caller: Caller,
) => Promise<Result<N>>;

/** `call` for one person in one organization. */
export type BoundCall = <N extends OperationName>(
  operation: N,
  input: CallInput<N>,
  options?: Pick<Caller, 'signal'>,
) => Promise<Result<N>>;
