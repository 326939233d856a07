import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure } from '@/lib/client/api-error';
import type { FillProgress } from './fill-progress';
import { Health } from './health';
import { Tender } from './tender';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection to a service that answers the question what it can do in this way; how often it was asked. */
function tended(retryAfter?: number) {
  const log = { info() {}, warn() {}, error() {} };
  const health = new Health(log);
  let asked = 0;
  const discover = () => {
    asked++;
    const error = { ...failure('UNAVAILABLE', 503, 'Not now.'), retryAfter };
    health.noteFailedDiscovery(error);
    return Promise.resolve({ error, inDoubt: false, retryAfter: retryAfter ?? 0 });
  };
  const progress = () => ({}) as FillProgress;
  const tender = new Tender({
    rhythm: undefined,
    log,
    health,
    progress,
    fills: () => false,
    discover,
    fill: () => Promise.resolve(),
  });
  void tender.start();
  return { tender, asked: () => asked };
}

test('a service that is away is asked ever more seldom whether it is back, and every 30 s at last', async () => {
  const { tender, asked } = tended();
  await vi.advanceTimersByTimeAsync(60_000);
  // At once, and after 1, 2, 4, 8, 16 and 30 s, each time at the next look.
  expect(asked()).toBe(6);
  await vi.advanceTimersByTimeAsync(60_000);
  const before = asked();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(asked()).toBe(before + 3);
  await tender.close();
});

test('no sooner than it wants to be', async () => {
  const { tender, asked } = tended(120);
  await vi.advanceTimersByTimeAsync(119_000);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked()).toBe(2);
  await tender.close();
});

test('what it does to be asked anew while it is asked leads to another question', async () => {
  const log = { info() {}, warn() {}, error() {} };
  let asked = 0;
  let answer = () => {};
  const tender = new Tender({
    rhythm: undefined,
    log,
    health: new Health(log),
    progress: () => ({}) as FillProgress,
    fills: () => false,
    async discover() {
      asked++;
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { error: null, inDoubt: false, retryAfter: 0 };
    },
    fill: () => Promise.resolve(),
  });
  void tender.start();
  await vi.advanceTimersByTimeAsync(2_000);
  tender.discoverSoon();
  answer();
  await vi.advanceTimersByTimeAsync(62_000);
  expect(asked).toBe(2);
  answer();
  // And to no more than that.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toBe(2);
  await tender.close();
});
