import { describe, expect, it } from 'vitest';
import { Client } from '@/lib/client/client';
import { callEach } from './call-each';

const ids = Array.from({ length: 20 }, (_, index) => ({
  id: `0198c0de-7a11-7000-8000-0000000000${index + 10}`,
}));

/** What becomes of deleting each at a service that answers so from the second call on. */
async function deletedWhere(status: number, headers: HeadersInit, isDown = false) {
  let calls = 0;
  const client = new Client({
    baseUrl: 'http://service.test/v1',
    token: 'any',
    network: { attempts: 1, timeout: 1_000, total: 1_000, backOff: 0 },
    fetch: async () => {
      if (++calls > 1) return Response.json({ error: { code: 'NO', message: 'No.' } }, { status, headers });
      return Response.json({ error: { code: 'NOT_FOUND', message: 'Gone.' } }, { status: 404 });
    },
  });
  const outcome = await callEach(
    client,
    ids,
    async (caller, { id }) => {
      const result = await caller.call('deleteContact', { id });
      return { id, ok: !result.ok && result.error.status === 404 };
    },
    async () => isDown,
  );
  return { calls, ...outcome };
}

describe('callEach', () => {
  it.each([
    ['asks for an hour of patience', 429, { 'Retry-After': '3600' }, false],
    ['has had too many requests', 429, undefined, false],
    ['is being mended for a while', 503, { 'Retry-After': '3600' }, false],
    ['does not take the token any more', 503, undefined, true],
  ])('begins nothing more once the service %s', async (_, status, headers, isDown) => {
    const { calls, data, stop } = await deletedWhere(status, headers ?? {}, isDown);
    expect(calls).toBeLessThanOrEqual(5);
    expect(data.map(({ id }) => id)).toEqual(ids.map(({ id }) => id));
    expect(data.filter(({ ok }) => ok)).toHaveLength(1);
    expect(stop?.message).toBe(headers ? 'No. Try again in 60 minutes.' : 'No.');
  });

  it('goes on where one contact alone is refused', async () => {
    const { calls, stop } = await deletedWhere(503, {});
    expect(calls).toBe(20);
    expect(stop).toBeUndefined();
  });
});
