import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A trash of 200, in pages of as many as are asked for. */
function stubTrash(): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const query = new URLSearchParams(path.split('?')[1]);
    const [from, size] = [Number(query.get('cursor') ?? 0), Number(query.get('pageSize'))];
    const data = Array.from({ length: size }, (_, at) => ({
      id: String(from + at),
      email: 'a@b.example',
      contact: {},
    }));
    return Response.json({ data, meta: { nextCursor: from + size < 200 ? String(from + size) : null } });
  });
}

test.each([
  { most: 150, read: 150, areAll: false },
  { most: 200, read: 200, areAll: true },
])('reads at most $most of 200 contacts in the trash', async ({ most, read, areAll }) => {
  // Requests are sent by the `fetch` of the moment when their module was loaded.
  vi.resetModules();
  stubTrash();
  const { readTrashed } = await import('./select-all-trashed');
  const { signal } = new AbortController();
  const progress: number[] = [];
  const result = await readTrashed('', { most, signal, onProgress: (soFar) => progress.push(soFar) });
  expect([result.found.length, result.found.at(-1)?.id, result.areAll]).toEqual([
    read,
    String(read - 1),
    areAll,
  ]);
  expect(progress).toEqual([100, 200].filter((soFar) => soFar <= most));
});
