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
import { limitConnections } from './limit-connections';
import { isAction, refuseBody, refuseHead, refuseMisdirected, refuseOrigin } from './refuse';
import { toRoute } from './route-of';
import { setSecurityHeaders } from './security-headers';
import { waitingPage } from './waiting-page';

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
  /** Unreachable servers of some organizations, while the others are served. */
  unreachable?(): Promise<string[]>;
  /** Whether a request is the operator's, whose readiness check lists unreachable servers. */
  isOperator?(request: IncomingMessage): boolean;
  /** Whether the database was found to be unavailable. */
  isOut(): boolean;
}

/** Token ids by request, for the log. */
export const tokenIds = new WeakMap<object, string>();

export interface HttpServer {
  server: Server;
  /** Starts passing requests to the backends. */
  open(backends: Backends): void;
  /** Reports not ready, and goes on serving for `milliseconds`, until proxies have noticed. */
  leave(milliseconds: number): Promise<void>;
  /** Refuses new connections, answers requests on open ones, and closes these after `milliseconds` at the latest. */
  drain(milliseconds: number): Promise<void>;
}

/**
 * The one HTTP server: routes by path to the API or the console, and answers 503 during startup and shutdown. It
 * listens before the database is open, so that supervisors see a live process.
 */
export function createHttpServer(options: {
  dev: boolean;
  appUrl: string | undefined;
  trustedProxies: BlockList | undefined;
  version: string;
  log: Log;
  /** Milliseconds; shorter in tests. */
  bodyTimes?: { whole: number; idle: number };
}): HttpServer {
  const { dev, appUrl, version, log } = options;
  /** Marks requests from Next to itself, which copy the headers of the request being served. */
  const ownKey = randomUUID();
  let backends: Backends | 'starting' | 'draining' = 'starting';
  let isLeaving = false;
  // Level 6 takes twice the time of level 3, for a fifteenth fewer bytes.
  const compress = compression({ threshold: 1024, level: 3 });

  const server = createServer(
    {
      // `limitBodyTime` limits bodies.
      requestTimeout: 0,
      headersTimeout: 15_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      request.url = withoutOrigin(request.url);
      const id = requestId(request.headers['x-request-id']);
      request.headers['x-request-id'] = id;
      response.setHeader('X-Request-Id', id);
      limitBodyTime(request, response, options.bodyTimes);
      if (log.isLevelEnabled('debug')) logRequest(log, request, response, id);
      if (isHealth(request.url))
        return void answerHealth(request, response, version, isLeaving ? 'draining' : backends);
      if (typeof backends === 'string') return answerUnavailable(request, response, backends);
      const { api, console, files, isSignedIn, isOut } = backends;
      // Make proxies open their next connection to another instance.
      if (isLeaving) response.setHeader('Connection', 'close');
      if (files && isStaticFile(request.url)) return files(request, response);
      const backend = isApi(request.url) ? api : console;
      // Next's request to itself is already checked, and sent without a length.
      const isOwn = request.headers['x-roster-key'] === ownKey;
      if (!isOwn) setForwarded(request, options);
      if (backend === console) {
        // Next does not expose a page's own address, which the guard needs to return there after sign-in.
        request.headers['x-roster-path'] = request.url;
        request.headers['x-roster-key'] = ownKey;
        const https = appUrl?.startsWith('https:') || request.headers['x-forwarded-proto'] === 'https';
        setSecurityHeaders(request, response, { dev, https });
        if (!isOwn && (refuseMisdirected(request, response) || refuseHead(request, response))) return;
        correctStatus(response, isOut, isAction(request));
      } else {
        // No page may send a token to the tools of assistants, whatever its name leads to (DNS rebinding).
        if (isMcp(request.url) && refuseOrigin(request, response)) return;
        // The API ignores the host, so a missing or malformed one must not fail the request.
        request.headers.host = 'roster.internal';
      }
      /** Passes the request on; compresses the response if the client accepts that. */
      const pass = () => {
        if (!request.headers['accept-encoding']) backend(request, response);
        else compress(request, response, () => backend(request, response));
      };
      if (backend !== console || request.method !== 'POST' || isOwn) return pass();
      const isKnown = () => isSignedIn(request.headers.cookie);
      void refuseBody(request, response, isKnown).then((isRefused) => isRefused || pass());
    },
  );
  // Longer than the idle timeout of common proxies (60 s), so that they close idle connections first.
  server.keepAliveTimeout = 75_000;
  limitConnections(server);

  return {
    server,
    open(opened) {
      backends = opened;
    },
    /** Reports not ready, and waits while requests are still served; returns at once before startup is complete. */
    async leave(milliseconds) {
      isLeaving = true;
      if (typeof backends !== 'string') await new Promise((resolve) => setTimeout(resolve, milliseconds));
    },
    /** Refuses new connections, and waits until the open ones have ended or the time is over; then closes them. */
    async drain(milliseconds) {
      isLeaving = true;
      // Next's web socket in development never closes by itself.
      const late = new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
      // A proxy can always retry a refused connection elsewhere, but a 503 only while it still has the body.
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // close() keeps connections with a request in flight; they become idle once it is answered.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.race([closed, late]);
      clearInterval(sweep);
      backends = 'draining';
      server.closeAllConnections();
    },
  };
}

/** A proxy may send an absolute URL as the request target (RFC 9112, 3.2.2). */
const withoutOrigin = (url = '/') => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
const isMcp = (url = '') => /^\/mcp(?![^/?#])/.test(url);
const isApi = (url = '') => /^\/(api\/)?v1(?![^/?#])/.test(url) || isMcp(url);
const isStaticFile = (url = '') => url.startsWith('/_next/static/');
const isHealth = (url = '') => /^\/((api\/)?v1\/)?health(\/ready)?\/?(\?|$)/.test(url);

/**
 * Corrects the 500 of Next: 503 during an outage of the database, else 400 for an action. Actions return their own
 * errors, so a 500 means a body that cannot be decoded.
 */
function correctStatus(response: ServerResponse, isOut: () => boolean, action: boolean): void {
  const writeHead = response.writeHead.bind(response) as (
    status: number,
    ...rest: unknown[]
  ) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const corrected = status !== 500 ? status : isOut() ? 503 : action ? 400 : 500;
    if (corrected === 503) response.setHeader('Retry-After', '5');
    return writeHead(corrected, ...rest);
  };
}

/** Answers a health check: the version, or for `/ready`, 503 until the database can be used. */
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
  if (!/\/ready\/?(\?|$)/.test(request.url ?? ''))
    return answerJson(response, 200, { status: 'alive', version });
  const open = typeof backends === 'string' ? null : backends;
  const [status, unreachable = []] = open
    ? await Promise.all([
        open.ready(),
        open.isOperator?.(request) ? open.unreachable?.().catch(() => []) : undefined,
      ])
    : [backends as string];
  if (status !== 'ready') response.setHeader('Retry-After', '5');
  answerJson(response, status === 'ready' ? 200 : 503, {
    status,
    ...(unreachable.length > 0 && { unreachable }),
  });
}

/** Answers 503 during startup and shutdown, and closes the connection. */
function answerUnavailable(
  request: IncomingMessage,
  response: ServerResponse,
  state: 'starting' | 'draining',
): void {
  const heading = `Roster is ${state === 'starting' ? 'starting' : 'stopping'}`;
  const message = `${heading}. Try again in a moment.`;
  response.setHeader('Retry-After', state === 'starting' ? '2' : '5');
  response.setHeader('Connection', 'close');
  if (isApi(request.url)) return answerError(response, 'UNAVAILABLE', message);
  const isPage = request.headers.accept?.includes('text/html');
  const type = isPage ? 'text/html' : 'text/plain';
  response.writeHead(503, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(isPage ? waitingPage(heading) : `${message}\n`);
}

/** Logs a request, at level `debug`, once it is answered or its connection is closed. */
function logRequest(log: Log, request: IncomingMessage, response: ServerResponse, requestId: string): void {
  const start = performance.now();
  response.once('close', () => {
    const milliseconds = Math.round(performance.now() - start);
    const route = toRoute(request.url);
    const { statusCode: status } = response;
    const tokenId = tokenIds.get(request);
    log.debug({ method: request.method, route, status, milliseconds, requestId, tokenId }, 'request');
  });
}
