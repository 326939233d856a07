import { hash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Call, DownloadedFile } from '@/lib/call';
import { ACTOR_HEADER, parsePerson } from '@/lib/contract/actor';
import { clientSource } from '@/lib/contract/client-source';
import { type ErrorEnvelope, errorStatus } from '@/lib/contract/error';
import { openApiDocument, responseHeaders } from '@/lib/contract/openapi';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { requestId } from '@/lib/contract/request-id';
import { createService, type Served, type ServiceOptions } from '../call';
import type { createMcp } from '../mcp/mcp';
import type { CallOrigin } from '../shared/authenticate';
import { refuse } from '../shared/reply';
import { readRequest } from './read-request';

export interface ApiOptions extends ServiceOptions {
  /** The program's version, for the OpenAPI document. */
  version: string;
  /** Origins whose pages may call the API from the browser. */
  origins?: readonly string[];
  /** A response class that the HTTP server writes faster than Node's. */
  Response?: typeof Response;
}

/** Both serve the API; a redirect would lose the body of a POST in some clients. */
const BASE_PATHS = ['/v1', '/api/v1'];

type Env = { Bindings: CallOrigin };

export interface Api {
  /** A Fetch handler for everything under `/v1` and `/api/v1`, and for `/mcp`. */
  fetch(request: Request, origin?: CallOrigin): Promise<Response>;
  /** The same operations without HTTP, and without limits: for the console of this program. */
  call: Call;
}

/**
 * The contacts service behind HTTP (request → call → response), with its OpenAPI document and its client in TypeScript, and its
 * tools for assistants at `/mcp`.
 */
export function createApi(options: ApiOptions): Api {
  const { serve, call } = createService(options);
  // A trailing slash makes no difference.
  const api = new Hono<Env>({ strict: false });
  const methodsByPath = new Map<string, string[]>();
  /** Adds a path under both base paths. */
  const route = (
    method: string,
    path: string,
    answer: (context: Context<Env>, base: string) => Promise<Response>,
  ) => {
    for (const base of BASE_PATHS) {
      api.on(method, base + path, (context) => answer(context, base));
      methodsByPath.set(base + path, [...(methodsByPath.get(base + path) ?? []), method]);
    }
  };
  const Answer = options.Response ?? Response;
  if (options.origins?.length) for (const base of BASE_PATHS) api.use(`${base}/*`, corsOf(options.origins));
  // Built on first use: it takes as long as everything else here combined.
  let document: string | undefined;
  let client: string | undefined;

  for (const [name, operation] of Object.entries<Operation>(operations)) {
    /** Runs the operation for a request, and adds the headers of its rate limit. */
    const answer = async ({ req, env }: Context<Env>, base: string) => {
      const limits: Record<string, string> = {};
      const caller = toCaller(req.raw, {
        ...env,
        noteLimit: (headers) => void Object.assign(limits, headers),
      });
      const served = await serve(name as OperationName, req.param('id') ?? '', caller, () =>
        readRequest(operation, req.raw),
      );
      return respond(served, req.raw, { base, limits, operation });
    };
    for (const method of [operation.method, operation.alias?.method])
      if (method) route(method, operation.path.replace('{id}', ':id'), answer);
  }
  // Loaded on first use: many installations have no assistants.
  let mcp: Promise<ReturnType<typeof createMcp>> | undefined;
  api.post('/mcp', async ({ req, env }) => {
    mcp ??= import('../mcp/mcp').then(({ createMcp }) => createMcp({ ...options, serve }));
    const answer = await (await mcp)(req.raw, toCaller(req.raw, env));
    return 'refusal' in answer ? respond(answer, req.raw) : answer;
  });
  methodsByPath.set('/mcp', ['POST']);
  route('GET', '/openapi.json', async ({ req }) => {
    document ??= JSON.stringify(openApiDocument(options.version));
    return new Answer(document, { headers: commonHeaders(req.raw) });
  });
  route('GET', '/client.ts', async ({ req }) => {
    client ??= clientSource(options.version);
    const type = 'text/typescript; charset=utf-8';
    return new Answer(client, { headers: { ...commonHeaders(req.raw), 'Content-Type': type } });
  });
  for (const [path, methods] of methodsByPath)
    api.all(path, ({ req }) => {
      const message = `Only ${methods.join(', ')} is allowed here.`;
      // HEAD works wherever GET does.
      const Allow = methods.join(', ').replace('GET', 'GET, HEAD');
      return respond(refuse('METHOD_NOT_ALLOWED', message, [], { Allow }), req.raw);
    });
  api.notFound(({ req }) => respond(refuse('NOT_FOUND', NO_PATH), req.raw));

  /** Converts the result of an operation to a response; to 304 if the client has it already. */
  function respond(
    served: Served,
    request: Request,
    { base = '', limits = {}, operation }: Partial<Answered> = {},
  ): Response {
    if ('file' in served) return toFileResponse(served.file, { ...commonHeaders(request), ...limits });
    if ('refusal' in served) {
      const { code, message, details, headers } = served.refusal;
      const body: ErrorEnvelope = { error: { code, message, details } };
      return new Answer(JSON.stringify(body), {
        status: errorStatus[code],
        headers: { ...commonHeaders(request), ...limits, ...headers },
      });
    }
    const { data, meta, created } = served;
    const text = JSON.stringify({ data, meta });
    // Encode once, for the digest and the socket. Other text is written together with its headers.
    const body = operation?.revalidates ? Buffer.from(text) : text;
    const headers = Object.assign(commonHeaders(request), limits, served.headers);
    const location = headers['Content-Location'];
    if (location) headers['Content-Location'] = base + location;
    if (created) headers.Location = base + created;
    if (typeof body !== 'string') headers.ETag = toBodyEtag(body);
    // Who is in a segment by rule changes without the contact.
    const isFixed = operation?.revalidates || !(data as object | undefined)?.hasOwnProperty('ruleSegments');
    if (operation?.method === 'GET' && isFixed && isKnown(headers.ETag, request))
      return new Answer(null, { status: 304, headers });
    return new Answer(body, { status: created ? 201 : 200, headers });
  }

  return {
    call,
    /** Serves a request of the API, with a request id if it has no valid one. */
    fetch: async (request, origin = {}) => {
      // One id for the log, the activity and the response.
      const id = requestId(request.headers.get('X-Request-Id'));
      if (request.headers.get('X-Request-Id') !== id) request.headers.set('X-Request-Id', id);
      return api.fetch(request, origin);
    },
  };
}

/** The operation, and what its response needs. */
interface Answered {
  base: string;
  limits: Record<string, string>;
  operation: Operation;
}

/** A weak ETag of the data. It guards no secret, so it uses the quickest digest. */
const toBodyEtag = (body: Buffer) => `W/"${hash('sha1', body, 'base64url')}"`;

/** Whether `If-None-Match` lists the ETag; weak and strong ones match (RFC 9110, 13.1.2). */
function isKnown(etag: string | undefined, { headers }: Request): boolean {
  const known = etag && headers.get('If-None-Match');
  if (!known) return false;
  const plain = (text: string) => text.trim().replace('W/', '');
  return known.split(',').some((part) => part.trim() === '*' || plain(part) === plain(etag));
}

/** Lets pages of these origins send tokens and read the API's headers, without cookies. */
const corsOf = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Idempotency-Key',
      'X-Request-Id',
    ],
    exposeHeaders: responseHeaders,
    maxAge: 600,
  });

const NO_PATH = 'There is no such path in this API. Its base path is /v1; /v1/openapi.json lists all paths.';

/** Reads token, acting person and request id from the headers. */
function toCaller(request: Request, origin: CallOrigin) {
  const { headers } = request;
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '') ?? [];
  const named = headers.get(ACTOR_HEADER);
  const person = () => (named ? parsePerson(named) : null);
  const signal = () => request.signal;
  return { token, person, signal, requestId: headers.get('X-Request-Id') ?? '', origin };
}

/** A response that browsers save as a file of this name. */
function toFileResponse({ body, name, type }: DownloadedFile, headers: Record<string, string>): Response {
  return new Response(body, {
    headers: {
      ...headers,
      // `no-transform` turns off the compression middleware, which adds a listener for each chunk of a long stream.
      'Cache-Control': 'no-store, no-transform',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

/** The headers of all responses. Files replace the content type. */
function commonHeaders(request: Request): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': request.headers.get('X-Request-Id') ?? '',
    'X-Content-Type-Options': 'nosniff',
  };
}
