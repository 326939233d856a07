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
      // Which three were gone before nobody says.
      restorable: ids,
      unsure: 3,
      perhaps: 0,
      unanswered: [],
      failed: [],
      since: SINCE,
      failure: null,
      isSettled: true,
    });
  });

  it('stops at a failure and says what was done before it', async () => {
    let calls = 0;
    const send = async ({ ids: chunk }: { ids: string[] }): Promise<ChunkResult> => {
      calls++;
      if (calls === 2)
        return { ok: false, error: { message: 'Not now.', requestId: 'abc', code: 'FORBIDDEN' } };
      return { ok: true, data: { count: chunk.length } };
    };
    const result = await deleteInChunks(ids, { size: 10, send });
    expect(calls).toBe(2);
    expect(result).toEqual({
      removed: 10,
      done: ids.slice(0, 10),
      restorable: ids.slice(0, 10),
      unsure: 0,
      perhaps: 0,
      unanswered: [],
      failed: [],
      since: null,
      failure: 'Not now. (request abc)',
      isSettled: true,
    });
  });

  it.each([
    ['one by one', 0],
    ['as a list', 10],
  ])('lets be undone what a try has done whose answer was lost, %s', async (_, size) => {
    const gone = new Set<string>();
    const remove = (some: string[]) => some.filter((id) => !gone.has(id) && gone.add(id));
    let isUp = true;
    const answered = <T>(data: T) => {
      if (!isUp) throw new TypeError('Failed to fetch');
      return { ok: true as const, data, since: SINCE };
    };
    const options = {
      size,
      send: async ({ ids: some }: { ids: string[] }) => answered({ count: remove(some).length }),
      sendEach: async ({ ids: some }: { ids: string[] }) => {
        const removed = new Set(remove(some));
        return answered(some.map((id) => ({ id, ok: true as const, removed: removed.has(id) })));
      },
    };
    // Somebody else's.
    gone.add('id-24');
    isUp = false;
    const first = await deleteInChunks(ids, options);
    const sent = ids.slice(0, size || 20);
    expect(first).toMatchObject({ done: [], unanswered: sent, since: null, isSettled: false });
    isUp = true;
    const earlier = { ids: new Set(first.unanswered), ago: 5_000 };
    const second = await deleteInChunks(ids, { ...options, earlier });
    expect(second).toMatchObject({
      removed: 24 - sent.length,
      done: ids,
      perhaps: sent.length,
      unanswered: [],
      since: '2026-01-02T03:04:00.000Z',
      failure: null,
    });
    expect(second.restorable).toEqual(expect.arrayContaining(ids.slice(0, 24)));
    // Without one, what is gone was gone before.
    expect(await deleteInChunks(ids, options)).toMatchObject({ removed: 0, restorable: [], perhaps: 0 });
  });

  it('stops where the service wants to be left alone, and names nobody for it', async () => {
    const stop = { message: 'Try again in 2 hours.', requestId: null };
    let calls = 0;
    const result = await deleteInChunks(ids, {
      size: 0,
      send: () => Promise.reject(new Error('not asked')),
      sendEach: async ({ ids: [first = '', ...others] }) => {
        calls++;
        const left = others.map((id) => ({ id, ok: false as const, ...stop }));
        return { ok: true, data: [{ id: first, ok: true, removed: true }, ...left], stop };
      },
    });
    expect(calls).toBe(1);
    expect(result).toMatchObject({ removed: 1, done: ['id-0'], failed: [], failure: stop.message });
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

  it.each([undefined, 'UNAVAILABLE', 'NETWORK'])(
    'does not say that nothing was done where the answer was lost: %s',
    async (code) => {
      const error = { message: 'It may have been done all the same.', requestId: null, code };
      const refuse = async () => ({ ok: false as const, error });
      expect(await deleteInChunks(ids, { size: 25, send: refuse })).toMatchObject({ isSettled: false });
      const sendEach = async ({ ids: some }: { ids: string[] }) => ({
        ok: true as const,
        data: some.map((id) => ({ id, ok: false as const, ...error })),
      });
      expect(await deleteInChunks(ids, { size: 0, send: refuse, sendEach })).toMatchObject({
        done: [],
        isSettled: false,
      });
    },
  );

  it('leaves those to be gone that were, where all of them were', async () => {
    const result = await deleteInChunks(ids, {
      size: 20,
      send: async ({ ids: chunk }) => ({ ok: true, data: { count: chunk.length === 20 ? 0 : 5 } }),
    });
    expect(result).toMatchObject({ removed: 5, done: ids, restorable: ids.slice(20), unsure: 0 });
  });

  it('takes a lost connection for a failure', async () => {
    const result = await deleteInChunks(ids, {
      size: 100,
      send: () => Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(result.failure).toMatch(/cannot be reached/);
    expect(result.done).toEqual([]);
  });

  it('sends fewer where the service does not take so many', async () => {
    const sent: number[] = [];
    const result = await deleteInChunks(ids, {
      size: 25,
      sendEach: () => Promise.reject(new Error('It is not wanted.')),
      send: async ({ ids: chunk }) => {
        sent.push(chunk.length);
        return chunk.length > 7
          ? { ok: false, error: { message: 'At most 7.', code: 'VALIDATION_ERROR' } }
          : { ok: true, data: { count: chunk.length } };
      },
    });
    expect(sent).toEqual([25, 12, 6, 6, 6, 6, 1]);
    expect(result).toMatchObject({ removed: 25, done: ids, failure: null });
  });

  it.each([
    ['METHOD_NOT_ALLOWED', 1],
    ['VALIDATION_ERROR', 5],
  ])('makes a call for each where no list of ids is taken: %s', async (code, tries) => {
    let sent = 0;
    const progress: number[] = [];
    const result = await deleteInChunks(ids, {
      size: 25,
      send: async () => {
        sent++;
        return { ok: false, error: { message: 'No.', code } };
      },
      sendEach: async ({ ids: some }) => ({
        ok: true,
        since: SINCE,
        data: some.map((id) =>
          id === 'id-3'
            ? { id, ok: false, message: 'It is locked.', requestId: 'abc', code: 'CONFLICT' }
            : { id, ok: true, removed: id !== 'id-4' },
        ),
      }),
      onProgress: (done) => progress.push(done),
    });
    expect(sent).toBe(tries);
    expect(progress).toEqual([20, 25]);
    expect(result).toEqual({
      removed: 23,
      done: ids.filter((id) => id !== 'id-3'),
      // Here it is known who was gone before.
      restorable: ids.filter((id) => id !== 'id-3' && id !== 'id-4'),
      unsure: 0,
      perhaps: 0,
      unanswered: [],
      failed: ['id-3'],
      since: SINCE,
      failure: 'It is locked. (request abc)',
      isSettled: true,
    });
  });

  it('stops where none of some calls works', async () => {
    let calls = 0;
    const result = await deleteInChunks(ids, {
      size: 25,
      send: async () => ({ ok: false, error: { message: 'No.', code: 'METHOD_NOT_ALLOWED' } }),
      sendEach: async ({ ids: some }) => {
        calls++;
        return { ok: true, data: some.map((id) => ({ id, ok: false, message: 'Away.', requestId: null })) };
      },
    });
    expect(calls).toBe(1);
    expect(result).toMatchObject({ removed: 0, done: [], failure: 'Away.' });
  });
});
