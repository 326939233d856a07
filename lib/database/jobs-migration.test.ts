import { describe, expect, test } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { JobRunner } from '@/lib/jobs/job-runner';
import { bulkChangeJob } from '@/lib/service/bulk-changes/bulk-change-job';
import { createApi } from '@/lib/service/http/api';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { applyMigrations, emptySchema, engines } from './testing';

describe.each(engines)('bulk changes that a browser drove, on $name', (engine) => {
  test('are stopped where they were, and can be resumed or undone', async () => {
    const database = await engine.open();
    const { pool } = database;
    await emptySchema(database);
    await applyMigrations(database, (file) => file < '0006');
    const { id: organizationId, token } = await createOrganization(database, 'Acme');
    const ask = async (text: string, ...values: unknown[]) =>
      (await pool.query(text, [organizationId, ...values])).rows;
    const [segment] = await ask(
      "insert into segments (organization_id, id, title, color, created_at) values ($1, gen_random_uuid(), 'VIP', '#000000', now()) returning id",
    );
    const contacts: string[] = (
      await ask(
        `insert into contacts (organization_id, id, email, created_at, updated_at)
         select $1, gen_random_uuid(), n || '@b.example', '2026-01-01', '2026-01-01' from generate_series(1, 12) n returning id`,
      )
    ).map(({ id }) => id);
    await ask('select add_to_counts($1, array[$1]::uuid[], 12)');

    /** In chunks of one contact; `steps` are calls. */
    const change = async (kind: string, ids: string[], steps: ('run' | 'undo')[], state?: string) => {
      const [{ id }] = await ask(
        `insert into bulk_changes (organization_id, id, kind, add_ids, remove_ids, state, total, chunks, created_at, created_by, updated_at)
         values ($1, uuid_of(clock_timestamp()), $2, $3, '{}', 'running', $4, $4, now(), 'Ana', now()) returning id`,
        kind,
        kind === 'segments' ? [segment.id] : [],
        ids.length,
      );
      for (const [index, contact] of ids.entries())
        await ask(
          'insert into bulk_change_chunks values ($1, $2, $3, array[$4::uuid])',
          id,
          index + 1,
          contact,
        );
      for (const step of steps)
        await ask(`select from ${step}_bulk_change($1, 'staff', null, 'Ana', null, $2)`, id);
      if (state)
        await ask('update bulk_changes set state = $3 where organization_id = $1 and id = $2', id, state);
      return id as string;
    };
    const ids = {
      running: await change('delete', contacts.slice(0, 2), ['run']),
      finished: await change('segments', contacts.slice(2, 4), ['run', 'run']),
      undoing: await change('segments', contacts.slice(4, 6), ['run', 'run', 'undo']),
      undoStopped: await change('delete', contacts.slice(6, 8), ['run', 'run', 'undo'], 'cancelled'),
      undone: await change('delete', contacts.slice(8, 10), ['run', 'run', 'undo', 'undo']),
      cancelled: await change('delete', contacts.slice(10), ['run'], 'cancelled'),
    };

    await applyMigrations(database, (file) => file >= '0006');

    const log = { error: () => {}, warn: () => {} };
    const jobs = new JobRunner({ database, log, kinds: bulkChangeJob });
    const idle = { wake: () => {} };
    const api = createApi({ database, log, version: 'test', trashDays: 30, checkAnswers: true, jobs: idle });
    const call = async (id: string, verb?: 'run' | 'undo') => {
      const response = await api.fetch(
        new Request(`http://test/v1/bulk-changes/${id}${verb ? `/${verb}` : ''}`, {
          method: verb ? 'POST' : 'GET',
          headers: { Authorization: `Bearer ${token}` },
        }),
      );
      return ((await response.json()) as { data: BulkChange }).data;
    };
    const states = async () => {
      const all = Object.entries(ids).map(async ([name, id]) => [name, (await call(id)).state]);
      return Object.fromEntries(await Promise.all(all));
    };
    const stopped = {
      running: 'cancelled',
      finished: 'finished',
      undoing: 'cancelled',
      undoStopped: 'cancelled',
      undone: 'undone',
      cancelled: 'cancelled',
    };
    expect(await jobs.runNext()).toBe(false);
    expect(await states()).toEqual(stopped);
    expect(await call(ids.running)).toMatchObject({
      processed: 1,
      changed: 1,
      createdBy: 'Ana',
      actor: null,
    });
    // Of those whose undo has begun, nothing more is changed.
    for (const id of [ids.undoing, ids.undoStopped]) expect((await call(id, 'run')).state).toBe('cancelled');
    await call(ids.running, 'run');
    await jobs.runAll();
    expect(await call(ids.running)).toMatchObject({ state: 'finished', processed: 2, changed: 2 });
    for (const id of Object.values(ids)) if (id !== ids.undone) await call(id, 'undo');
    await jobs.runAll();
    expect(new Set(Object.values(await states()))).toEqual(new Set(['undone']));
    const counts = Object.fromEntries(
      await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, (await call(id)).undone])),
    );
    expect(counts).toEqual({ running: 2, finished: 2, undoing: 2, undoStopped: 2, undone: 2, cancelled: 1 });
    expect(
      await ask('select count(*)::int from contacts where organization_id = $1 and deleted_at is null'),
    ).toEqual([{ count: 12 }]);
    expect(await ask('select from contact_segments where organization_id = $1')).toEqual([]);
    await database.close();
  });
});
