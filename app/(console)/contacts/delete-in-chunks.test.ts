import { describe, expect, it } from 'vitest';
import { type ChunkResult, deleteInChunks } from './delete-in-chunks';

const SINCE = '2026-01-02T03:04:05.000Z';
const ids = Array.from({ length: 25 }, (_, index) => `id-${index}`);

describe('deleteInChunks', () => {
  it('sends every id once, in order, and adds up what was removed', async () => {
    const sent: string[][] = [];
    const progress: number[] = [];
    const result = await deleteInChunks(ids, {
      size: 10,
      send: async ({ ids: chunk }) => {
        sent.push(chunk);
        return {
          ok: true,
          data: { count: chunk.length - 1 },
          since: SINCE,
        };
      },
      onProgress: (done) => progress.push(done),
    });
    expect(sent.flat()).toEqual(ids);
    expect(progress).toEqual([10, 20, 25]);
    expect(result).toEqual({
      removed: 22,
      done: ids,
      since: SINCE,
      failure: null,
    });
  });

  it('stops at a failure and says what was done before it', async () => {
    let calls = 0;
    const send = async ({ ids: chunk }: { ids: string[] }): Promise<ChunkResult> => {
      calls++;
      if (calls === 2) return { ok: false, error: { message: 'Not now.', requestId: 'abc' } };
      return { ok: true, data: { count: chunk.length } };
    };
    const result = await deleteInChunks(ids, { size: 10, send });
    expect(calls).toBe(2);
    expect(result).toEqual({
      removed: 10,
      done: ids.slice(0, 10),
      since: null,
      failure: 'Not now. (request abc)',
    });
  });

  it('finishes the request that is under way when it is cancelled', async () => {
    const cancel = new AbortController();
    const result = await deleteInChunks(ids, {
      size: 10,
      send: async ({ ids: chunk }) => ({ ok: true, data: { count: chunk.length } }),
      onProgress: () => cancel.abort(),
      signal: cancel.signal,
    });
    expect(result).toMatchObject({ removed: 10, done: ids.slice(0, 10), failure: 'It was cancelled.' });
  });

  it('takes a lost connection for a failure', async () => {
    const result = await deleteInChunks(ids, {
      size: 100,
      send: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(result.failure).toMatch(/cannot be reached/);
    expect(result.done).toEqual([]);
  });
});
