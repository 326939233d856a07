import { describe, expect, it } from 'vitest';
import { CANCELLED, callForEach } from './call-for-each';

const ids = Array.from({ length: 25 }, (_, index) => `id-${index}`);
const never = new AbortController().signal;

describe('callForEach', () => {
  it('does it once for each, in order, and says how far it is', async () => {
    const sent: string[][] = [];
    const progress: number[] = [];
    const send = async (some: string[]) => {
      sent.push(some);
      return { ok: true as const, data: some };
    };
    const onProgress = (done: number) => void progress.push(done);
    const outcome = await callForEach(ids, { size: 10, send, onProgress, signal: never });
    expect(outcome).toEqual({ results: ids, failure: null });
    expect(sent.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(progress).toEqual([10, 20, 25]);
  });

  it('finishes what is under way when it is cancelled, and begins nothing more', async () => {
    const cancel = new AbortController();
    const send = async (some: string[]) => ({ ok: true as const, data: some });
    const onProgress = (done: number) => done >= 20 && cancel.abort();
    const outcome = await callForEach(ids, { size: 10, send, onProgress, signal: cancel.signal });
    expect(outcome).toEqual({ results: ids.slice(0, 20), failure: CANCELLED });
  });

  it('stops where an action says that more are of no use', async () => {
    const stop = { message: 'Try again in 2 hours.', requestId: null };
    const send = async (some: string[]) => ({ ok: true as const, data: some, stop });
    const outcome = await callForEach(ids, { size: 10, send, onProgress: () => {}, signal: never });
    expect(outcome).toEqual({ results: ids.slice(0, 10), failure: stop.message });
  });

  it('stops where an action fails or does not answer', async () => {
    const calls: number[] = [];
    const failing = (answer: () => Promise<{ ok: false; error: { message: string; requestId: string } }>) =>
      callForEach<string>(ids, {
        size: 10,
        send: async (some) => (calls.push(some.length) === 1 ? { ok: true, data: some } : answer()),
        onProgress: () => {},
        signal: never,
      });
    const refused = await failing(async () => ({
      ok: false,
      error: { message: 'Not now.', requestId: 'abc' },
    }));
    expect(refused).toEqual({ results: ids.slice(0, 10), failure: 'Not now. (request abc)' });
    calls.length = 0;
    const lost = await failing(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(lost.failure).toMatch(/cannot be reached/);
  });
});
