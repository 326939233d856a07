import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '@/lib/call';
import { type OperationName, operations } from '@/lib/contract/operations';
import { grantableScopes } from '@/lib/contract/token';
import { embeddedEngine } from '@/lib/database/testing';
import { MISSING_ID, TestApi } from '@/lib/service/testing/testing';
import type { FakeService } from './fake-service';
import { Connected, until } from './testing';

const methodsOf = (service: FakeService) => new Set(service.requests.map((line) => line.split(' ')[0]));

const ownOperations: OperationName[] = [
  'listFields',
  'createField',
  'updateField',
  'deleteField',
  'markDoNotContact',
  'unmarkDoNotContact',
];

describe('the kind of a service', () => {
  const other = new TestApi(embeddedEngine);
  const connected = new Connected(embeddedEngine);
  const fetch = (request: Request) => other.fetch(request);

  it('is another Roster: everything passes through, and nothing is stored', async () => {
    const { token } = await other.organization('Theirs');
    const { call, connection } = await connected.to({ url: 'http://a.test/v1', token }, { fetch });
    const { change, readLatest, synchronize, loadSamples, ...can } = connection.capabilities();
    expect({ change, readLatest, synchronize, loadSamples }).toEqual({
      change: true,
      readLatest: true,
      synchronize: false,
      loadSamples: false,
    });
    expect(can).toEqual(Object.fromEntries(Object.keys(operations).map((name) => [name, true])));
    expect((await connection.status()).replica).toBeNull();

    const made = await call('upsertContact', { body: { email: 'ana@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    const stale = await call('updateContact', {
      id: made.data.id,
      body: { firstname: 'Ana' },
      ifMatch: '"0"',
    });
    expect(stale).toMatchObject({ error: { code: 'PRECONDITION_FAILED' } });
    const change2 = { change: { type: 'delete' as const }, filter: {}, expectedCount: 1 };
    expect(await call('createBulkChange', { body: change2, idempotencyKey: 'a' })).toMatchObject({
      ok: true,
      data: { total: 1 },
    });
    const { rows } = await connected.database.pool.query(
      "select from contacts where email = 'ana@example.com'",
    );
    expect(rows).toHaveLength(0);
  });

  it('is another Roster, which streams files both ways', async () => {
    const { token } = await other.organization('Theirs');
    const { call } = await connected.to({ url: 'http://d.test/v1', token }, { fetch });
    const upload = [Buffer.from('Email,Segments\nana@example.com,VIP\nno address,')];
    const made = await call('createImport', { query: { name: 'people.csv' }, upload });
    const id = made.ok ? made.data.id : '';
    for (const step of ['planImport', 'runImport'] as const) {
      expect(await call(step, { id })).toMatchObject({ ok: true });
      await other.jobs.runAll();
    }
    expect(await call('getImport', { id })).toMatchObject({
      data: { state: 'finished', run: { created: 1 }, plan: { rejected: 1 } },
    });
    const rejected = await call('downloadRejectedRows', { id });
    expect(rejected.ok && (await text(rejected.data.body))).toContain('no address');
    const exported = await call('exportContacts', { query: { columns: 'email,segments' } });
    expect(exported.ok && exported.data.type).toContain('text/csv');
    expect(exported.ok && (await text(exported.data.body))).toContain('ana@example.com,VIP');
    expect(await call('exportContacts', { query: { columns: 'no' } })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('is another Roster, whose own fields, ids of other systems and marks pass through', async () => {
    const { token } = await other.organization('Theirs');
    const { call } = await connected.to({ url: 'http://e.test/v1', token }, { fetch });
    const options = [{ label: 'Free' }, { label: 'Pro', color: '#2563eb' }];
    expect(await call('createField', { body: { label: 'Plan', type: 'choice', options } })).toMatchObject({
      status: 201,
      data: { key: 'plan', options: [{}, { value: 'pro', color: '#2563eb' }] },
    });
    await call('createField', { body: { label: 'Since', type: 'date' } });
    await call('createField', { body: { label: 'CRM id', type: 'id' } });
    const ana = await call('upsertContact', {
      body: { email: 'ana@example.com', fields: { plan: 'pro', crm_id: '007', since: '2026-02-28' } },
    });
    const ben = await call('upsertContact', { body: { email: 'ben@example.com' } });
    if (!ana.ok || !ben.ok) throw new Error('Contacts were refused.');
    const { id } = ana.data;
    expect(ana.data.fields).toEqual({ plan: 'pro', crm_id: '007', since: '2026-02-28' });
    const found = async (query: CallInput<'listContacts'>['query']) => {
      const list = await call('listContacts', { query });
      return list.ok ? list.data.map((one) => one.id) : list.error;
    };
    expect(await found({ fields: { plan: ['pro'], 'since.from': ['2026-01-01'] } })).toEqual([id]);
    expect(await found(new URLSearchParams('fields.crm_id=007&has=fields.since'))).toEqual([id]);
    // By an id alone, and an id that leads elsewhere.
    const byId = { fields: { crm_id: '007', since: null } };
    expect(await call('previewContact', { body: byId })).toMatchObject({ data: { contact: { id } } });
    expect(await call('upsertContact', { body: byId })).toMatchObject({ status: 200, data: { id } });
    const taken = await call('upsertContact', {
      body: { email: 'ben@example.com', fields: { crm_id: '007' } },
    });
    expect(taken).toMatchObject({ error: { code: 'CONFLICT', status: 409 } });
    expect(JSON.stringify(taken)).toContain(id);
    expect(JSON.stringify(taken)).toContain(ben.data.id);
    const wrong = { id, body: { fields: { plan: 'gold', none: '1' } } };
    expect(await call('updateContact', wrong)).toMatchObject({
      error: { details: [{ path: 'fields.plan' }, { path: 'fields.none' }] },
    });
    expect(await call('updateContact', { id, body: { fields: { since: null } } })).toMatchObject({
      data: { fields: { plan: 'pro', crm_id: '007' } },
    });
    expect(
      await call('upsertContacts', {
        body: { contacts: [{ email: 'cy@example.com', fields: { plan: 'free' } }] },
      }),
    ).toMatchObject({ ok: true });

    const mark = { email: 'ben@example.com', reason: 'asked' } as const;
    expect(await call('markDoNotContact', { body: mark })).toMatchObject({
      data: { contactId: ben.data.id, doNotContact: { reason: 'asked' } },
    });
    expect(await found({ doNotContact: 'true' })).toEqual([ben.data.id]);
    expect(await call('getContact', { id: ben.data.id })).toMatchObject({
      data: { doNotContact: { reason: 'asked' } },
    });
    const edit = {
      change: { type: 'field' as const, field: 'fields.plan' as const, value: 'free' },
      filter: {},
    };
    const started = await call('createBulkChange', {
      body: { ...edit, expectedCount: 3 },
      idempotencyKey: 'b',
    });
    if (!started.ok) throw new Error(JSON.stringify(started.error));
    await other.jobs.runAll();
    expect(await found({ fields: { plan: ['free'] } })).toHaveLength(3);
    await call('undoBulkChange', { id: started.data.id });
    await other.jobs.runAll();
    expect(await found({ fields: { plan: ['pro'] } })).toEqual([id]);
    const exported = await call('exportContacts', { query: { columns: 'email,fields.plan,fields.crm_id' } });
    const csv = exported.ok ? await text(exported.data.body) : '';
    expect(csv).toContain('ana@example.com,Pro,007');
    expect(csv).not.toContain('ben@example.com');
    const again = { email: 'ben@example.com', reason: 'Signed up again' };
    expect(await call('unmarkDoNotContact', { body: again })).toMatchObject({ data: { removed: true } });
    expect(await found({ doNotContact: 'true' })).toEqual([]);
  });

  it.each([{ lists: true }, { lists: false }])(
    'is another service, which has neither own fields nor marks: %o',
    async (options) => {
      const { connection, call, work } = await connected.to(await connected.service(options));
      const can = connection.capabilities();
      for (const name of ownOperations) {
        expect(can[name]).toBe(false);
        expect(await call(name, { id: MISSING_ID, body: {} } as never)).toMatchObject({
          error: { code: 'NOT_FOUND' },
        });
      }
      // A file that tells who left marks nobody, who would seem to be marked elsewhere, too.
      const upload = [Buffer.from('Email,Unsubscribed\nana@example.com,yes\nben@example.com,no\n')];
      const made = await call('createImport', { query: { name: 'people.csv' }, upload });
      const id = made.ok ? made.data.id : '';
      for (const step of ['planImport', 'runImport'] as const) {
        await call(step, { id });
        await work();
      }
      const done = await call('getImport', { id });
      expect(done).toMatchObject({ data: { state: 'finished', run: { created: 2 } } });
      expect(done.ok && done.data.plan).not.toHaveProperty('doNotContact');
      const list = await call('listContacts', { query: { doNotContact: 'true' } });
      expect(list).toMatchObject({ ok: true, data: [] });
    },
  );

  it('is another Roster, limited to the token’s scopes', async () => {
    const { token: first } = await other.organization('Theirs');
    const { call } = await connected.to({ url: 'http://c.test/v1', token: first }, { fetch });
    const scopes = grantableScopes.filter((scope) => scope !== 'segments:write');
    const made = await call('createToken', { body: { name: 'Narrow', scopes } });
    const token = made.ok ? made.data.token : '';
    const { connection } = await connected.to({ url: 'http://b.test/v1', token }, { fetch });
    expect(connection.capabilities()).toMatchObject({ createSegment: false, listContacts: true });
  });

  it('has a list, and may return single contacts', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(1);
    const { connection } = await connected.to(service);
    expect(connection.capabilities()).toMatchObject({
      synchronize: true,
      readLatest: true,
      createBulkChange: true,
      restoreContacts: true,
      createSegment: false,
      listReferralCodes: false,
    });
    expect([...connection.operations()]).toContain('getContact');
    expect(methodsOf(service)).toEqual(new Set(['GET']));
  });

  it('has exactly the five operations, with the reason for that finding', async () => {
    const service = await connected.service();
    const { connection } = await connected.to(service);
    expect(connection.capabilities()).toMatchObject({ synchronize: false, readLatest: false, change: true });
    expect((await connection.status()).replica).toMatchObject({
      synchronizes: false,
      reason: 'GET /contacts answered 405.',
    });
    expect(methodsOf(service)).toEqual(new Set(['GET']));
  });

  it.each([
    ['a list', { lists: true }],
    ['a list without meta', { lists: true, style: { meta: false } }],
    ['exactly the five operations', { lists: false }],
  ])('is only sent GET requests by starting, browsing and stopping: %s', async (_, options) => {
    const service = await connected.service(options);
    service.addMany(130);
    const { connection, call, sync } = await connected.to(service);
    if (options.lists) await sync();
    const list = await call('listContacts', {
      query: { search: 'person1', page: '2', pageSize: '1' },
    });
    expect(list.ok && list.meta.total).toBe(options.lists ? 41 : 0);
    const [id = ''] = service.contacts.keys();
    await call('getContact', { id });
    await call('listSegments', {});
    await call('listTrash', {});
    await call('previewContact', { body: { email: 'new@example.com' } });
    await connection.check();
    await connection.close();
    expect(methodsOf(service)).toEqual(new Set(['GET']));
  });

  it('stays the same while the service is unavailable, and after a restart', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(1);
    const first = await connected.to(service);
    await first.sync();
    await service.stop();
    const { connection, call } = await connected.to(service);
    expect((await connection.status()).state).toBe('unreachable');
    expect(connection.capabilities()).toMatchObject({ change: false, readLatest: true });
    expect(await call('listContacts', {})).toMatchObject({ ok: true, meta: { total: 1 } });
    await service.start();
    await until(() => connection.capabilities().change);
  });

  it('still compares edits with the latest version after a read failed with 400', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(1);
    const { connection } = await connected.to(service);
    service.fault = (request, response) => {
      if (!/^\/v1\/contacts\/[^/]+$/.test(request.url ?? '')) return false;
      response.writeHead(400).end('{"error":{"code":"BAD","message":"Odd."}}');
      return true;
    };
    await connection.check();
    expect(connection.capabilities().readLatest).toBe(true);
  });

  it('reports that the token is refused, and makes no further requests', async () => {
    const service = await connected.service({ lists: true });
    const { connection } = await connected.to({ url: service.url, token: 'another' });
    expect(await connection.status()).toMatchObject({
      state: 'token-refused',
      lastError: { status: 401, message: 'Token invalid or expired.' },
    });
    expect(new Set(service.requests)).toEqual(new Set(['GET /segments']));
  });
});
