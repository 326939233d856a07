import type { AnyCallInput, ApiError, Call, DownloadedFile, Result } from '@/lib/call';
import { contactWriter } from '@/lib/contacts/contact-writer';
import type { Person } from '@/lib/contract/actor';
import { errorStatus } from '@/lib/contract/error';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';
import { requestId } from '@/lib/contract/request-id';
import { parseRetryAfter } from '@/lib/contract/retry-after';
import { isUuid } from '@/lib/contract/text';
import type { Database } from '@/lib/database/database';
import { isOutage, outageSentence } from '@/lib/database/outage';
import { RetriesExhausted, sqlState } from '@/lib/database/statement';
import { contactBodies, findFilterProblems, findRuleProblems } from './contacts/contact-bodies';
import { handlers } from './handlers';
import { countNamedCodes, countUnknownCodes, TAKES_CODES, UNKNOWN_CODES } from './referral-code-guesses';
import { answerOnce } from './shared/answer-once';
import { authenticator, type Bearer, type CallOrigin, tooMany } from './shared/authenticate';
import { parseInput, type RawInput } from './shared/parse-input';
import { rateLimits } from './shared/rate-limits';
import {
  type Download,
  type Handler,
  type HandlerCall,
  invalid,
  missingScope,
  notFound,
  type Refusal,
  type Reply,
  refuse,
  type Service,
  type Success,
} from './shared/reply';

export interface ServiceOptions extends Omit<Service, 'write' | 'webhookTests'> {
  database: Database;
  log: { error(fields: object, message: string): void };
  /** Requests per minute and token; unlimited if absent. */
  rateLimit?: number;
  /** Called after each operation with its HTTP status and its duration in seconds. */
  observe?(operation: OperationName, status: number, seconds: number): void;
  /** Whether to validate responses against the contract, in tests and development. */
  checkAnswers?: boolean;
}

/** Webhook tests allowed per organization and minute. */
const WEBHOOK_TESTS = 30;

/** The caller of an operation, over HTTP or from the console. */
export interface ServiceCaller {
  token: string;
  /** Only used for tokens that may act for staff. */
  person?(): Person | null | undefined;
  requestId: string;
  /** Whether the console of this program calls, for a person who is signed in. */
  isConsole?: boolean;
  /** Aborted when the caller disconnects. Created on demand. */
  signal?(): AbortSignal;
  origin: CallOrigin;
}

/** The result of an operation: data, a file, or a refusal. */
export type Served = Success<unknown> | { file: DownloadedFile } | { refusal: Refusal };

/** Runs one operation: token, scope, limits, input, handler. Never throws. Calls `read` once the token is accepted. */
export type Serve = (
  name: OperationName,
  id: string,
  caller: ServiceCaller,
  read: () => Promise<RawInput | { refusal: Refusal }>,
) => Promise<Served>;

/** The contacts service: the only implementation of all operations, for HTTP and for this program's console. */
export function createService(options: ServiceOptions): { serve: Serve; call: Call } {
  const limit = rateLimits(options.database);
  const authenticate = authenticator(options.database, limit, options.rateLimit);
  const codes = limit('referral code', UNKNOWN_CODES);
  const service: Service = {
    ...options,
    write: contactWriter(),
    webhookTests: limit('webhook tests', WEBHOOK_TESTS),
  };

  /**
   * Checks token, scope and limits, parses the input, and runs the handler, or repeats the answer to its idempotency key.
   * Errors are thrown.
   */
  async function runOperation(...[name, givenId, caller, read]: Parameters<Serve>): Promise<Reply<unknown>> {
    const operation: Operation = operations[name];
    const bearer = await authenticate(caller.token, caller.origin);
    if ('refusal' in bearer) return bearer;
    const missing = operation.scopes.find((scope) => !bearer.scopes.includes(scope));
    if (missing) return missingScope(missing);
    const context = toContext(bearer, caller, options);
    if (operation.person && (!caller.isConsole || context.actor.kind !== 'staff')) return NO_PERSON;
    const input = await read();
    if ('refusal' in input) return input;
    const id = givenId.toLowerCase();
    if (operation.path.includes('{id}') && !isUuid(id)) return notFound(resourceName(operation.path));
    const schema = contactBodies[name];
    const guesses = caller.origin.limited !== false && TAKES_CODES.has(name);
    // Charge codes before the look-up, so that concurrent requests reveal no more than sequential ones.
    let taken = 0;
    /** Charges the referral codes in a body; milliseconds to wait if there were too many unknown ones, else `null`. */
    const take = (body: unknown) => {
      const named = guesses ? countNamedCodes(body) : 0;
      const wait = named > 0 ? codes.take(bearer.firstTokenId, named) : null;
      if (wait === null) taken = named;
      return wait;
    };
    let unknown = 0;
    try {
      const parsed = await parseInput(operation, input, schema ?? operation.body, async (body) =>
        schema && take(body) === null ? findRuleProblems(context, body, id || null) : [],
      );
      const filterProblems = 'refusal' in parsed ? [] : await findFilterProblems(context, parsed);
      if (filterProblems.length > 0) return invalid(filterProblems);
      const isRefused = 'refusal' in parsed;
      const wait = isRefused ? null : take(parsed.body);
      if (wait !== null) return tooMany('Too many unknown referral codes.', wait);
      const handler = handlers[name] as Handler<OperationName>;
      const run = () =>
        handler({
          context,
          service,
          id,
          signal: caller.signal,
          ...parsed,
        } as HandlerCall<OperationName>);
      const key = !isRefused && operation.idempotencyKey === 'answer' ? parsed.idempotencyKey : null;
      const request = [name, input.body, input.ifMatch ?? null, input.ifNoneMatch ?? null];
      const reply = isRefused
        ? parsed
        : await (key === null ? run() : answerOnce(context, key, request, run, caller.signal?.()));
      if (taken > 0) unknown = countUnknownCodes(reply);
      return reply;
    } finally {
      if (taken > unknown) codes.giveBack(bearer.firstTokenId, taken - unknown);
    }
  }

  /** Runs an operation, and reports its status and duration to `observe`. */
  const serve: Serve = async (...asked) => {
    const start = performance.now();
    const served = await tryServe(...asked);
    options.observe?.(asked[0], statusOf(served), (performance.now() - start) / 1000);
    return served;
  };

  /**
   * Runs an operation. An error becomes a refusal; with `checkAnswers`, so does an answer that breaks the contract. A
   * download becomes a file.
   */
  const tryServe: Serve = async (name, id, caller, read) => {
    try {
      const answer = await runOperation(name, id, caller, read);
      if ('download' in answer) return { file: await toDownloadedFile(answer, operations[name]) };
      if (options.checkAnswers && !('refusal' in answer)) {
        const { data, meta }: Operation = operations[name];
        data.parse(answer.data);
        meta?.parse(answer.meta);
      }
      return answer;
    } catch (cause) {
      return toRefusal(cause, caller.requestId);
    }
  };

  /** Logs an error, and converts it: `UNAVAILABLE` if the database is out of reach or too slow, else `INTERNAL_ERROR`. */
  function toRefusal(cause: unknown, id: string): { refusal: Refusal } {
    if (isOutage(cause)) {
      const sentence = outageSentence(cause);
      options.log.error({ err: cause, requestId: id }, sentence);
      return unavailable(`${sentence} Try again in a moment.`);
    }
    if (cause instanceof RetriesExhausted || sqlState(cause) === QUERY_CANCELED) {
      options.log.error({ err: cause, requestId: id }, 'The database took too long.');
      return unavailable('The database took too long. Try again in a moment.');
    }
    options.log.error({ err: cause, requestId: id }, 'A request failed.');
    return refuse('INTERNAL_ERROR', 'Something went wrong. The log has the details under this request id.');
  }

  /** Calls an operation from the console: input without HTTP, and no limits of requests or code guesses. */
  const call: Call = async (name, input, { token, person, signal, requestId: sent }) => {
    const { id = '', query, ...rest } = input as AnyCallInput;
    const caller: ServiceCaller = {
      token,
      person: () => person,
      isConsole: true,
      requestId: requestId(sent),
      signal: signal && (() => signal),
      origin: { limited: false },
    };
    const raw = { ...rest, query: query instanceof URLSearchParams ? toQuery(query) : query };
    return toResult<typeof name>(await serve(name, id, caller, async () => raw), caller.requestId);
  };

  return { serve, call };
}

/** The resource in a path: `bulk change` for `/bulk-changes/{id}/undo`. */
const resourceName = (path: string): string =>
  (/^\/([\w-]+)s\/\{id\}/.exec(path)?.[1] ?? 'path').replace('-', ' ').replace(/ie$/, 'y');

const statusOf = (served: Served): number =>
  'refusal' in served ? errorStatus[served.refusal.code] : 'created' in served && served.created ? 201 : 200;

/** SQLSTATE of a statement timeout, for example because another transaction holds a lock. */
const QUERY_CANCELED = '57014';

const NO_PERSON = refuse('FORBIDDEN', 'Only a person can do this, signed in to the console.');

const unavailable = (message: string) => refuse('UNAVAILABLE', message, [], { 'Retry-After': '5' });

/** The context of the handler: organization, token and actor. A person is the actor only if the token may act for staff. */
function toContext(
  bearer: Bearer,
  { person, requestId }: ServiceCaller,
  { database, country }: ServiceOptions,
): HandlerCall<OperationName>['context'] {
  const staff = bearer.scopes.includes('staff:act') ? person?.() : null;
  return {
    database,
    country: bearer.country ?? country,
    timeZone: bearer.timeZone,
    organizationId: bearer.organizationId,
    tokenId: bearer.tokenId,
    scopes: bearer.scopes,
    requestId,
    actor: staff ? { kind: 'staff', ...staff } : { kind: 'token', id: bearer.tokenId, name: bearer.name },
  };
}

/** Query parameters as an object; a repeated one becomes a list. */
export function toQuery(parameters: URLSearchParams): Record<string, string | string[]> {
  // Object.fromEntries makes own properties of all names, also of `__proto__`.
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length > 1 ? values : (values[0] as string)];
    }),
  );
}

/**
 * Streams a download; rejects if its first chunk fails. A later error makes the stream fail, because half a file must not
 * look complete.
 */
export async function toDownloadedFile(
  { download, fileName, type }: Download,
  operation: Operation,
): Promise<DownloadedFile> {
  const encoder = new TextEncoder();
  const chunks = download[Symbol.asyncIterator]();
  // An error before the first chunk can still be an error response.
  const first = await chunks.next();
  let next = Promise.resolve(first);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await next;
      if (done) return controller.close();
      controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      next = chunks.next();
      // Reported by the next pull; a slow reader may be long in coming.
      next.catch(() => {});
    },
    cancel: async () => void (await chunks.return?.()),
  });
  return { body, name: fileName, type: type ?? `${operation.download}; charset=utf-8` };
}

/** Converts what an operation served to the result of `call`. */
function toResult<N extends OperationName>(served: Served, requestId: string): Result<N> {
  if ('refusal' in served) return { ok: false, error: toError(served.refusal, requestId) };
  const { data, meta, created, headers } =
    'file' in served ? ({ data: served.file } as Success<unknown>) : served;
  return {
    ok: true,
    status: created ? 201 : 200,
    data,
    meta,
    etag: headers?.ETag ?? null,
    deletionId: headers?.['Deletion-Id'] ?? null,
    mergeId: headers?.['Merge-Id'] ?? null,
    requestId,
    repeated: false,
  } as Result<N>;
}

/** Converts a refusal to the error of `call`, with the seconds of its `Retry-After`. */
function toError({ code, message, details, headers }: Refusal, requestId: string): ApiError {
  const retryAfter = parseRetryAfter(new Headers(headers));
  const error = { code, status: errorStatus[code], message, details, requestId };
  return retryAfter ? { ...error, retryAfter } : error;
}
