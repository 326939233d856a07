import type { z } from 'zod';
import { type ErrorCode, type ErrorDetail, limitedDetails } from '@/lib/contract/error';
import type { OperationName, Operations } from '@/lib/contract/operations';
import type { Scope } from '@/lib/contract/token';
import type { RequestContext } from './statement';

/** A refusal that the caller is told about. */
export interface Refusal {
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
  headers?: Record<string, string>;
}

export interface Success<Data> {
  data: Data;
  meta?: unknown;
  created?: string;
  headers?: Record<string, string>;
}

/** A file that is sent as it is made. */
export interface Download {
  download: AsyncIterable<string>;
  fileName: string;
}

/** What a handler answers: something, or why not. */
export type Reply<Data> = Success<Data> | Download | { refusal: Refusal };

type Parsed<N extends OperationName, K extends string> =
  Operations[N] extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A request of one operation, checked: the token has the scope, query and body are of the contract. */
export interface Call<N extends OperationName> {
  context: RequestContext & { tokenId: string; scopes: Scope[] };
  id: string;
  query: Parsed<N, 'query'>;
  body: Parsed<N, 'body'>;
  /** Versions that `If-Match` allows; `null` when it was not sent. */
  etags: string[] | null;
  /** Versions that `If-None-Match` excludes; `null` when it was not sent. */
  noneOf: string[] | null;
  /** `Idempotency-Key`; `null` when it was not sent. */
  idempotencyKey: string | null;
  /** The body of an operation that takes a file. */
  upload: AsyncIterable<Uint8Array>;
}

type Answer<N extends OperationName> = Operations[N] extends { download: string }
  ? Download
  : Success<z.input<Operations[N]['data']>>;

export type Handler<N extends OperationName> = (call: Call<N>) => Promise<Answer<N> | { refusal: Refusal }>;

export type Handlers = { [N in OperationName]: Handler<N> };

export function refuse(code: ErrorCode, message: string, details: ErrorDetail[] = []) {
  return { refusal: { code, message, details: limitedDetails(details) } };
}

export const notFound = (what: string) => refuse('NOT_FOUND', `There is no such ${what}.`);

export const missingScope = (scope: Scope) => refuse('FORBIDDEN', `This token lacks the scope ${scope}.`);

export const invalid = (details: ErrorDetail[]) =>
  refuse('VALIDATION_ERROR', 'The request is not valid.', details);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A malformed id in the path is an id that does not exist. */
export const isUuid = (text: string): boolean => UUID.test(text);
