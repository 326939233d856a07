import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failure } from './api-error';
import { type Failed, type RetryPolicy, retry } from './retry-policy';

const failed = (again: Failed['again'], retryAfter?: number): Failed => ({
  error: { ...failure('UNAVAILABLE', 503, 'No.'), retryAfter },
  again,
});

describe('retry', () => {
  const NETWORK: RetryPolicy = { attempts: 4, timeout: 10_000, total: 30_000, backOff: 400 };
  let waits: number[];
  beforeEach(() => {
    vi.useFakeTimers();
    waits = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  /** Makes the call with fake timers, and notes the wait before each retry. */
  async function tried(outcomes: (Failed | { done: string })[], repeatable: boolean, network = NETWORK) {
    let last = Date.now();
    const attempt = vi.fn<() => Promise<Failed | { done: string }>>(async () => {
      if (attempt.mock.calls.length > 1) waits.push(Date.now() - last);
      last = Date.now();
      return outcomes.shift() ?? failed('unknown');
    });
    const outcome = retry(network, repeatable, attempt);
    await vi.runAllTimersAsync();
    return { outcome: await outcome, times: attempt.mock.calls.length };
  }

  it('backs off exponentially, with jitter', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0);
    expect(await tried([], true)).toMatchObject({ times: 4 });
    expect(waits).toEqual([200, 400, 800]);
    random.mockReturnValue(1);
    waits = [];
    await tried([], true);
    expect(waits).toEqual([400, 800, 1600]);
  });

  it('never waits longer than five seconds unless asked to', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await tried([], true, { ...NETWORK, attempts: 8, total: 600_000 });
    expect(Math.max(...waits)).toBeLessThanOrEqual(5_000);
  });

  it('waits as long as the service asks, or gives up if that is too long', async () => {
    expect(await tried([failed('unprocessed', 7), { done: 'saved' }], false)).toEqual({
      outcome: { done: 'saved', repeated: true },
      times: 2,
    });
    expect(waits).toEqual([7_000]);
    expect(await tried([failed('unprocessed', 60)], true)).toMatchObject({ times: 1 });
  });

  it('retries unprocessed requests, and any if that is safe', async () => {
    expect(await tried([failed('unknown')], false)).toMatchObject({
      times: 1,
      outcome: { isSettled: false },
    });
    expect(await tried([failed('unprocessed'), { done: 'saved' }], false)).toMatchObject({ times: 2 });
    expect(await tried([failed('final')], true)).toMatchObject({ times: 1, outcome: { isSettled: true } });
  });

  it('reports that a change may have been made if any attempt was lost', async () => {
    const outcomes = ['unknown', 'unprocessed', 'unprocessed', 'unprocessed'] as const;
    expect(
      await tried(
        outcomes.map((again) => failed(again)),
        true,
      ),
    ).toMatchObject({ times: 4, outcome: { isSettled: false, error: { repeated: true } } });
    expect(
      await tried(
        outcomes.map(() => failed('unprocessed')),
        true,
      ),
    ).toMatchObject({ outcome: { isSettled: true } });
  });

  it('limits an attempt to the time left for the call', async () => {
    const given: number[] = [];
    const call = retry({ attempts: 9, timeout: 10_000, total: 15_000, backOff: 0 }, true, async (timeout) => {
      given.push(timeout);
      vi.setSystemTime(Date.now() + timeout);
      return failed('unknown');
    });
    await vi.runAllTimersAsync();
    await call;
    expect(given).toEqual([10_000, 5_000]);
  });

  it('stops waiting when the caller aborts', async () => {
    const caller = new AbortController();
    const attempt = vi.fn<() => Promise<Failed | { done: string }>>(async () => {
      caller.signal.throwIfAborted();
      return failed('unknown');
    });
    const call = retry(NETWORK, true, attempt, caller.signal).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(1);
    caller.abort(new Error('gone'));
    expect(await call).toEqual(new Error('gone'));
    expect(vi.getTimerCount()).toBe(0);
  });
});
