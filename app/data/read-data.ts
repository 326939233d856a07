import type { QueryClient } from '@tanstack/react-query';
import { SHOWN_ORGANIZATION, shownOrganization } from '@/components/hooks/shown-organization';
import type { ApiError } from '@/lib/call';

export class ReadError extends Error {
  constructor(
    message: string,
    /** 0 if there was no response. */
    readonly status: number,
    readonly requestId: string | null,
    /** Validation errors of the request. */
    readonly problems: readonly string[] = [],
  ) {
    super(message);
    this.name = 'ReadError';
  }

  /** Whether retrying may help. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

type Reader = (path: string) => Promise<unknown>;

const readers = new WeakMap<QueryClient, Reader>();

/** Replaces HTTP for the queries of this client, to prefetch on the server. */
export function readWith(queries: QueryClient, reader: Reader): void {
  readers.set(queries, reader);
}

interface Context {
  signal: AbortSignal;
  client?: QueryClient;
}

/**
 * Reads the data at a path under /data, in a query function: by GET, or by POST with a `body`.
 *
 * @throws ReadError, or the signal's reason when aborted.
 */
export async function readData<T>(path: string, context: Context, body?: unknown): Promise<T> {
  return (await readPage<{ data: T }>(path, context, body)).data;
}

/** The same with `meta`: `T` is the whole response. */
export async function readPage<T>(path: string, { signal, client }: Context, body?: unknown): Promise<T> {
  const reader = client && readers.get(client);
  if (reader) return (await reader(path)) as T;
  let response: Response;
  try {
    response = await fetch(path, {
      signal,
      headers: {
        Accept: 'application/json',
        ...(shownOrganization && { [SHOWN_ORGANIZATION]: shownOrganization }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ReadError('Roster cannot be reached. Check the connection.', 0, null);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { error } = (answer ?? {}) as { error?: Partial<ApiError> };
    throw new ReadError(
      error?.message ?? `Roster responded with status ${response.status}.`,
      response.status,
      error?.requestId ?? response.headers.get('X-Request-Id'),
      error?.details?.map(({ message }) => message),
    );
  }
  return answer as T;
}
