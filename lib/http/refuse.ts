import type { IncomingMessage, ServerResponse } from 'node:http';
import { IMPORT_FILE_LIMIT } from '../contract/import';
import { answerError } from './answer-json';

const KIB = 1024;
/** Bytes that a form without JavaScript may have, and whatever comes from a stranger. */
const SMALL = 16 * KIB;
/** As much as Next takes. */
const LARGE = 1024 * KIB;

/** Pages, server actions and what the browser reads need no other. */
const METHODS = ['GET', 'HEAD', 'POST'];
const ELSEWHERE =
  'This was sent from a page of another address. If that is the address of this console, APP_URL has to name it, or TRUSTED_PROXIES the proxy that passes it on.';

/** Answers a request to the console whose head says that it is not for it. @returns Whether it was one. */
export function refuseHead(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '' } = request;
  if (!METHODS.includes(method)) {
    response.setHeader('Allow', METHODS.join(', '));
    answerError(response, 'METHOD_NOT_ALLOWED', `Only ${METHODS.join(', ')} is possible here.`);
  } else if (!isPath(request.url)) {
    answerError(response, 'VALIDATION_ERROR', 'This is not a valid address.');
  } else if (method === 'POST' && isFromElsewhere(request)) {
    answerError(response, 'FORBIDDEN', ELSEWHERE);
  } else {
    return false;
  }
  return true;
}

/** Whether a page of another origin sent it. Browsers say which origin it was; programs need not. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const own = `${String(headers['x-forwarded-proto'])}://${String(headers['x-forwarded-host'])}`;
  return headers.origin !== undefined && headers.origin !== own;
}

/** Whether the target of a request is a path that can be decoded: of another, Next says that it failed itself. */
function isPath(url = ''): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '').startsWith('/');
  } catch {
    return false;
  }
}

/**
 * Answers a POST to the console whose body is larger than its sender may send, or does not say how long it is. Browsers and
 * proxies say it.
 *
 * @param isSignedIn Asked only about who sends more than a stranger may.
 * @returns Whether it was one.
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
  answerError(response, 'PAYLOAD_TOO_LARGE', `The body has no length, or more than ${most / KIB} KiB.`);
  // What is left of it is not to stand in front of the next request.
  request.resume();
  return true;
}

/** Whether it is the file of an import, which its handler passes on as it arrives. */
export const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && /^\/(?:data|(?:api\/)?v1)\/imports\/?\?/.test(url);

/** Whether it is a call of a server action, to Next. */
export const isAction = (request: IncomingMessage): boolean =>
  request.method === 'POST' && (request.headers['next-action'] !== undefined || isForm(request));

const isForm = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('multipart/form-data') === true;
