import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from './heartbeat';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A pool whose statements never end. */
const busyPool = () => ({
  isBusy: true,
  isBroken: false,
  breakOff() {
    this.isBroken = true;
  },
  accept() {
    this.isBroken = false;
  },
});

const probeThat = (query: () => Promise<unknown>, idleCount = 1) =>
  ({ query, idleCount, end: async () => {} }) as never;

test('slow statements go on while the server answers', async () => {
  const pool = busyPool();
  const heartbeat = new Heartbeat(
    pool,
    probeThat(() => Promise.resolve()),
  );
  const breakOff = vi.spyOn(pool, 'breakOff');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(breakOff).not.toHaveBeenCalled();
  await heartbeat.close();
});

test('a silent server is broken off within two seconds, and accepted with its next answer', async () => {
  const pool = busyPool();
  let isFrozen = true;
  const timeout = (_resolve: unknown, reject: (cause: Error) => void) =>
    setTimeout(() => reject(new Error('Query read timeout')), 2_000);
  const heartbeat = new Heartbeat(
    pool,
    probeThat(() => (isFrozen ? new Promise(timeout) : Promise.resolve())),
  );
  await vi.advanceTimersByTimeAsync(1_900);
  expect(pool.isBroken).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pool.isBroken).toBe(true);
  isFrozen = false;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(pool.isBroken).toBe(false);
  await heartbeat.close();
});

test('a server that has no connection left for the probe is not silent', async () => {
  const pool = busyPool();
  const heartbeat = new Heartbeat(
    pool,
    probeThat(() => new Promise(() => {}), 0),
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(pool.isBroken).toBe(false);
  await heartbeat.close();
});
