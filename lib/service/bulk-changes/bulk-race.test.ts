import { describe, expect, test } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { isCitus, serverEngine } from '@/lib/database/testing';
import type { RaceRequest } from '../testing/race-worker';
import { type RaceAnswer, Racers, statuses } from '../testing/testing-race';

/** Each process has a runner. A chunk is a thousand contacts. */
describe.skipIf(!serverEngine)('bulk changes over two processes', { timeout: 60_000 }, () => {
  const racers = new Racers();
  const post = (path: string, body?: object) => ({ method: 'POST', path, body });
  const times = (count: number, request: RaceRequest) => Array.from({ length: count }, () => request);
  const call = async (request: RaceRequest) =>
    ((await racers.race<BulkChange>([request]))[0] as RaceAnswer<BulkChange>).body.data;

  /** Inserts contacts by SQL, some of them in the segment. */
  async function fill(count: number): Promise<{ ids: string[]; segment: string }> {
    await racers.empty();
    const { rows } = await racers.database.pool.query(
      `with segment as (insert into segments (organization_id, id, title, color, created_at)
         values ($1, gen_random_uuid(), gen_random_uuid(), '#000000', now()) returning id),
       made as (insert into contacts (organization_id, id, email, created_at, updated_at, segment_ids, assigned_at)
         select $1, gen_random_uuid(), n || '@race.example', '2026-01-01', '2026-01-01',
           case when left(n::text, 1) < '5' then array[segment.id] else '{}' end,
           case when left(n::text, 1) < '5' then array['2026-01-01'::timestamptz] else '{}' end
         from generate_series(1, $2) n, segment
         returning id, left(email, 1) < '5' as assigned)
       select made.*, segment.id as segment from made, segment`,
      [racers.organizationId, count],
    );
    const assigned = rows.filter((row) => row.assigned);
    const counted = [...rows.map(() => racers.organizationId), ...assigned.map(({ segment }) => segment)];
    await racers.database.pool.query('select add_to_counts($1, $2, 1)', [racers.organizationId, counted]);
    return { ids: rows.map(({ id }) => id), segment: rows[0].segment };
  }

  /** All contacts without versions and times of changes, and the counters next to actual counts. */
  async function state() {
    const { rows } = await racers.database.pool.query(
      `select (select json_agg(to_jsonb(c) - '{version,updated_at}'::text[] order by id) from contacts c where organization_id = $1) as contacts,
         (select json_object_agg(scope_id, count) from (select scope_id, sum(count) as count from contact_counts
           where organization_id = $1 group by 1 having sum(count) <> 0) n) as counters,
         (select json_object_agg(id, count) from (
           select organization_id as id, count(*) from contacts where organization_id = $1 and deleted_at is null group by 1
           union all select s.id, count(*) from contacts c cross join unnest(c.segment_ids) s (id)
           where c.organization_id = $1 and deleted_at is null group by 1) n) as counted`,
      [racers.organizationId],
    );
    expect(rows[0].counters).toEqual(rows[0].counted);
    return rows[0];
  }

  const records = async (action: string) => {
    const { rows } = await racers.database.pool.query(
      `select count(*)::int as count, count(distinct subject_id)::int as contacts from activities
       where organization_id = $1 and action = $2`,
      [racers.organizationId, action],
    );
    return rows[0];
  };

  /** Calls `run` or `undo` until it has ended, like older clients. */
  async function ended(id: string, verb: 'run' | 'undo'): Promise<BulkChange> {
    const change = await call(post(`/bulk-changes/${id}/${verb}`));
    return change.state === 'running' || change.state === 'undoing' ? ended(id, verb) : change;
  }

  test('each chunk is done once and undone once', async () => {
    const { ids, segment } = await fill(2_200);
    const before = await state();
    for (const change of [
      { type: 'delete' },
      { type: 'segments', add: [], remove: [segment] },
      { type: 'segments', add: [segment], remove: [] },
    ]) {
      const { id } = await call(post('/bulk-changes', { change, ids }));
      expect(statuses(await racers.race(times(12, post(`/bulk-changes/${id}/run`))))).toEqual({ 200: 12 });
      const { changed } = await ended(id, 'run');
      const action = change.type === 'delete' ? 'contact.deleted' : 'contact.updated';
      expect(await records(action)).toEqual({ count: changed, contacts: changed });
      expect(statuses(await racers.race(times(12, post(`/bulk-changes/${id}/undo`))))).toEqual({ 200: 12 });
      expect(await ended(id, 'undo')).toMatchObject({ state: 'undone', changed, undone: changed });
      expect(await state()).toEqual(before);
      await racers.database.pool.query('delete from activities');
    }
  });

  test('that are run, cancelled and undone concurrently end completely done or undone', async () => {
    for (let round = 0; round < 2; round++) {
      const { ids } = await fill(2_200);
      const before = await state();
      const { id } = await call(post('/bulk-changes', { change: { type: 'delete' }, ids }));
      const verbs = ['run', 'run', 'run', 'cancel', 'run', 'run', 'undo', 'run'];
      const answers = await racers.race<BulkChange>(verbs.map((verb) => post(`/bulk-changes/${id}/${verb}`)));
      expect(statuses(answers)).toEqual({ 200: verbs.length });
      await call(post(`/bulk-changes/${id}/cancel`));
      const { changed, undone } = await call({ method: 'GET', path: `/bulk-changes/${id}` });
      expect((await records('contact.deleted')).count).toBe(changed);
      expect((await state()).counted?.[racers.organizationId] ?? 0).toBe(2_200 - changed + undone);
      await ended(id, 'undo');
      expect(await state()).toEqual(before);
    }
  });

  test('concurrent with other changes lose nothing and count nothing twice', async () => {
    const { ids, segment } = await fill(1_200);
    const changes = await racers.race<BulkChange>([
      post('/bulk-changes', { change: { type: 'delete' }, ids: ids.slice(0, 700) }),
      post('/bulk-changes', { change: { type: 'delete' }, ids: ids.slice(500, 1_000).reverse() }),
      post('/bulk-changes', { change: { type: 'segments', add: [segment], remove: [] }, ids }),
    ]);
    const answers = await racers.race<BulkChange>([
      ...ids.slice(400, 600).map((id) => ({ method: 'DELETE', path: `/contacts/${id}` })),
      ...ids.slice(1_000).map((id, index) => ({
        method: 'PUT',
        path: `/contacts/${id}`,
        body: index % 2 ? { company: 'Acme' } : { segmentIds: [] },
      })),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
    for (const { body } of changes) await ended(body.data.id, 'run');
    const { count, contacts } = await records('contact.deleted');
    expect([count, contacts]).toEqual([1_000, 1_000]);
    expect((await state()).counted[racers.organizationId]).toBe(200);
    const { rows } = await racers.database.pool.query(
      "select count(*)::int as count from contacts where organization_id = $1 and company = 'Acme'",
      [racers.organizationId],
    );
    expect(rows).toEqual([{ count: 100 }]);
  });

  // On Citus, it waits on a worker.
  test.skipIf(isCitus)('undone while an email is taken leave only that contact in the trash', async () => {
    const { ids } = await fill(3);
    const { pool } = racers.database;
    const { id } = await call(post('/bulk-changes', { change: { type: 'delete' }, ids }));
    await ended(id, 'run');
    const other = await pool.connect();
    await other.query('begin');
    await other.query(
      `insert into contacts (organization_id, id, email, created_at, updated_at)
       values ($1, gen_random_uuid(), '2@race.example', now(), now())`,
      [racers.organizationId],
    );
    await call(post(`/bulk-changes/${id}/undo`));
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await other.query('commit');
    other.release();
    expect(await ended(id, 'undo')).toMatchObject({ undone: 2, conflicts: 1, state: 'undone' });
  });
});
