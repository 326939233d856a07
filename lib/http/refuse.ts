import type { IncomingMessage, ServerResponse } from 'node:http';
import { IMPORT_FILE_LIMIT } from '../contract/import';
import { answerError } from './answer-json';

const KIB = 1024;
/** Largest body in bytes of a form without JavaScript, and of any request without a session. */
const SMALL = 16 * KIB;
/** Largest body in bytes of other requests with a session; Next's own limit. */
const LARGE = 1024 * KIB;

const METHODS = ['GET', 'HEAD', 'POST'];
const ELSEWHERE =
  'This request comes from another origin. If that is the address of this console, set APP_URL to it, or TRUSTED_PROXIES to the proxy in front.';

/** Rejects a console request by its head: method, path and origin. @returns Whether it was rejected. */
export function refuseHead(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '' } = request;
  if (!METHODS.includes(method)) {
    response.setHeader('Allow', METHODS.join(', '));
    answerError(response, 'METHOD_NOT_ALLOWED', `Only ${METHODS.join(', ')} are allowed here.`);
  } else if (!isPath(request.url)) {
    answerError(response, 'VALIDATION_ERROR', 'This is not a valid address.');
  } else {
    return method === 'POST' && refuseOrigin(request, response);
  }
  return true;
}

/** Rejects a request from a page of another origin. @returns Whether it was rejected. */
export function refuseOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasOtherOrigin(request)) return false;
  answerError(response, 'FORBIDDEN', ELSEWHERE);
  return true;
}

/**
 * Rejects a request that is meant for the API: a page would look like success to a program.
 *
 * @returns Whether it was rejected.
 */
export function refuseMisdirected(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isMisdirected(request)) return false;
  answerError(
    response,
    'NOT_FOUND',
    'There is no API at this address. Its base path is /v1, as in /v1/contacts.',
  );
  request.resume();
  return true;
}

/** Whether a request to the console looks like a program's call of the API. */
function isMisdirected(request: IncomingMessage): boolean {
  const { method, url = '', headers } = request;
  // The console has no pages at these paths.
  if (/^\/+(api|v\d+)(?![^/?#])/i.test(url)) return true;
  // The console's own pages fetch these paths.
  if (/^\/(data|_next|__nextjs[^/]*)\//.test(url)) return false;
  const { accept = '', authorization = '' } = headers;
  const asksForJson = /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
  return asksForJson || /^bearer\b/i.test(authorization) || (method === 'POST' && !isAction(request));
}

/** Whether `Origin` names another origin than `setForwarded` found. Browsers always send it with a POST; programs need not. */
function hasOtherOrigin({ headers }: IncomingMessage): boolean {
  const own = `${String(headers['x-forwarded-proto'])}://${String(headers['x-forwarded-host'])}`;
  return headers.origin !== undefined && headers.origin !== own;
}

/** Whether the target is a path that can be decoded; Next answers 500 to any other. */
function isPath(url = ''): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '').startsWith('/');
  } catch {
    return false;
  }
}

/**
 * Rejects a POST to the console whose body is too large or has no length; browsers and proxies always send one. The maximum
 * is 16 KiB for forms and without a session, the limit of imports for their file, else 1 MiB.
 *
 * @param isSignedIn Only called for large bodies.
 * @returns Whether it was rejected.
 */
export async function refuseBody(
  request: IncomingMessage,
  response: ServerResponse,
  isSignedIn: () => Promise<boolean>,
): Promise<boolean> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const size = encoding ? Number.POSITIVE_INFINITY : Number(length ?? 0);
  if (size <= SMALL) return false;
  const most =
    !isForm(request) && (await isSignedIn()) ? (isUpload(request) ? IMPORT_FILE_LIMIT : LARGE) : SMALL;
  if (size <= most) return false;
  answerError(response, 'PAYLOAD_TOO_LARGE', `The body has no length or exceeds ${most / KIB} KiB.`);
  // Discard the rest, so that the connection can be reused.
  request.resume();
  return true;
}

/** Whether the request uploads the file of an import, which is streamed. */
export const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && /^\/(?:data|(?:api\/)?v1)\/imports\/?\?/.test(url);

/** Whether Next treats the request as a server action. */
export const isAction = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.headers['next-action'] !== undefined || isForm(request));

const isForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true;
