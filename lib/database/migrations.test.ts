import { afterEach, describe, expect, test } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import { JobRunner } from '@/lib/jobs/job-runner';
import { recordContacts } from '@/lib/replica/contact-store';
import { Replica } from '@/lib/replica/replica';
import { activitySealJob, startActivitySeals } from '@/lib/service/activity/activity-seal-job';
import { verifyActivity } from '@/lib/service/activity/verify-activity';
import { bulkChangeJob } from '@/lib/service/bulk-changes/bulk-change-job';
import { createApi } from '@/lib/service/http/api';
import { createOrganization } from '@/lib/service/organizations/create-organization';
import { caller } from '@/lib/service/testing/testing';
import type { Database } from './database';
import { applyMigrations, emptySchema, engines } from './testing';
import { transaction } from './transaction';

describe.each(engines)('migrating data of earlier versions on $name', (engine) => {
  let database: Database;
  afterEach(() => database.close());
  const log = { warn: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };

  /** A database before the migration of a number, and a function that applies the rest. */
  async function before(number: string) {
    database = await engine.open();
    await emptySchema(database);
    await applyMigrations(database, (file) => file < number);
    return () => applyMigrations(database, (file) => file >= number);
  }
  const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
  const jobs = { wake: () => {} };
  const api = () => createApi({ database, log, version: 'test', trashDays: 30, checkAnswers: true, jobs });

  test('keeps tokens: only the console acts for people, only full tokens purge', async () => {
    const migrate = await before('0005');
    const id = '0198c0de-7a11-7000-8000-000000000001';
    const full =
      '{contacts:read,contacts:write,segments:read,segments:write,referral-codes:read,referral-codes:write,activity:read,tokens:manage,staff:act}';
    await query("insert into organizations (id, name, created_at) values ($1, 'Acme', now())", id);
    for (const [kind, name, scopes] of [
      ['console', 'Console', full],
      ['configured', 'CONTACTS_API_TOKEN', full],
      ['issued', 'First token', full],
      ['issued', 'Shop', '{contacts:read,contacts:write,staff:act}'],
    ])
      await query(
        `insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
         values ($1, gen_random_uuid(), $2, $3::text, convert_to($3::text, 'UTF8'), '', $4, now())`,
        id,
        kind,
        name,
        scopes,
      );
    const [made] = await query(
      "select id from upsert_contact($1, 'staff', 'Ana', null, 'a@b.example', null, null, null, null, null, null, null, null, null, false)",
      id,
    );
    await query("select trash_contacts($1, 'staff', 'Ana', null, $2, array[$2]::uuid[])", id, made.id);
    await migrate();

    const tokens = await query(
      `select name, scopes @> '{contacts:purge}' as purges, scopes @> '{staff:act}' as acts from api_tokens order by name`,
    );
    expect(tokens).toEqual([
      { name: 'CONTACTS_API_TOKEN', purges: true, acts: false },
      { name: 'Console', purges: true, acts: true },
      { name: 'First token', purges: true, acts: false },
      { name: 'Shop', purges: false, acts: false },
    ]);
    expect(await query('select deleted_by, deleted_by_kind, deleted_by_id from contacts')).toEqual([
      { deleted_by: 'Ana', deleted_by_kind: null, deleted_by_id: null },
    ]);
    expect(await query('select distinct actor_kind, actor_id, actor_name from activities')).toEqual([
      { actor_kind: 'staff', actor_id: null, actor_name: 'Ana' },
    ]);
  });

  test('stops bulk changes that a browser ran; they can be resumed or undone', async () => {
    const migrate = await before('0006');
    const { id: organizationId, token } = await createOrganization(database, 'Acme');
    const ask = (text: string, ...values: unknown[]) => query(text, organizationId, ...values);
    const [segment] = await ask(
      "insert into segments (organization_id, id, title, color, created_at) values ($1, gen_random_uuid(), 'VIP', '#000000', now()) returning id",
    );
    const rows = await ask(
      `insert into contacts (organization_id, id, email, created_at, updated_at)
       select $1, gen_random_uuid(), n || '@b.example', '2026-01-01', '2026-01-01' from generate_series(1, 12) n returning id`,
    );
    const contacts: string[] = rows.map(({ id }) => id);
    await ask('select add_to_counts($1, array[$1]::uuid[], 12)');
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
    await migrate();

    const jobs = new JobRunner({ database, log, kinds: bulkChangeJob });
    const call = caller(api(), token);
    const read = async (id: string) => (await call<BulkChange>('GET', `/bulk-changes/${id}`)).data;
    const all = async (key: 'state' | 'undone') => {
      const entries = Object.entries(ids).map(async ([name, id]) => [name, (await read(id))[key]]);
      return Object.fromEntries(await Promise.all(entries));
    };
    expect(await jobs.runNext()).toBe(false);
    expect(await all('state')).toEqual({
      running: 'cancelled',
      finished: 'finished',
      undoing: 'cancelled',
      undoStopped: 'cancelled',
      undone: 'undone',
      cancelled: 'cancelled',
    });
    expect(await read(ids.running)).toMatchObject({
      processed: 1,
      changed: 1,
      createdBy: 'Ana',
      actor: null,
    });
    for (const id of [ids.undoing, ids.undoStopped]) {
      await call('POST', `/bulk-changes/${id}/run`);
      expect((await read(id)).state).toBe('cancelled');
    }
    await call('POST', `/bulk-changes/${ids.running}/run`);
    await jobs.runAll();
    expect(await read(ids.running)).toMatchObject({ state: 'finished', processed: 2, changed: 2 });
    for (const id of Object.values(ids)) await call('POST', `/bulk-changes/${id}/undo`);
    await jobs.runAll();
    expect(new Set(Object.values(await all('state')))).toEqual(new Set(['undone']));
    expect(await all('undone')).toEqual({
      running: 2,
      finished: 2,
      undoing: 2,
      undoStopped: 2,
      undone: 2,
      cancelled: 1,
    });
    expect(await query('select count(*)::int from contacts where deleted_at is null')).toEqual([
      { count: 12 },
    ]);
    expect(await query('select from contact_segments')).toEqual([]);
  });

  test('turns the copy of a connected service into its replica', async () => {
    const migrate = await before('0008');
    const { id: organizationId } = await createOrganization(database, 'a.test');
    await query(
      "insert into mirrors (organization_id, url, token_digest, operations) values ($1, 'http://a.test/v1', 'digest', '{listSegments}')",
      organizationId,
    );
    await query(
      `with made as (insert into contacts (organization_id, id, email, created_at, updated_at)
         select $1, gen_random_uuid(), n || '@b.example', now(), now() from generate_series(1, 3) n returning id)
       insert into mirror_contacts (organization_id, contact_id, seen_at) select $1, id, '2026-01-01' from made`,
      organizationId,
    );
    await migrate();

    const replica = await Replica.open(database, { url: 'http://a.test/v1', token: 'a new one' });
    expect(replica.organizationId).toBe(organizationId);
    const ids: string[] = (await query('select id from contacts')).map(({ id }) => id);
    expect(Object.values(await replica.lastSeen(ids))).toEqual(Array(3).fill('2026-01-01T00:00:00.000Z'));
    const contact = {
      id: ids[0] ?? '',
      email: 'new@b.example',
      phone: null,
      contact: {},
      segments: [],
      organizationId: crypto.randomUUID(),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-02T00:00:00.000Z',
    };
    const recorded = await transaction(database, (client) =>
      recordContacts(client, organizationId, [contact], { requestedAt: new Date(), pass: 1 }),
    );
    expect(recorded).toEqual({ met: 1, invalid: [] });
  });

  test('seals older activity', async () => {
    const migrate = await before('0012');
    const { id } = await createOrganization(database, 'Acme');
    await query(
      `with c as (insert into contacts (organization_id, id, email, created_at, updated_at)
         values ($1, gen_random_uuid(), 'a@b.example', now(), now()) returning organization_id, id),
       s as (insert into segments (organization_id, id, title, color, created_at)
         values ($1, gen_random_uuid(), 'VIP', '#000000', now()) returning id)
       insert into contact_segments (organization_id, contact_id, segment_id, assigned_at) select $1, c.id, s.id, now() from c, s`,
      id,
    );
    await query("select trash_segment($1, 'system', null, 'Test', null, (select id from segments))", id);
    await migrate();

    expect(
      await query(
        "select contact_ids = array(select id from contacts) as kept from activities where action = 'segment.deleted'",
      ),
    ).toEqual([{ kept: true }]);
    await startActivitySeals(database);
    await new JobRunner({ database, kinds: activitySealJob, log }).runAll();
    expect(await verifyActivity(database, id)).toMatchObject({ activities: 1, seals: 1, problem: null });
  });

  test('takes the creator of a token from the activity', async () => {
    const migrate = await before('0013');
    const { id, token } = await createOrganization(database, 'Acme');
    const ana = { kind: 'staff', id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana' };
    await query(
      `with made as (
         insert into api_tokens (organization_id, id, kind, name, digest, hint, scopes, created_at)
         values ($1, gen_random_uuid(), 'issued', 'Shop', 'digest', '', '{}', now()) returning *)
       insert into activities (organization_id, id, at, action, actor_kind, actor_id, actor_name, subject_id)
       select $1, gen_random_uuid(), now(), 'token.created', $2, $3, $4, id from made`,
      id,
      ana.kind,
      ana.id,
      ana.name,
    );
    await migrate();
    const { data } = await caller(api(), token)<{ name: string; createdBy: unknown }[]>('GET', '/tokens');
    expect(Object.fromEntries(data.map(({ name, createdBy }) => [name, createdBy]))).toEqual({
      'First token': null,
      Shop: ana,
    });
  });

  test.each([
    ['of its organization', 1],
    ['of the console of another service', 0],
  ])('keeps people’s roles and sessions: %s', async (_, organizations) => {
    const migrate = await before('0014');
    if (organizations)
      await query(
        "insert into organizations (id, name, created_at, first) values (gen_random_uuid(), 'Acme', now(), true), (gen_random_uuid(), 'Other', now(), false)",
      );
    for (const role of ['admin', 'viewer'])
      await query(
        `with made as (insert into staff_user (id, name, email, role) values (gen_random_uuid(), $1, $1 || '@b.example', $1) returning id)
         insert into staff_session (id, user_id, token, expires_at, updated_at)
         select gen_random_uuid(), id, $1, now() + interval '1 day', now() - interval '13 days' from made`,
        role,
      );
    await migrate();
    const kept = { first: true, joined: true, used: true };
    expect(
      await query(
        `select m.role, o.first, m.joined_at is not null as joined, s.updated_at > now() - interval '1 minute' as used
         from staff_user u join staff_membership m on m.user_id = u.id join organizations o on o.id = m.organization_id
         join staff_session s on s.user_id = u.id order by m.role`,
      ),
    ).toEqual([
      { role: 'admin', ...kept },
      { role: 'viewer', ...kept },
    ]);
  });
});
