import type * as z from 'zod';
import { detailsOf, type ErrorDetail } from '@/lib/contract/error';
import { IMPORT_FILE_LIMIT } from '@/lib/contract/import';
import type { Operation } from '@/lib/contract/operation';
import type { OperationName } from '@/lib/contract/operations';
import { type Call, invalid, type Refusal, refuse } from '../reply';

const BODY_LIMIT = 1024 * 1024;

const TOO_LARGE = refuse('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
export const FILE_TOO_LARGE = refuse('PAYLOAD_TOO_LARGE', 'A file may have 200 MB, an Excel workbook 50 MB.');
const NOT_JSON = refuse('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.');
const COMPRESSED = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'The body must not be compressed: leave out Content-Encoding.',
);
const unreadable = (message: string) => invalid([{ path: '', message }]);

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const BAD_IDEMPOTENCY_KEY = invalid([
  { path: 'Idempotency-Key', message: 'Up to 255 visible ASCII characters.' },
]);

/** What a request of an operation says, beside its token and the id in its path. */
type Parsed = Pick<Call<OperationName>, 'etags' | 'noneOf' | 'idempotencyKey' | 'upload'> & {
  query?: unknown;
  body?: unknown;
};

/** Query, body and headers as the contract wants them, or all that is wrong; `rules`: what else an invalid body breaks. */
export async function parseRequest(
  operation: Operation,
  request: Request,
  schema: z.ZodType | undefined,
  rules: (body: unknown) => Promise<ErrorDetail[]>,
): Promise<Parsed | { refusal: Refusal }> {
  const parsed: { query?: unknown; body?: unknown } = {};
  const details: ErrorDetail[] = [];
  if (operation.query) {
    const query = operation.query.safeParse(queryOf(request.url));
    if (query.success) parsed.query = query.data;
    else details.push(...detailsOf(query.error));
  }
  if (schema) {
    const sent = await readBody(request);
    if ('refusal' in sent) return sent;
    const body = schema.safeParse(sent.value);
    if (body.success) parsed.body = body.data;
    else details.push(...detailsOf(body.error), ...(await rules(sent.value)));
  }
  if (operation.upload && Number(request.headers.get('Content-Length')) > IMPORT_FILE_LIMIT)
    return FILE_TOO_LARGE;
  if (details.length > 0) return invalid(details);
  const idempotencyKey = operation.idempotencyKey ? request.headers.get('Idempotency-Key') : null;
  if (idempotencyKey !== null && !IDEMPOTENCY_KEY.test(idempotencyKey)) return BAD_IDEMPOTENCY_KEY;
  const upload = (operation.upload && request.body ? request.body : []) as AsyncIterable<Uint8Array>;
  const etags = etagsOf(request.headers.get('If-Match'));
  // Weak versions match in this one only (RFC 9110, 13.1).
  const noneOf = etagsOf(request.headers.get('If-None-Match')?.replaceAll('W/"', '"') ?? null);
  return { ...parsed, etags, noneOf, idempotencyKey, upload };
}

/** Query parameters; one that is repeated becomes a list. */
function queryOf(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?');
  if (start < 0) return {};
  const parameters = new URLSearchParams(url.slice(start));
  // Object.fromEntries makes properties of its own of all names, of `__proto__` too.
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] as string)];
    }),
  );
}

/** The versions that a header lists. A `*` in quotes is none that there is. */
function etagsOf(header: string | null): string[] | null {
  if (header === null) return null;
  return header.split(',').flatMap((part) => {
    const etag = part.trim();
    if (etag === '*') return ['*'];
    return /^"[^"*]*"$/.test(etag) ? [etag.slice(1, -1)] : [];
  });
}

/** The JSON value of a request's body, or why there is none. */
async function readBody(request: Request): Promise<{ value: unknown } | { refusal: Refusal }> {
  if (!isJson(request.headers.get('Content-Type'))) return NOT_JSON;
  if (!/^(identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) return COMPRESSED;
  if (Number(request.headers.get('Content-Length')) > BODY_LIMIT) return TOO_LARGE;
  let bytes: Uint8Array | null;
  try {
    bytes = await readBytes(request);
  } catch {
    // Who sent it has gone away, and nothing here is to blame.
    return unreadable('The body broke off.');
  }
  if (!bytes) return TOO_LARGE;
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (cause) {
    if (cause instanceof SyntaxError) return unreadable('The body is not valid JSON.');
    if (cause instanceof TypeError) return unreadable('The body is not valid UTF-8.');
    throw cause;
  }
}

/** `application/json`, with no charset but UTF-8. */
function isJson(type: string | null): boolean {
  const [media = '', ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return media === 'application/json' && (!charset || /^charset="?utf-?8"?$/.test(charset));
}

/** `null` where they are too many. Of a body with a length, the server has made sure of it. */
async function readBytes(request: Request): Promise<Uint8Array | null> {
  if (request.headers.has('Content-Length')) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
