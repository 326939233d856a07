import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerError } from './answer-json';

/** Pages, server actions and what the browser reads need no other. */
const METHODS = ['GET', 'HEAD', 'POST'];
const ELSEWHERE =
  'This was sent from a page of another address. If that is the address of this console, APP_URL has to name it, or TRUSTED_PROXIES the proxy that passes it on.';

/**
 * Answers a request to the console that is not for it, by what stands before its body.
 *
 * @returns Whether it was one.
 */
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
