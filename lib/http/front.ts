import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { BlockList } from 'node:net';
import compression from 'compression';
import type { Log } from '@/lib/system/log';
import { requestId } from '../contract/request-id';
import { answerError, answerJson } from './answer-json';
import { limitBodyTime } from './body-timeout';
import { setForwarded } from './forwarded';
import { isAction, refuseBody, refuseHead } from './refuse';
import { setSecurityHeaders } from './security-headers';

/** What answers requests once the program has started. */
export interface Backends {
  api: RequestListener;
  console: RequestListener;
  /** Answers `/_next/static/`; in development the console does. */
  files?: RequestListener;
  /** Whether somebody is signed in to the console with these cookies. */
  isSignedIn(cookie: string | undefined): Promise<boolean>;
  /** `ready` when the program can serve, else why it cannot; asks the database. */
  ready(): Promise<string>;
}

export interface Front {
  server: Server;
  /** From now on requests are answered by these. */
  open(backends: Backends): void;
  /**
   * Lets requests under way finish, and answers new ones meanwhile that the program stops; closes the server then, and
   * cuts off what is left after `milliseconds`.
   */
  drain(milliseconds: number): Promise<void>;
}

/**
 * The one HTTP server: it decides by the path which half of the program answers, and answers itself while there is
 * none yet or no longer. It listens before the database is open, so that a supervisor sees a living program.
 *
 * @param options.dev Whether Next runs in development mode.
 * @param options.appUrl The public origin, when it is configured.
 * @param options.bodyTimes Milliseconds, shorter in tests.
 */
export function createFront(options: {
  dev: boolean;
  appUrl: string | undefined;
  trustedProxies: BlockList | undefined;
  log: Log;
  bodyTimes?: { whole: number; idle: number };
}): Front {
  const { dev, appUrl, log } = options;
  /** Comes back only with what Next asks of itself, with all headers of the request that it does so for. */
  const ownKey = randomUUID();
  let backends: Backends | 'starting' | 'draining' = 'starting';
  const compress = compression({ threshold: 1024 });
  /** Those that a backend has, and whom to tell when it has none any more. */
  const underWay = { count: 0, onNone: () => {} };

  const server = createServer(
    // Headers that never end, 15 seconds; bodies, as `limitBodyTime` says.
    {
      requestTimeout: 0,
      headersTimeout: 15_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      request.url = withoutOrigin(request.url);
      limitBodyTime(request, response, options.bodyTimes);
      if (log.isLevelEnabled('debug')) logAccess(log, request, response);
      if (isHealth(request.url)) return void answerHealth(request, response, backends);
      if (typeof backends === 'string') return answerUnavailable(request, response, backends);
      const { api, console, files, isSignedIn } = backends;
      underWay.count++;
      response.once('close', () => --underWay.count || underWay.onNone());
      if (files && isFile(request.url)) return files(request, response);
      const backend = isApi(request.url) ? api : console;
      // What Next asks of itself was let in before, and comes without a length.
      const isOwn = request.headers['x-roster-key'] === ownKey;
      if (!isOwn) setForwarded(request, options);
      if (backend === console) {
        // Next does not tell a page its own address; the guard needs it to lead back there after signing in.
        request.headers['x-roster-path'] = request.url;
        request.headers['x-roster-key'] = ownKey;
        const https = appUrl?.startsWith('https:') || request.headers['x-forwarded-proto'] === 'https';
        setSecurityHeaders(request, response, { dev, https });
        if (refuseHead(request, response)) return;
      } else {
        // The API does not ask by which name it was called: a missing or malformed one is no reason to refuse.
        request.headers.host = 'roster.internal';
      }
      const pass = () => {
        if (!request.headers['accept-encoding']) backend(request, response);
        else compress(request, response, () => backend(request, response));
      };
      if (backend !== console || request.method !== 'POST' || isOwn) return pass();
      if (isAction(request)) tellGarbage(response);
      const isKnown = () => isSignedIn(request.headers.cookie);
      void refuseBody(request, response, isKnown).then((isRefused) => isRefused || pass());
    },
  );
  // Longer than the idle time of usual proxies (60 seconds), so that it is never this side that closes a
  // connection on which a request is just being sent.
  server.keepAliveTimeout = 75_000;
  // Each costs memory before it has said anything.
  server.maxConnections = 2_000;

  return {
    server,
    open(opened) {
      backends = opened;
    },
    async drain(milliseconds) {
      backends = 'draining';
      // No longer than that: a web socket, which Next has in development, never counts as closed.
      const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
      if (underWay.count > 0)
        await Promise.race([
          late,
          new Promise<void>((resolve) => {
            underWay.onNone = resolve;
          }),
        ]);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // close() lets connections that are under way go on; they are idle as soon as they have their answer.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([closed, late]);
      clearInterval(sweep);
      server.closeAllConnections();
    },
  };
}

/** A proxy may send the whole address as the target of a request (RFC 9112, 3.2.2). */
const withoutOrigin = (url = '/') => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
const isApi = (url = '') => /^\/(api\/)?v1(?![^/?#])/.test(url);
const isFile = (url = '') => url.startsWith('/_next/static/');
const isHealth = (url = '') => /^\/health(\/ready)?\/?(\?|$)/.test(url);

/**
 * Next answers 500 to the body of an action that it cannot decode. Actions tell what goes wrong in them by what they
 * return: what is left is the sender's doing.
 */
function tellGarbage(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 ? 400 : status, ...rest);
}

async function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  backends: Backends | 'starting' | 'draining',
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answerError(response, 'METHOD_NOT_ALLOWED', 'Only GET is possible here.');
  }
  if (!request.url?.startsWith('/health/ready')) return answerJson(response, 200, { status: 'alive' });
  const status = typeof backends === 'string' ? backends : await backends.ready();
  if (status !== 'ready') response.setHeader('Retry-After', '5');
  answerJson(response, status === 'ready' ? 200 : 503, { status });
}

function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  state: 'starting' | 'draining',
): void {
  const message = `Roster is ${state === 'starting' ? 'starting' : 'stopping'}. Try again in a moment.`;
  response.setHeader('Retry-After', state === 'starting' ? '2' : '5');
  response.setHeader('Connection', 'close');
  if (isApi(request.url)) {
    response.setHeader('X-Request-Id', requestId(request.headers['x-request-id']));
    return answerError(response, 'UNAVAILABLE', message);
  }
  response.writeHead(503, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${message}\n`);
}

/** One line a request, without its query string, which may hold what people searched for. */
function logAccess(log: Log, request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now();
  response.once('close', () => {
    const milliseconds = Math.round(performance.now() - start);
    const path = request.url?.split('?', 1)[0];
    log.debug({ method: request.method, path, status: response.statusCode, milliseconds }, 'request');
  });
}
