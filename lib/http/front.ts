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

/** Request handlers, available once the program has started. */
interface Backends {
  api: RequestListener;
  console: RequestListener;
  /** Serves `/_next/static/`; in development Next does. */
  files?: RequestListener;
  /** Whether these cookies belong to a session. */
  isSignedIn(cookie: string | undefined): Promise<boolean>;
  /** `ready`, or why the database cannot be used. */
  ready(): Promise<string>;
}

export interface Front {
  server: Server;
  /** Starts passing requests to these. */
  open(backends: Backends): void;
  /** Not ready from now on, but serves for `milliseconds`, until proxies have noticed. */
  leave(milliseconds: number): Promise<void>;
  /** Rejects new requests, waits for those in flight, and closes the server after `milliseconds` at the latest. */
  drain(milliseconds: number): Promise<void>;
}

/**
 * The one HTTP server: routes by path to the API or the console, and answers 503 during startup and shutdown. It
 * listens before the database is open, so that supervisors see a live process.
 */
export function createFront(options: {
  dev: boolean;
  appUrl: string | undefined;
  trustedProxies: BlockList | undefined;
  version: string;
  log: Log;
  /** Milliseconds; shorter in tests. */
  bodyTimes?: { whole: number; idle: number };
}): Front {
  const { dev, appUrl, version, log } = options;
  /** Marks requests from Next to itself: it copies the headers of the request being served. */
  const ownKey = randomUUID();
  let backends: Backends | 'starting' | 'draining' = 'starting';
  let isLeaving = false;
  const compress = compression({ threshold: 1024 });
  const inFlight = { count: 0, onNone: () => {} };

  const server = createServer(
    {
      // Bodies have limits of their own (`limitBodyTime`).
      requestTimeout: 0,
      headersTimeout: 15_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      request.url = withoutOrigin(request.url);
      limitBodyTime(request, response, options.bodyTimes);
      if (log.isLevelEnabled('debug')) logAccess(log, request, response);
      if (isHealth(request.url))
        return void answerHealth(request, response, version, isLeaving ? 'draining' : backends);
      if (typeof backends === 'string') return answerUnavailable(request, response, backends);
      const { api, console, files, isSignedIn } = backends;
      // Proxies open their next connection elsewhere.
      if (isLeaving) response.setHeader('Connection', 'close');
      inFlight.count++;
      response.once('close', () => --inFlight.count || inFlight.onNone());
      if (files && isFile(request.url)) return files(request, response);
      const backend = isApi(request.url) ? api : console;
      // Already checked once, and sent without a length.
      const isOwn = request.headers['x-roster-key'] === ownKey;
      if (!isOwn) setForwarded(request, options);
      if (backend === console) {
        // Next does not expose a page's own address, which the guard needs to return there after sign-in.
        request.headers['x-roster-path'] = request.url;
        request.headers['x-roster-key'] = ownKey;
        const https = appUrl?.startsWith('https:') || request.headers['x-forwarded-proto'] === 'https';
        setSecurityHeaders(request, response, { dev, https });
        if (refuseHead(request, response)) return;
      } else {
        // The API ignores the host, so a missing or malformed one must not fail the request.
        request.headers.host = 'roster.internal';
      }
      const pass = () => {
        if (!request.headers['accept-encoding']) backend(request, response);
        else compress(request, response, () => backend(request, response));
      };
      if (backend !== console || request.method !== 'POST' || isOwn) return pass();
      if (isAction(request)) blameSender(response);
      const isKnown = () => isSignedIn(request.headers.cookie);
      void refuseBody(request, response, isKnown).then((isRefused) => isRefused || pass());
    },
  );
  // Longer than the idle timeout of common proxies (60 s), so that they close idle connections first.
  server.keepAliveTimeout = 75_000;
  // Bounds the memory of idle connections.
  server.maxConnections = 2_000;

  return {
    server,
    open(opened) {
      backends = opened;
    },
    async leave(milliseconds) {
      isLeaving = true;
      if (typeof backends !== 'string') await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    async drain(milliseconds) {
      backends = 'draining';
      // Next's web socket in development never closes by itself.
      const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
      const answered = new Promise<void>((resolve) => (inFlight.onNone = resolve));
      if (inFlight.count > 0) await Promise.race([late, answered]);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // close() keeps connections with a request in flight; they become idle once it is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([closed, late]);
      clearInterval(sweep);
      server.closeAllConnections();
    },
  };
}

/** A proxy may send an absolute URL as the request target (RFC 9112, 3.2.2). */
const withoutOrigin = (url = '/') => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
const isApi = (url = '') => /^\/(api\/)?v1(?![^/?#])/.test(url);
const isFile = (url = '') => url.startsWith('/_next/static/');
const isHealth = (url = '') => /^\/health(\/ready)?\/?(\?|$)/.test(url);

/** Next answers 500 to an action it cannot decode. Actions return their own errors, so a 500 means a malformed body. */
function blameSender(response: ServerResponse): void {
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
  version: string,
  backends: Backends | 'starting' | 'draining',
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answerError(response, 'METHOD_NOT_ALLOWED', 'Only GET is allowed here.');
  }
  if (!request.url?.startsWith('/health/ready'))
    return answerJson(response, 200, { status: 'alive', version });
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

/** Leaves out the query string, which may contain searches. */
function logAccess(log: Log, request: IncomingMessage, response: ServerResponse): void {
  const start = performance.now();
  response.once('close', () => {
    const milliseconds = Math.round(performance.now() - start);
    const path = request.url?.split('?', 1)[0];
    log.debug({ method: request.method, path, status: response.statusCode, milliseconds }, 'request');
  });
}
