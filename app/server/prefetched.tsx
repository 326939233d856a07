import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { cache, type ReactNode } from 'react';
import type { Answer } from '@/app/server/route-handler';
import { pageTimeout } from '@/app/server/service-view';
import type { SignedIn } from '@/app/server/session';
import { lacksTwoFactor, may } from '@/lib/staff/roles';
import { ReadError, readWith } from '../data/read-data';
import { readAt } from '../data/reads';

interface PrefetchedProps {
  signedIn: SignedIn;
  /** Starts the reads, with the browser's own query options. */
  load(queries: QueryClient): (Promise<void> | false)[];
  children: ReactNode;
}

/** What the request has read, by path: the layout and its page share it. */
const readsOfRequest = cache(() => new Map<string, Promise<Answer>>());

/** Prefetches the data of a page. The browser retries reads that failed or timed out, and shows errors. */
export async function Prefetched({ signedIn, load, children }: PrefetchedProps) {
  return <HydrationBoundary state={await prefetch(signedIn, load)}>{children}</HydrationBoundary>;
}

/** Runs the reads, for a `HydrationBoundary`. */
export async function prefetch(signedIn: SignedIn, load: PrefetchedProps['load']): Promise<DehydratedState> {
  const queries = new QueryClient();
  const signal = pageTimeout();
  const known = readsOfRequest();
  readWith(queries, async (path) => {
    const { pathname, searchParams: query } = new URL(path, 'http://roster.invalid');
    const found = readAt(pathname);
    const { staff } = signedIn;
    if (!found || !may(staff.role, found.permission) || lacksTwoFactor(staff, found.permission))
      throw new Error(`No read of ${path}.`);
    const read = known.get(path) ?? found.read({ ...signedIn, id: found.id, query, signal });
    known.set(path, read);
    const answer = await read;
    if (answer instanceof Response) throw new Error(`${path} is a file.`);
    if (answer.ok) return { data: answer.data, meta: answer.meta };
    throw new ReadError(answer.error.message, answer.error.status, answer.error.requestId);
  });
  await Promise.all(load(queries).filter((read) => read !== false));
  return dehydrate(queries);
}
