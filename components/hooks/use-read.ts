import {
  infiniteQueryOptions,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { ApiError } from '@/lib/call';
import { browserError, CallError, UNREACHABLE } from './call-error';
import {
  type Answer,
  consoleOperations,
  type FileName,
  type Input,
  type ReadName,
} from './console-operations';
import { fetchWhenReachable } from './reachable';
import { type Reply, SHOWN_ORGANIZATION, shownOrganization, toAnswer, toSearch } from './reply';

type ReadOptions<N extends ReadName, D> = Omit<UseQueryOptions<Answer<N>, Error, D>, 'queryKey' | 'queryFn'>;

/** Reads by an operation, and again when its topic is invalidated. */
export function useRead<N extends ReadName, D = Answer<N>>(
  name: N,
  input: Input<N>,
  options?: ReadOptions<N, D>,
): UseQueryResult<D> {
  return useQuery({ ...readOptions(name, input), ...options } as UseQueryOptions<Answer<N>, Error, D>);
}

/** The query options of `useRead`, also used to access the cache and to prefetch on the server. */
export function readOptions<N extends ReadName>(name: N, input: Input<N>) {
  return queryOptions<Answer<N>>({
    queryKey: [consoleOperations[name].topic, name, input],
    queryFn: ({ signal }) => fetchRead(name, input, signal),
  });
}

/** Operations that return a list page after page. */
type PagedName = {
  [N in ReadName]: Answer<N> extends { meta: { nextCursor: string | null } } ? N : never;
}[ReadName];

/** Query options to read page after page. `inputOf` takes a cursor, blank for the first page. */
export function pagesOptions<N extends PagedName>(name: N, inputOf: (cursor: string) => Input<N>) {
  return infiniteQueryOptions({
    queryKey: [consoleOperations[name].topic, name, inputOf(''), 'pages'],
    queryFn: ({ signal, pageParam }) => fetchRead(name, inputOf(pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (last) => (last as { meta: { nextCursor: string | null } }).meta.nextCursor,
  });
}

/** The URL of a read or a file. */
export function dataHref<N extends ReadName | FileName>(name: N, input: Input<N>): string {
  const { id, query } = input as { id?: string; query?: object };
  const search = toSearch({ id, ...query }).toString();
  return `/data/${name}${search ? `?${search}` : ''}`;
}

/** Reads from `/data`, by POST if the input has a body. @throws CallError, or the signal's reason when aborted. */
export async function fetchRead<N extends ReadName>(
  name: N,
  input: Input<N>,
  signal: AbortSignal,
): Promise<Answer<N>> {
  const shown = shownOrganization && { [SHOWN_ORGANIZATION]: shownOrganization };
  const headers = { Accept: 'application/json', ...shown };
  // A body keeps personal data out of URLs and logs, and has room for thousands of ids.
  const { body } = input as { body?: unknown };
  const post = body !== undefined && { method: 'POST', body: JSON.stringify(body) };
  const response = await fetchWhenReachable(dataHref(name, input), { signal, headers, ...post }).catch(
    (cause) => {
      if (signal.aborted) throw cause;
      throw new CallError(UNREACHABLE);
    },
  );
  const reply: unknown = await response.json().catch(() => null);
  if (response.ok) return toAnswer(reply as Reply) as Answer<N>;
  const unknown = browserError('BAD_RESPONSE', `Roster responded with status ${response.status}.`);
  const requestId = response.headers.get('X-Request-Id');
  const { error } = (reply ?? {}) as { error?: ApiError };
  throw new CallError({ ...unknown, requestId, ...error, status: response.status });
}
