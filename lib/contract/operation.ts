import type * as z from 'zod';
import type { ErrorCode } from './error';
import type { Scope } from './token';

/** One operation of the API. Routes, client and OpenAPI document derive from it. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the base path; `{id}` is the only path parameter. */
  path: `/${string}`;
  /** Scopes the token needs; empty if any valid token will do. */
  scopes: readonly Scope[];
  /**
   * Whether a client may repeat a call whose answer was lost. `safe`: yes, it changes nothing. `idempotent`: yes, a second
   * attempt adds nothing to the first. `keyed`: with an idempotency key. `never`: it would take effect once more.
   */
  repeat: 'safe' | 'idempotent' | 'keyed' | 'never';
  summary: string;
  description?: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body is a file of any type. */
  upload?: boolean;
  /** Returns a file of this type instead of JSON. */
  download?: string;
  /** Shape of `data` on success. */
  data: z.ZodType;
  /** Shape of `meta`, for paged lists. */
  meta?: z.ZodType;
  /** Returns 201 with `Location` if it created something. */
  creates?: 'always' | 'sometimes';
  /** Takes `If-Match`, and `If-None-Match` where it may create. */
  conditional?: boolean;
  /** Takes an `Idempotency-Key`. A repetition finds the job that was created, or returns the first answer again. */
  idempotencyKey?: 'job' | 'answer';
  /** Another method for the same operation, and its name in the OpenAPI document. */
  alias?: { method: 'PATCH'; name: string };
  /** Returns an `ETag` of the answer as a whole, and 304 if `If-None-Match` has it. */
  revalidates?: boolean;
  /** Returns an `ETag`. */
  tagged?: boolean;
  /** Returns a `Deletion-Id`. */
  deletes?: boolean;
  /** Returns a `Merge-Id`. */
  merges?: boolean;
  /** Accepts the id of a merged contact in place of the one that stays, which `Content-Location` then names. */
  follows?: boolean;
  /** Only a person who is signed in to the console may call it. Over HTTP it is refused, whatever the token. */
  person?: boolean;
  /** Errors beyond those that `possibleErrors` derives from the other properties. */
  errors?: ErrorCode[];
}

/** Every error code the operation can return, derived from its properties. */
export function possibleErrors(operation: Operation): ErrorCode[] {
  const codes: ErrorCode[] = ['UNAUTHORIZED'];
  if (operation.scopes.length > 0 || operation.person) codes.push('FORBIDDEN');
  if (operation.query || operation.body || operation.upload) codes.push('VALIDATION_ERROR');
  if (operation.path.includes('{id}')) codes.push('NOT_FOUND');
  if (operation.conditional) codes.push('PRECONDITION_FAILED');
  if (operation.idempotencyKey === 'answer') codes.push('CONFLICT');
  if (operation.body) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (operation.upload) codes.push('PAYLOAD_TOO_LARGE');
  codes.push(...(operation.errors ?? []), 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE');
  return codes;
}
