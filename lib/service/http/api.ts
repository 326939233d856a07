import { type Context, Hono } from 'hono';
import type { Call, DownloadedFile } from '@/lib/call';
import { ACTOR_HEADER, personOf } from '@/lib/contract/actor';
import { type ErrorEnvelope, errorStatus } from '@/lib/contract/error';
import { openApiDocument } from '@/lib/contract/openapi';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { requestId } from '@/lib/contract/request-id';
import type { CallOrigin } from '../authenticate';
import { createService, type Served, type ServiceOptions } from '../call';
import { refuse } from '../reply';
import { readRequest } from './read-request';

export interface ApiOptions extends ServiceOptions {
  /** The program's version, for the OpenAPI document. */
  version: string;
  /** A response class that the HTTP server writes faster than Node's. */
  Response?: typeof Response;
}

/** Both serve the API; a redirect would lose the body of a POST in some clients. */
const BASE_PATHS = ['/v1', '/api/v1'];

type Env = { Bindings: CallOrigin };

export interface Api {
  /** A Fetch handler for everything under `/v1` and `/api/v1`. */
  fetch(request: Request, origin?: CallOrigin): Promise<Response>;
  /** The same operations without HTTP, and without limits: for the console of this program. */
  call: Call;
}

/** The contacts service behind HTTP: request → call → response. */
export function createApi(options: ApiOptions): Api {
  const { serve, call } = createService(options);
  // A trailing slash makes no difference.
  const api = new Hono<Env>({ strict: false });
  const methodsByPath = new Map<string, string[]>();
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
  // Built on first use: it takes as long as everything else here combined.
  let document: string | undefined;

  for (const [name, operation] of Object.entries<Operation>(operations))
    route(operation.method, operation.path.replace('{id}', ':id'), async ({ req, env }, base) => {
      const served = await serve(name as OperationName, req.param('id') ?? '', callerOf(req.raw, env), () =>
        readRequest(operation, req.raw),
      );
      return respond(served, req.raw, base);
    });
  route('GET', '/openapi.json', async ({ req }) => {
    document ??= JSON.stringify(openApiDocument(options.version));
    return new Answer(document, { headers: headersOf(req.raw) });
  });
  for (const [path, methods] of methodsByPath)
    api.all(path, ({ req }) => {
      const message = `Only ${methods.join(', ')} is possible here.`;
      // HEAD works wherever GET does.
      const Allow = methods.join(', ').replace('GET', 'GET, HEAD');
      return respond(refuse('METHOD_NOT_ALLOWED', message, [], { Allow }), req.raw);
    });
  api.notFound(({ req }) => respond(refuse('NOT_FOUND', NO_PATH), req.raw));

  function respond(served: Served, request: Request, base = ''): Response {
    if ('file' in served) return sendFile(served.file, request);
    if ('refusal' in served) {
      const { code, message, details, headers } = served.refusal;
      const body: ErrorEnvelope = { error: { code, message, details } };
      return new Answer(JSON.stringify(body), {
        status: errorStatus[code],
        headers: { ...headersOf(request), ...headers },
      });
    }
    const { data, meta, created, headers } = served;
    return new Answer(JSON.stringify({ data, meta }), {
      status: created ? 201 : 200,
      headers: { ...headersOf(request), ...headers, ...(created && { Location: base + created }) },
    });
  }

  return {
    call,
    fetch: async (request, origin = {}) => {
      // One id for the log, the activity and the response.
      const id = requestId(request.headers.get('X-Request-Id'));
      if (request.headers.get('X-Request-Id') !== id) request.headers.set('X-Request-Id', id);
      return api.fetch(request, origin);
    },
  };
}

const NO_PATH = 'There is no such path in this API. Its base path is /v1; /v1/openapi.json lists all paths.';

function callerOf(request: Request, origin: CallOrigin) {
  const { headers } = request;
  const [, token = ''] = /^bearer +(\S+) *$/i.exec(headers.get('Authorization') ?? '') ?? [];
  const named = headers.get(ACTOR_HEADER);
  const person = () => (named ? personOf(named) : null);
  const signal = () => request.signal;
  return { token, person, signal, requestId: headers.get('X-Request-Id') ?? '', origin };
}

function sendFile({ body, name, type }: DownloadedFile, request: Request): Response {
  return new Response(body, {
    headers: {
      ...headersOf(request),
      // The compression middleware adds a listener for each piece of a long stream.
      'Cache-Control': 'no-store, no-transform',
      'Content-Type': type,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
}

function headersOf(request: Request): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': request.headers.get('X-Request-Id') ?? '',
    'X-Content-Type-Options': 'nosniff',
  };
}
