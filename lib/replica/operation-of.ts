import { ACTOR_HEADER, type Person, personOf } from '@/lib/contract/actor';
import type { Operation } from '@/lib/contract/operation';
import { type OperationName, operations } from '@/lib/contract/operations';

/** A parsed request of the console's client. */
export interface OperationRequest {
  name: OperationName;
  id: string | undefined;
  query: URLSearchParams;
  body: unknown;
  /** Body of a file upload, not read yet. */
  upload: ReadableStream<Uint8Array> | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  idempotencyKey: string | undefined;
  /** The person the request is made for. */
  actor: Person | undefined;
  signal: AbortSignal;
}

const routes = Object.entries<Operation>(operations).map(([name, operation]) => ({
  ...operation,
  name: name as OperationName,
  pattern: new RegExp(`/v1${operation.path.replace('{id}', '(?<id>[^/]+)')}$`),
}));

/** Parses a request; `null` if no operation has its method and path. */
export async function operationOf(request: Request): Promise<OperationRequest | null> {
  const { pathname, searchParams } = new URL(request.url);
  for (const { name, method, pattern, upload: isUpload } of routes) {
    const match = request.method === method ? pattern.exec(pathname) : null;
    if (!match) continue;
    const actor = request.headers.get(ACTOR_HEADER);
    const upload = (isUpload && request.body) || undefined;
    const text = method === 'GET' || upload ? '' : await request.clone().text();
    return {
      name,
      id: match.groups?.id && decodeURIComponent(match.groups.id),
      query: searchParams,
      body: text ? JSON.parse(text) : undefined,
      upload,
      ifMatch: request.headers.get('If-Match') ?? undefined,
      ifNoneMatch: request.headers.get('If-None-Match') ?? undefined,
      idempotencyKey: request.headers.get('Idempotency-Key') ?? undefined,
      actor: (actor && personOf(actor)) || undefined,
      signal: request.signal,
    };
  }
  return null;
}
