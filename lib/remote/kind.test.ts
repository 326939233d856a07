import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { operations } from '@/lib/contract/operations';
import { grantableScopes } from '@/lib/contract/token';
import { embeddedEngine } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';
import type { FakeService } from './fake-service';
import { Connected, until } from './testing';

const methodsOf = (service: FakeService) => new Set(service.requests.map((line) => line.split(' ')[0]));

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
