import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { errorStatus } from '../contract/error';
import { answerError } from './answer-json';

/** Pages, server actions and what the browser reads need no other. */
const METHODS = ['GET', 'HEAD', 'POST'];
const ELSEWHERE =
  'This was sent from a page of another address. If that is the address of this console, APP_URL has to name it.';
const NO_ADDRESS = 'This is not a valid address.';

/**
 * Answers a request to the console that Next can make nothing of: it would say that it has failed, and log where. Browsers
 * get a page, others JSON.
 *
 * @returns Whether it was one.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', headers } = request;
  if (!isPath(request.url)) {
    if (headers.accept?.includes('text/html')) answerPage(response);
    else answerError(response, 'VALIDATION_ERROR', NO_ADDRESS);
  } else if (!METHODS.includes(method)) {
    response.setHeader('Allow', METHODS.join(', '));
    answerError(response, 'METHOD_NOT_ALLOWED', `Only ${METHODS.join(', ')} is possible here.`);
  } else if (headers.origin && headers.origin !== 'null' && !URL.canParse(headers.origin)) {
    answerError(response, 'VALIDATION_ERROR', 'The header Origin does not name an origin.');
  } else if (isForm(request) && !/;\s*boundary=[^\s;]/i.test(headers['content-type'] ?? '')) {
    answerError(
      response,
      'VALIDATION_ERROR',
      'The header Content-Type does not say where the parts of the body end.',
    );
  } else if (isAction(request) && isFromElsewhere(headers)) {
    answerError(response, 'FORBIDDEN', ELSEWHERE);
  } else {
    return false;
  }
  return true;
}

export const isForm = ({ method, headers }: IncomingMessage) =>
  method === 'POST' && headers['content-type']?.startsWith('multipart/form-data');

/** Whether Next takes it for a call of a server action. */
export const isAction = (request: IncomingMessage) =>
  (request.method === 'POST' && request.headers['next-action'] !== undefined) || isForm(request);

/**
 * Whether a page of another address than this console's sent it, by what Next tells that by. Browsers say which page it
 * was; programs need not.
 */
function isFromElsewhere({ origin, host, 'x-forwarded-host': forwarded }: IncomingHttpHeaders): boolean {
  if (!origin) return false;
  const [first] = [forwarded].flat().join().split(',');
  return origin === 'null' || new URL(origin).host !== (first?.trim() || host);
}

/** Whether the target of a request is a path that can be decoded. It may be `*`, or an address of another scheme. */
function isPath(url = ''): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '').startsWith('/');
  } catch {
    return false;
  }
}

function answerPage(response: ServerResponse): void {
  response.writeHead(errorStatus.VALIDATION_ERROR, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>No valid address · Roster</title>
<main>
<h1>${NO_ADDRESS}</h1>
<p><a href="/contacts">Go to contacts</a></p>
</main>
</html>
`);
}
