import { type Context, Hono } from 'hono';
import { ACTOR_HEADER, personOf } from '@/lib/contract/actor';
import { type ErrorEnvelope, errorStatus } from '@/lib/contract/error';
import { openApiDocument } from '@/lib/contract/openapi';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { requestId } from '@/lib/contract/request-id';
import type { Database } from '@/lib/database/database';
import { isOutage, outageSentence } from '@/lib/database/outage';
import { contactBodies } from '../contacts/contact-bodies';
import { contactWriter } from '../contacts/contact-writer';
import { handlers } from '../handlers';
import {
  type Call,
  type Download,
  type Handler,
  missingScope,
  type Refusal,
  type Reply,
  refuse,
  type Service,
} from '../reply';
import { GaveUp, sqlState } from '../statement';
import { authenticator, type Bearer, type CallOrigin, tooMany } from './authenticate';
import { parseRequest } from './parse-request';
import { rateLimits } from './rate-limits';
import { namedCodes, TAKES_CODES, UNKNOWN_CODES, unknownCodes } from './referral-code-guesses';

export interface ApiOptions extends Omit<Service, 'write'> {
  database: Database;
  log: { error(fields: object, message: string): void };
  /** Of the program, for the OpenAPI document. */
  version: string;
  /** Requests a minute that a token may make; without one, as many as it likes. */
  rateLimit?: number;
  /** Whether each answer is parsed against the contract before it is sent: in tests and in development. */
  checkAnswers?: boolean;
  /** Class of the answers, where the HTTP server has one that it writes more quickly than Node's. */
  Response?: typeof Response;
}

/** Both are the same API; a redirect would lose the body of a POST in some clients. */
const BASE_PATHS = ['/v1', '/api/v1'];

type Env = { Bindings: CallOrigin };

export interface Api {
  fetch(request: Request, origin?: CallOrigin): Promise<Response>;
}

/** The contacts API: a Fetch handler for everything under `/v1` and `/api/v1`. */
export function createApi(options: ApiOptions): Api {
  const api = new Hono<Env>();
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
  const limit = rateLimits(options.database);
  const authenticate = authenticator(options.database, limit, options.rateLimit);
  const codes = limit('referral code', UNKNOWN_CODES);
  const Answer = options.Response ?? Response;
  const service: Service = { ...options, write: contactWriter() };
  // Made when it is first asked for: it takes as long as everything else here together.
  let document: string | undefined;

  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const handler = handlers[name as OperationName] as Handler<OperationName>;
    const answer = async (request: Request, id: string, origin: CallOrigin): Promise<Reply<unknown>> => {
      const bearer = await authenticate(request.headers.get('Authorization'), origin);
      if ('refusal' in bearer) return bearer;
      const missing = operation.scopes.find((scope) => !bearer.scopes.includes(scope));
      if (missing) return missingScope(missing);
      const context = contextOf(bearer, request, options.database);
      const { schema = operation.body, rules } = contactBodies[name as OperationName] ?? {};
      const guesses = origin.limited !== false && TAKES_CODES.has(name);
      // Counted before they are looked up, so that of many requests at once none learns more than it may.
      let taken = 0;
      const take = (body: unknown) => {
        const named = guesses ? namedCodes(body) : 0;
        const wait = named > 0 ? codes.take(bearer.firstTokenId, named) : null;
        if (wait === null) taken = named;
        return wait;
      };
      let unknown = 0;
      try {
        const parsed = await parseRequest(operation, request, schema, async (body) =>
          rules && take(body) === null ? rules(context, body, id) : [],
        );
        const wait = 'refusal' in parsed ? null : take(parsed.body);
        if (wait !== null) return tooMany('Too many unknown referral codes.', wait);
        const reply =
          'refusal' in parsed
            ? parsed
            : await handler({ context, service, id, ...parsed } as Call<OperationName>);
        if (taken > 0) unknown = unknownCodes(reply);
        return reply;
      } finally {
        if (taken > unknown) codes.giveBack(bearer.firstTokenId, taken - unknown);
      }
    };
    route(operation.method, operation.path.replace('{id}', ':id'), async (context, base) => {
      const request = context.req.raw;
      const reply = await answer(request, context.req.param('id') ?? '', context.env)
        .then(async (reply) => ('download' in reply ? await sendFile(reply, operation, request) : reply))
        .catch((cause) => failed(cause, request));
      if (reply instanceof Response) return reply;
      if (options.checkAnswers && !('refusal' in reply)) {
        operation.data.parse(reply.data);
        operation.meta?.parse(reply.meta);
      }
      return respond(reply, request, base);
    });
  }
  route('GET', '/openapi.json', async ({ req }) => {
    document ??= JSON.stringify(openApiDocument(options.version));
    return new Answer(document, { headers: headersOf(req.raw) });
  });
  for (const [path, methods] of methodsByPath)
    api.all(path, ({ req }) => {
      const message = `Only ${methods.join(', ')} is possible here.`;
      // Whatever can be read can be asked for without its body.
      const Allow = methods.join(', ').replace('GET', 'GET, HEAD');
      return respond(refuse('METHOD_NOT_ALLOWED', message, [], { Allow }), req.raw);
    });
  api.notFound(({ req }) => respond(refuse('NOT_FOUND', 'There is no such path in this API.'), req.raw));
  api.onError((cause, { req }) => respond(failed(cause, req.raw), req.raw));

  function respond(reply: Exclude<Reply<unknown>, Download>, request: Request, base = ''): Response {
    if ('refusal' in reply) {
      const { code, message, details, headers } = reply.refusal;
      const body: ErrorEnvelope = { error: { code, message, details } };
      return new Answer(JSON.stringify(body), {
        status: errorStatus[code],
        headers: { ...headersOf(request), ...headers },
      });
    }
    const { data, meta, created, headers } = reply;
    return new Answer(JSON.stringify({ data, meta }), {
      status: created ? 201 : 200,
      headers: { ...headersOf(request), ...headers, ...(created && { Location: base + created }) },
    });
  }

  function failed(cause: unknown, request: Request): { refusal: Refusal } {
    const id = request.headers.get('X-Request-Id');
    if (isOutage(cause)) {
      const sentence = outageSentence(cause);
      options.log.error({ err: cause, requestId: id }, sentence);
      return unavailable(`${sentence} Try again in a moment.`);
    }
    if (cause instanceof GaveUp || sqlState(cause) === GIVEN_UP) {
      options.log.error({ err: cause, requestId: id }, 'The database took too long.');
      return unavailable('The database took too long with this. Try again in a moment.');
    }
    options.log.error({ err: cause, requestId: id }, 'A request failed.');
    return refuse('INTERNAL_ERROR', 'Something went wrong here. It has been logged under this request id.');
  }

  return {
    fetch: async (request, origin = {}) => {
      // One id from here on: in the log, in the activity, in the answer.
      const id = requestId(request.headers.get('X-Request-Id'));
      if (request.headers.get('X-Request-Id') !== id) request.headers.set('X-Request-Id', id);
      return api.fetch(request, origin);
    },
  };
}

/** A statement that took longer than it may, because somebody else holds what it needs for instance. */
const GIVEN_UP = '57014';

const unavailable = (message: string) => refuse('UNAVAILABLE', message, [], { 'Retry-After': '5' });

function contextOf(bearer: Bearer, request: Request, database: Database): Call<OperationName>['context'] {
  const named = bearer.scopes.includes('staff:act') && request.headers.get(ACTOR_HEADER);
  const person = named ? personOf(named) : null;
  return {
    database,
    organizationId: bearer.organizationId,
    tokenId: bearer.tokenId,
    scopes: bearer.scopes,
    requestId: request.headers.get('X-Request-Id'),
    actor: person ? { kind: 'staff', ...person } : { kind: 'token', id: bearer.tokenId, name: bearer.name },
  };
}

/** A file that breaks off, because the database went away, ends the connection: half a file must not look whole. */
async function sendFile(
  { download, fileName }: Download,
  operation: Operation,
  request: Request,
): Promise<Response> {
  const encoder = new TextEncoder();
  const chunks = download[Symbol.asyncIterator]();
  // What goes wrong at once is answered as an error.
  let next: Promise<IteratorResult<string>> | IteratorResult<string> = await chunks.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await next;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
      next = chunks.next();
    },
    cancel: async () => void (await chunks.return?.()),
  });
  return new Response(body, {
    headers: {
      ...headersOf(request),
      // The compressing middleware keeps a listener for each piece of a long stream.
      'Cache-Control': 'no-store, no-transform',
      'Content-Type': `${operation.download}; charset=utf-8`,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
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
