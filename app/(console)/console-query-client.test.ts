import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ConsoleQueryClient } from './console-query-client';

/** Somebody looks at a list, each read of which waits to be answered. */
function lookedAt(queryClient: ConsoleQueryClient) {
  const reads: { answer(rows: string): void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['contacts', 'list'],
    queryFn: ({ signal }) => new Promise<string>((answer) => reads.push({ answer, signal })),
    staleTime: 15_000,
  });
  return { reads, observer, leave: observer.subscribe(() => {}) };
}

test('restarts a first read that began before a change', async () => {
  const queryClient = new ConsoleQueryClient();
  const { reads, observer, leave } = lookedAt(queryClient);
  const invalidated = queryClient.invalidateQueries({ queryKey: ['contacts'] });
  await expect.poll(() => reads.length).toBe(2);
  expect(reads[0]?.signal.aborted).toBe(true);
  reads[0]?.answer('before');
  reads[1]?.answer('after');
  await invalidated;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', isStale: false, isError: false });
  leave();
});

test('cancels an unobserved read until it is observed again', async () => {
  const queryClient = new ConsoleQueryClient();
  const { reads, leave } = lookedAt(queryClient);
  const ahead = queryClient.prefetchQuery({
    queryKey: ['contacts', 'next page'],
    queryFn: ({ signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('before'))),
  });
  await queryClient.invalidateQueries({ queryKey: ['contacts', 'next page'] });
  await ahead;
  expect(queryClient.getQueryState(['contacts', 'next page'])).toMatchObject({
    data: undefined,
    fetchStatus: 'idle',
  });
  // Other reads continue.
  expect(reads.map(({ signal }) => signal.aborted)).toEqual([false]);
  leave();
});
