import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Reachable from './reachable';

/** What the server does with the next requests: a status, or `null` for no response. */
let answers: { check: number | null; read: (number | null)[] };
let reachable: typeof Reachable;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', async (url: string) => {
    const status = url === '/health/ready' ? answers.check : answers.read.shift();
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status: status ?? 200 });
  });
  reachable = await import('./reachable');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = (signal?: AbortSignal) => reachable.fetchWhenReachable('/data/listContacts', { signal });

test.each([
  ['no response', null],
  ['a proxy without a server', 502],
  ['a server without a database', 503],
])('%s: a read waits until Roster responds', async (_, status) => {
  answers = { check: null, read: [status, status, status] };
  const response = read();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reachable.isReachable()).toBe(false);
  answers = { check: 200, read: [200] };
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await response).status).toBe(200);
  expect(reachable.isReachable()).toBe(true);
});

test('an error that is only about this read is returned', async () => {
  answers = { check: 200, read: [503] };
  expect((await read()).status).toBe(503);
  answers = { check: 200, read: [null, null] };
  await expect(read()).rejects.toThrow('Failed to fetch');
  expect(reachable.isReachable()).toBe(true);
});

test('a cancelled read is not sent once Roster responds', async () => {
  answers = { check: null, read: [null] };
  const cancel = new AbortController();
  const outcome = read(cancel.signal).catch(({ name }: Error) => name);
  await vi.advanceTimersByTimeAsync(2_000);
  cancel.abort();
  answers = { check: 200, read: [] };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await outcome).toBe('AbortError');
});
