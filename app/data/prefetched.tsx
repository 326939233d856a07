import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pageTimeout } from '@/app/service-view';
import type { SignedIn } from '@/app/session';
import { may } from '@/lib/staff/roles';
import { ReadError, readWith } from './read-data';
import { readAt } from './reads';

interface PrefetchedProps {
  signedIn: SignedIn;
  /** Starts the reads, with the browser's own query options. */
  load(queries: QueryClient): (Promise<void> | false)[];
  children: ReactNode;
}

/** Prefetches the data of a page. The browser retries reads that failed or timed out, and shows errors. */
export async function Prefetched({ signedIn, load, children }: PrefetchedProps) {
  const queries = new QueryClient();
  const signal = pageTimeout();
  readWith(queries, async (path) => {
    const { pathname, searchParams: query } = new URL(path, 'http://roster.invalid');
    const found = readAt(pathname);
    if (!found || !may(signedIn.staff.role, found.permission)) throw new Error(`No read of ${path}.`);
    const answer = await found.read({ ...signedIn, id: found.id, query, signal });
    if (answer instanceof Response) throw new Error(`${path} is a file.`);
    if (answer.ok) return { data: answer.data, meta: answer.meta };
    throw new ReadError(answer.error.message, answer.error.status, answer.error.requestId);
  });
  await Promise.all(load(queries).filter((read) => read !== false));
  return <HydrationBoundary state={dehydrate(queries)}>{children}</HydrationBoundary>;
}
