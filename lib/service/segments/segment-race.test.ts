import { describe, expect, test } from 'vitest';
import { serverEngine } from '@/lib/database/testing';
import { type RaceAnswer, Racers, statuses } from '../testing/testing-race';

describe.skipIf(!serverEngine)('segments over two processes', { timeout: 60_000 }, () => {
  const racers = new Racers();
  const call = async <Data>(method: string, path: string, body?: object) =>
    ((await racers.race<Data>([{ method, path, body }]))[0] as RaceAnswer<Data>).body.data;

  /** Counters and actual counts. */
  async function counts(segment: string) {
    const { rows } = await racers.database.pool.query(
      `select coalesce((select sum(count) from contact_counts where scope_id = $1), 0)::int as counter,
         (select count(*)::int from contacts where segment_ids @> array[$1::uuid] and deleted_at is null) as counted`,
      [segment],
    );
    return rows[0];
  }

  test('deleted and restored concurrently with changes of contacts keep correct counters', async () => {
    for (let round = 0; round < 4; round++) {
      await racers.empty();
      const { id } = await call<{ id: string }>('POST', '/segments', { title: `VIP ${round}` });
      const made = await racers.race(
        Array.from({ length: 24 }, (_, n) => ({
          method: 'POST',
          path: '/contacts',
          body: { email: `${n}@race.example`, segmentIds: [id] },
        })),
      );
      const ids = made.map(({ body }) => body.data.id);
      await call('DELETE', '/contacts', { ids: ids.slice(0, 6) });
      const restoring = { method: 'POST', path: `/trash/segments/${id}/restore`, body: {} };
      const answers = await racers.race<unknown>([
        ...ids.slice(6, 12).map((contact) => ({ method: 'DELETE', path: `/contacts/${contact}` })),
        { method: 'DELETE', path: `/segments/${id}` },
        ...ids.slice(0, 6).map((contact) => ({
          method: 'POST',
          path: '/trash/restore',
          body: { ids: [contact] },
        })),
        restoring,
        ...ids.slice(12, 18).map((contact) => ({
          method: 'PUT',
          path: `/contacts/${contact}`,
          body: { segmentIds: [] },
        })),
        restoring,
        ...ids.slice(18).map((contact) => ({ method: 'DELETE', path: `/contacts/${contact}` })),
        { method: 'DELETE', path: `/segments/${id}` },
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      await racers.race([restoring]);
      const { counter, counted } = await counts(id);
      expect(counter).toBe(counted);
    }
  });

  test('restored concurrently come back once; of two with one title only one does', async () => {
    await racers.empty();
    const { id } = await call<{ id: string }>('POST', '/segments', { title: 'Once' });
    await call('POST', '/contacts', { email: 'a@race.example', segmentIds: [id] });
    await call('DELETE', `/segments/${id}`);
    const restoring = { method: 'POST', path: `/trash/segments/${id}/restore`, body: {} };
    expect(statuses(await racers.race(Array.from({ length: 8 }, () => restoring)))).toEqual({
      200: 1,
      404: 7,
    });
    expect(await counts(id)).toEqual({ counter: 1, counted: 1 });
    await call('DELETE', `/segments/${id}`);
    const creating = { method: 'POST', path: '/segments', body: { title: 'ONCE' } };
    const answers = statuses(await racers.race([restoring, creating]));
    expect([
      { 200: 1, 409: 1 },
      { 201: 1, 409: 1 },
    ]).toContainEqual(answers);
  });
});
