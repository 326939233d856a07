import { isNestedTooDeep } from '@/lib/contract/nesting';
import { type Refusal, refuse } from './reply';

const BODY_LIMIT = 1024 * 1024;

const TOO_LARGE = refuse('PAYLOAD_TOO_LARGE', 'The body is larger than 1 MiB.');
const NOT_JSON = refuse('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json.');
const COMPRESSED = refuse(
  'UNSUPPORTED_MEDIA_TYPE',
  'The body must not be compressed: leave out Content-Encoding.',
);
const unreadable = (message: string) =>
  refuse('VALIDATION_ERROR', 'The request is not valid.', [{ path: '', message }]);

/** The JSON value of a request's body, or why there is none. */
export async function readBody(request: Request): Promise<{ value: unknown } | { refusal: Refusal }> {
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
  if (isNestedTooDeep(bytes)) return unreadable('The body is nested too deeply.');
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

async function readBytes(request: Request): Promise<Uint8Array | null> {
  // With a length the server has already made sure of it; a body sent in chunks is counted as it comes.
  if (request.headers.has('Content-Length')) return new Uint8Array(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > BODY_LIMIT) {
      await reader?.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}
