import type { z } from 'zod';
import type { ErrorCode } from './error';
import type { Scope } from './token';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** All there is to say about one operation of the API; routes, client and OpenAPI document are made from it. */
export interface Operation {
  method: Method;
  /** Below the base path, with `{id}` for the one path parameter there may be. */
  path: `/${string}`;
  /** What a token needs; nothing when every valid token may. */
  scopes: readonly Scope[];
  tag: string;
  summary: string;
  description?: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a file, of any type. */
  upload?: boolean;
  /** Answers with a file of this type instead of JSON. */
  download?: string;
  /** Shape of `data` in a success response. */
  data: z.ZodType;
  /** Shape of `meta`, for lists in pages. */
  meta?: z.ZodType;
  /** Answers 201 with `Location` when it created something. */
  creates?: 'always' | 'sometimes';
  /** Takes `If-Match`, and `If-None-Match` where it may create. */
  conditional?: boolean;
  /** Takes an `Idempotency-Key`. */
  idempotencyKey?: boolean;
  /** Answers with an `ETag`. */
  tagged?: boolean;
  /** Answers with the `Deletion-Id` of what it has put in the trash. */
  deletes?: boolean;
  /** What it can answer beyond what follows from the rest (see `errorsOf`). */
  errors?: ErrorCode[];
}

/** Every error code the operation can answer with. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['UNAUTHORIZED'];
  if (operation.scopes.length > 0) codes.push('FORBIDDEN');
  if (operation.query || operation.body || operation.upload) codes.push('VALIDATION_ERROR');
  if (operation.path.includes('{id}')) codes.push('NOT_FOUND');
  if (operation.conditional) codes.push('PRECONDITION_FAILED');
  if (operation.body) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (operation.upload) codes.push('PAYLOAD_TOO_LARGE');
  codes.push(...(operation.errors ?? []), 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE');
  return codes;
}
