import { IMPORT_FILE_LIMIT } from '@/lib/contract/import';
import type { Operation } from '@/lib/contract/operation';
import { toQuery } from '../call';
import type { RawInput } from '../shared/parse-input';
import { FILE_TOO_LARGE, invalid, type Refusal, refuse } from '../shared/reply';

const BODY_LIMIT = 1024 * 1024;

const TOO_LARGE = refuse('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
const NOT_JSON = refuse('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.');
const COMPRESSED = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'The body must not be compressed: leave out Content-Encoding.',
);
const unreadable = (message: string) => invalid([{ path: '', message }]);

/** Reads the raw input of an operation from a request, or says why the body cannot be read. An upload stays a stream. */
export async function readRequest(
  operation: Operation,
  request: Request,
): Promise<RawInput | { refusal: Refusal }> {
  const { headers } = request;
  const input: RawInput = {
    ifMatch: headers.get('If-Match'),
    ifNoneMatch: headers.get('If-None-Match'),
    idempotencyKey: headers.get('Idempotency-Key'),
  };
  const start = request.url.indexOf('?');
  if (operation.query && start >= 0) input.query = toQuery(new URLSearchParams(request.url.slice(start)));
  if (operation.body) {
    const sent = await readBody(request);
    if ('refusal' in sent) return sent;
    input.body = sent.value;
  }
  if (operation.upload) {
    if (Number(headers.get('Content-Length')) > IMPORT_FILE_LIMIT) return FILE_TOO_LARGE;
    if (request.body) input.upload = request.body as AsyncIterable<Uint8Array>;
  }
  return input;
}

/** A request's JSON body, or why it cannot be read. */
async function readBody(request: Request): Promise<{ value: unknown } | { refusal: Refusal }> {
  if (!isJson(request.headers.get('Content-Type'))) return NOT_JSON;
  if (!/^(identity)?$/i.test(request.headers.get('Content-Encoding') ?? '')) return COMPRESSED;
  if (Number(request.headers.get('Content-Length')) > BODY_LIMIT) return TOO_LARGE;
  let bytes: Uint8Array | null;
  try {
    bytes = await readBytes(request);
  } catch {
    // The client disconnected.
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

/** Whether a media type is `application/json`, in UTF-8. */
function isJson(type: string | null): boolean {
  const [media = '', ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return media === 'application/json' && (!charset || /^charset="?utf-?8"?$/.test(charset));
}

/** The bytes of a body; `null` if there are more than `BODY_LIMIT`. The caller has checked bodies that state a length. */
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
