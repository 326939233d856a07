import type * as z from 'zod';
import { collectFieldFilters } from '@/lib/contract/contact-filter';
import { type ErrorDetail, toErrorDetails } from '@/lib/contract/error';
import type { Operation } from '@/lib/contract/operation';
import type { OperationName } from '@/lib/contract/operations';
import { type HandlerCall, invalid, type Refusal } from './reply';

/** An operation's input as sent; headers as text. */
export interface RawInput {
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  ifMatch?: string | null;
  ifNoneMatch?: string | null;
  idempotencyKey?: string | null;
}

type ParsedInput = Pick<HandlerCall<OperationName>, 'etags' | 'noneOf' | 'idempotencyKey' | 'upload'> & {
  query?: unknown;
  body?: unknown;
};

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const BAD_IDEMPOTENCY_KEY = invalid([
  { path: 'Idempotency-Key', message: 'Up to 255 visible ASCII characters.' },
]);

/** Parses query, body and headers by the contract, or refuses with all problems. `rules` finds those of an invalid body. */
export async function parseInput(
  operation: Operation,
  input: RawInput,
  schema: z.ZodType | undefined,
  rules: (body: unknown) => Promise<ErrorDetail[]>,
): Promise<ParsedInput | { refusal: Refusal }> {
  const parsed: { query?: unknown; body?: unknown } = {};
  const details: ErrorDetail[] = [];
  if (operation.query) {
    const query = operation.query.safeParse(collectFieldFilters(input.query ?? {}));
    if (query.success) parsed.query = query.data;
    else details.push(...toErrorDetails(query.error));
  }
  if (schema) {
    const body = schema.safeParse(input.body);
    if (body.success) parsed.body = body.data;
    else details.push(...toErrorDetails(body.error), ...(await rules(input.body)));
  }
  details.push(...findUnstorable(parsed.query), ...findUnstorable(parsed.body));
  if (details.length > 0) return invalid(details);
  const idempotencyKey = operation.idempotencyKey ? (input.idempotencyKey ?? null) : null;
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) return BAD_IDEMPOTENCY_KEY;
  const upload = (input.upload ?? []) as AsyncIterable<Uint8Array>;
  const etags = parseEtags(input.ifMatch);
  // Only If-None-Match allows weak ETags (RFC 9110, 13.1).
  const noneOf = parseEtags(input.ifNoneMatch?.replaceAll('W/"', '"'));
  return { ...parsed, etags, noneOf, idempotencyKey, upload };
}

/** Levels of objects and lists in a body; deeper ones could exhaust the stack. */
const MOST_LEVELS = 50;

/**
 * Error details for texts with U+0000 or unpaired surrogates, which a schema lets pass but no database column can store, and
 * for what is nested too deeply.
 */
function findUnstorable(value: unknown, path: string[] = []): ErrorDetail[] {
  if (path.length > MOST_LEVELS)
    return [{ path: path.slice(0, 3).join('.'), message: 'This is nested too deeply.' }];
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? [{ path: path.join('.'), message: 'U+0000 and unpaired surrogates are not allowed.' }]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => findUnstorable(part, [...path, name]));
}

/** The ETags that a header lists, without quotes; `null` if it was not sent. Weak ones and a quoted `*` are left out. */
export function parseEtags(header: string | null | undefined): string[] | null {
  if (header === null || header === undefined) return null;
  return header.split(',').flatMap((part) => {
    const etag = part.trim();
    if (etag === '*') return ['*'];
    return /^"[^"*]*"$/.test(etag) ? [etag.slice(1, -1)] : [];
  });
}
