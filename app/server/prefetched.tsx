import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { cache, type ReactNode } from 'react';
import { toAnswer, toSearch } from '@/components/hooks/reply';
import { lacksTwoFactor, may } from '@/lib/staff/roles';
import { readPermissions } from './permissions';
import { type ReadResult, read, type ServedName } from './read';
import { pageTimeout } from './service-view';
import type { SignedIn } from './session';

/** The browser's query options for a read, or `false` to skip it. */
type QueryToPrefetch = { queryKey: readonly unknown[] } | false;

interface PrefetchedProps {
  signedIn: SignedIn;
  reads: QueryToPrefetch[];
  /** Replies that the page has read itself, by query key. */
  known?: [queryKey: readonly unknown[], answer: unknown][];
  children: ReactNode;
}

/** Reads of the current request by query, shared by the layout and its page. */
const readsOfRequest = cache(() => new Map<string, Promise<ReadResult>>());

/** Prefetches the data of a page. The browser repeats reads that failed or timed out, and shows their errors. */
export async function Prefetched({ signedIn, reads, known, children }: PrefetchedProps) {
  return <HydrationBoundary state={await prefetch(signedIn, reads, known)}>{children}</HydrationBoundary>;
}

/**
 * Runs the reads, for a `HydrationBoundary`, and adds the `known` replies. Leaves out reads that fail, time out or are not
 * permitted.
 */
export async function prefetch(
  signedIn: SignedIn,
  reads: QueryToPrefetch[],
  known: PrefetchedProps['known'] = [],
): Promise<DehydratedState> {
  const queries = new QueryClient();
  for (const [queryKey, answer] of known) queries.setQueryData(queryKey, answer);
  const signal = pageTimeout();
  await Promise.all(
    reads.map(async (wanted) => {
      if (!wanted) return;
      const { queryKey } = wanted;
      const result = await readOnce(queryKey, signedIn, signal).catch(() => null);
      if (!result || result instanceof Response || !result.ok) return;
      const { ok: _, ...reply } = result;
      const answer = toAnswer(reply);
      const isPages = queryKey.at(-1) === 'pages';
      queries.setQueryData(queryKey, isPages ? { pages: [answer], pageParams: [''] } : answer);
    }),
  );
  return dehydrate(queries);
}

/** Reads what the query key names, once per request; `null` if the person may not. */
async function readOnce(
  [, name, input]: readonly unknown[],
  signedIn: SignedIn,
  signal: AbortSignal | undefined,
): Promise<ReadResult | null> {
  const { staff } = signedIn;
  const permission = readPermissions[name as ServedName];
  if (!may(staff.role, permission) || lacksTwoFactor(staff, permission)) return null;
  const known = readsOfRequest();
  const key = JSON.stringify([name, input]);
  const { query = {}, ...rest } = input as { id?: string; query?: object; body?: unknown };
  const reading =
    known.get(key) ?? read(name as ServedName, { ...rest, query: toSearch(query), signal }, signedIn);
  known.set(key, reading);
  return reading;
}
