import { describe, expect, test } from 'vitest';
import type { ContactUpdate, ContactUpsert } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import type { FakeContact } from './fake-remote';
import { MirrorStore } from './mirror-store';
import { Connected, complete, methodsOf, until } from './testing';

const BEN = '0198c0de-7a11-7000-8000-0000000000b0';
const query = (text: string) => new URLSearchParams(text);

describe.each(engines)('a service with the five operations only, on $name', (engine) => {
  const connected = new Connected(engine);

  test('a contact that passed through is found, filtered and counted in the copy', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    const [vip, news] = service.segments;
    const made = await client.call('upsertContact', {
      body: { email: 'ana@example.com', firstname: 'Ana', segmentIds: [vip?.id as string] },
    });
    expect(made).toMatchObject({ ok: true, status: 201, data: { email: 'ana@example.com' } });
    if (!made.ok) return;
    const notNews = `segmentId=${news?.id}&segmentMatch=none`;
    for (const search of ['search=ana', `segmentId=${vip?.id}`, notNews, 'sort=name', '']) {
      const list = await client.call('listContacts', { query: query(search) });
      expect(list).toMatchObject({ ok: true, data: [{ id: made.data.id }], meta: { total: 1 } });
    }
    expect(await client.call('listContacts', { query: query('search=ben') })).toMatchObject({ data: [] });
    expect(await client.call('getContact', { id: made.data.id })).toMatchObject({
      data: { contact: { firstname: 'Ana' } },
    });
    const sightings = await remote.sightings([made.data.id]);
    expect(sightings[made.data.id]?.vanishedAt).toBeNull();
    expect(await client.call('listSegments', { query: { include: 'contactCount' } })).toMatchObject({
      data: [
        { title: 'Newsletter', color: null, contactCount: 0 },
        { title: 'VIP', color: '#dc2626', contactCount: 1 },
      ],
    });
  });

  test('what an upsert would do is told from the copy, without a version to rely on', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const preview = (body: ContactUpsert) => client.call('previewContact', { body });
    const ana = { email: 'ana@example.com', firstname: 'Ana' };
    expect(await preview(ana)).toMatchObject({ data: { outcome: 'create' } });
    const made = await client.call('upsertContact', { body: ana });
    if (!made.ok) throw new Error(made.error.message);
    expect(await preview({ ...ana, company: 'Acme', referralCode: 'ANY' })).toMatchObject({
      data: {
        outcome: 'update',
        contact: { id: made.data.id },
        etag: null,
        changes: [{ field: 'company', before: null, after: 'Acme' }],
        referralCode: null,
      },
    });
    expect(service.contacts.size).toBe(1);
    expect(service.contacts.get(made.data.id)?.contact.company).toBeFalsy();
  });

  test('what staff changed is in the activity, under their names', async () => {
    const service = await connected.service();
    const { client, as } = await connected.to(service);
    const made = await client.call('upsertContact', { body: { email: 'a@example.com', firstname: 'A' } });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    const ben = as({ id: BEN, name: 'Ben <ben@example.com>' });
    await ben.call('updateContact', {
      id,
      body: { firstname: 'B', segmentIds: [service.segments[0]?.id as string] },
    });
    await ben.call('updateContact', { id, body: { firstname: 'B' } });
    await client.call('deleteContact', { id });
    const activity = await client.call('listActivity', { query: query(`subjectId=${id}`) });
    expect(activity).toMatchObject({
      data: [
        { action: 'contact.deleted', actor: { kind: 'staff', name: 'Ana <ana@example.com>' } },
        {
          action: 'contact.updated',
          actor: { name: 'Ben <ben@example.com>' },
          before: { firstname: 'A', segmentIds: [] },
          after: { firstname: 'B', segmentIds: [service.segments[0]?.id] },
        },
        {
          action: 'contact.created',
          after: { email: 'a@example.com', firstname: 'A' },
          requestId: expect.stringMatching(/^fake-/) as string,
        },
      ],
    });
    expect(service.lastHeaders).not.toHaveProperty('roster-actor');
  });

  test('a contact that was there before is not told to be new, though the service tells no difference', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const old = { ...service.add({ email: 'old@example.com' }), createdAt: hourAgo, updatedAt: hourAgo };
    let saved = old;
    service.fault = (request, response) =>
      request.method === 'POST' && !!response.writeHead(200).end(JSON.stringify({ data: saved }));
    const actions: Record<string, string | undefined> = {};
    for (const email of ['old@example.com', 'new@example.com']) {
      saved = email === old.email ? old : service.add({ email });
      await client.call('upsertContact', { body: { email } });
      const activity = await client.call('listActivity', { query: query(`subjectId=${saved.id}`) });
      actions[email] = activity.ok ? activity.data[0]?.action : activity.error.message;
    }
    expect(actions).toEqual({ 'old@example.com': 'contact.updated', 'new@example.com': 'contact.created' });
  });

  test.each([200, 201])('whether it was new is told of a service that answers %i to all', async (status) => {
    const service = await connected.service();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const old = service.add({ email: 'old@example.com' });
    old.createdAt = hourAgo;
    const { client } = await connected.to(service);
    service.fault = (request, response) => {
      const { writeHead } = response;
      if (request.method === 'POST')
        response.writeHead = ((_: number, headers: object) =>
          writeHead.call(response, status, headers as Record<string, string>)) as typeof writeHead;
      return false;
    };
    const statusOf = async (email: string) => {
      const saved = await client.call('upsertContact', { body: { email } });
      return saved.ok ? saved.status : saved.error.message;
    };
    expect(await statusOf('new@example.com')).toBe(201);
    // The copy knows it by now, though it was made a moment ago.
    expect(await statusOf('new@example.com')).toBe(200);
    expect(await statusOf('old@example.com')).toBe(200);
  });

  test('a deletion that is answered without a body is done', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    const made = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    service.fault = ({ method, url }, response) =>
      method === 'DELETE' &&
      service.contacts.delete(url?.split('/').at(-1) ?? '') &&
      !!response.writeHead(204).end();
    expect(await client.call('deleteContact', { id })).toMatchObject({ ok: true, data: { id } });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
    expect((await remote.status()).lastError).toBeNull();
    const activity = await client.call('listActivity', { query: query(`subjectId=${id}`) });
    expect(activity).toMatchObject({
      data: [{ action: 'contact.deleted', actor: { name: 'Ana <ana@example.com>' } }, {}],
    });
  });

  test('of many, too: those that nobody knew to be gone are counted', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const made = await client.call('upsertContact', { body: { email: `${name}@example.com` } });
      if (made.ok) ids.push(made.data.id);
    }
    const [a = '', , c = ''] = ids;
    service.contacts.delete(c);
    await client.call('updateContact', { id: c, body: { firstname: 'C' } });
    service.fault = ({ method }, response) => {
      if (method !== 'DELETE') return false;
      service.contacts.clear();
      return !!response.writeHead(204).end();
    };
    expect(await client.call('deleteContacts', { body: { ids } })).toMatchObject({
      ok: true,
      data: { count: 2 },
      deletionId: null,
    });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
    expect(await remote.status()).toMatchObject({ state: 'reachable', lastError: null });
    expect(await client.call('listActivity', { query: query(`subjectId=${a}`) })).toMatchObject({
      data: [{ action: 'contact.deleted', actor: { name: 'Ana <ana@example.com>' } }, {}],
    });
  });

  test('a save waits no longer than a moment for what has changed meanwhile, and says that nothing was sent', async () => {
    const service = await connected.service({ lists: true });
    const { id } = service.add({ email: 'a@example.com' });
    const { client, remote } = await connected.to(service, {
      network: { attempts: 4, timeout: 300, total: 60_000, backOff: 5 },
    });
    await until(async () => (await remote.status()).mirror?.completeAt);
    const read = await client.call('getContact', { id });
    const ifMatch = (read.ok && read.etag) || undefined;
    service.requests.length = 0;
    service.fault = () => true;
    const refused = await client.call('updateContact', { id, body: { company: 'Acme' }, ifMatch });
    expect(refused).toMatchObject({
      error: {
        message: expect.stringMatching(/did not answer in time\..* so nothing was sent\.$/) as string,
      },
    });
    expect(service.requests.filter((line) => line.startsWith('GET /contacts/'))).toHaveLength(2);
    expect(service.requests.filter((line) => line.startsWith('PUT'))).toEqual([]);
  });

  test('segments that are missing in an answer are gone only when they stay away', async () => {
    const service = await connected.service();
    const { client, organizationId = '' } = await connected.to(service);
    const [vip, other] = service.segments;
    const segmentIds = [vip?.id ?? ''];
    await client.call('upsertContact', { body: { email: 'a@example.com', segmentIds } });
    const assigned = async () => {
      const list = await client.call('listContacts', { query: query(`segmentId=${vip?.id}`) });
      return list.ok && list.meta.total;
    };
    const { segments } = service;
    service.segments = [];
    expect(await client.call('listSegments', {})).toMatchObject({ data: [] });
    expect(await assigned()).toBe(1);
    service.segments = segments;
    expect(await client.call('listSegments', {})).toMatchObject({ data: [{}, {}] });
    expect(await assigned()).toBe(1);
    const store = new MirrorStore(connected.database, organizationId);
    const rest = other ? [{ ...other, color: '#64748b' }] : [];
    const sawLater = (hours: number) => store.sawSegments(rest, new Date(Date.now() + hours * 3_600_000));
    await sawLater(1);
    await sawLater(24);
    expect(await store.segmentIds()).toHaveLength(2);
    await sawLater(26);
    expect(await store.segmentIds()).toEqual([other?.id]);
    expect(await assigned()).toBe(0);
  });

  test('deleted contacts leave the copy, one and many, known to the service or not', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const made = await client.call('upsertContact', { body: { email: `${name}@example.com` } });
      if (made.ok) ids.push(made.data.id);
    }
    const [a, b, c, d] = ids as [string, string, string, string];
    expect(await client.call('deleteContact', { id: a })).toMatchObject({
      ok: true,
      data: { id: a },
      deletionId: null,
    });
    service.contacts.delete(b);
    expect(await client.call('deleteContact', { id: b })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' },
    });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 2 } });
    service.contacts.delete(c);
    expect(await client.call('deleteContacts', { body: { ids: [c, d] } })).toMatchObject({
      data: { count: 1 },
    });
    expect(await client.call('listContacts', {})).toMatchObject({ data: [], meta: { total: 0 } });
    // Who was gone already was not deleted by who asks now.
    const e = await client.call('upsertContact', { body: { email: 'e@example.com' } });
    const gone = e.ok ? e.data.id : '';
    service.contacts.delete(gone);
    expect(await client.call('deleteContacts', { body: { ids: [gone] } })).toMatchObject({
      data: { count: 0 },
    });
    expect(await client.call('listActivity', { query: query(`subjectId=${gone}`) })).toMatchObject({
      data: [{ action: 'contact.deleted', actor: { kind: 'system' } }, {}],
    });
    // And back, with another id.
    const again = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    expect(again).toMatchObject({ ok: true, status: 201 });
    expect(again.ok && again.data.id).not.toBe(a);
  });

  test('an email that moved to another contact is there once', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    const one = await client.call('upsertContact', { body: { email: 'shared@example.com' } });
    if (!one.ok) throw new Error(one.error.message);
    // Behind the console's back the first one gives its email up.
    (service.contacts.get(one.data.id) as { email: string }).email = 'other@example.com';
    const two = await client.call('upsertContact', { body: { email: 'shared@example.com' } });
    const list = await client.call('listContacts', { query: query('search=shared') });
    expect(list).toMatchObject({ data: [{ id: two.ok && two.data.id }], meta: { total: 1 } });
    expect((await remote.sightings([one.data.id]))[one.data.id]?.vanishedAt).not.toBeNull();
    // Seen again, it is back with what it has by now.
    await client.call('updateContact', { id: one.data.id, body: { firstname: 'One' } });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 2 } });
    expect((await remote.sightings([one.data.id]))[one.data.id]?.vanishedAt).toBeNull();
  });

  test('two emails that change places do not get into each other’s way', async () => {
    const service = await connected.service({ lists: true });
    const [x, y] = [service.add({ email: 'x@example.com' }), service.add({ email: 'y@example.com' })];
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).mirror?.completeAt);
    [x.email, y.email] = [y.email, x.email];
    x.updatedAt = y.updatedAt = new Date(Date.now() + 1).toISOString();
    const before = (await remote.status()).mirror?.completeAt;
    await remote.refresh();
    await until(async () => (await remote.status()).mirror?.completeAt !== before);
    expect(await client.call('listContacts', { query: query('sort=email') })).toMatchObject({
      data: [{ id: y.id }, { id: x.id }],
      meta: { total: 2 },
    });
  });

  test('refusals of the service keep their places', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const refused = await client.call('upsertContact', {
      body: { email: 'a@example.com', referralCode: 'WRONG' },
    });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'VALIDATION_ERROR',
        status: 400,
        details: [{ path: 'referralCode', message: 'unknown code' }],
      },
    });
    await client.call('upsertContact', { body: { email: 'a@example.com' } });
    const other = await client.call('upsertContact', { body: { email: 'b@example.com' } });
    const taken = await client.call('updateContact', {
      id: other.ok ? other.data.id : '',
      body: { email: 'a@example.com' },
    });
    expect(taken).toMatchObject({ ok: false, error: { code: 'CONFLICT', message: 'Email already taken.' } });
  });

  test('a change that is based on an older version is refused, although the service has no versions', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const made = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    const got = await client.call('getContact', { id });
    expect(got).toMatchObject({ etag: made.etag });
    const first = await client.call('updateContact', {
      id,
      body: { firstname: 'First' },
      ifMatch: made.etag as string,
    });
    expect(first).toMatchObject({ ok: true });
    expect(service.lastHeaders).not.toHaveProperty('if-match');
    const second = await client.call('updateContact', {
      id,
      body: { firstname: 'Second' },
      ifMatch: made.etag as string,
    });
    expect(second).toMatchObject({ ok: false, error: { code: 'PRECONDITION_FAILED' } });
    expect(service.contacts.get(id)?.contact.firstname).toBe('First');
  });

  test.each([true, false])(
    'a change carries exactly what was changed, and a change of nothing is not sent (the service lists: %s)',
    async (lists) => {
      const service = await connected.service({ lists });
      const bodies: string[] = [];
      const { client } = await connected.to(service, {
        fetch: async (request) => {
          if (request.method === 'PUT') bodies.push(await request.clone().text());
          return fetch(request);
        },
      });
      const made = await client.call('upsertContact', { body: { email: 'a@example.com' } });
      if (!made.ok) throw new Error(made.error.message);
      const { id } = made.data;
      const change = (body: ContactUpdate) =>
        client.call('updateContact', { id, body, ifMatch: made.etag as string });
      expect(await change({})).toMatchObject({ data: { id }, etag: made.etag });
      const segmentIds = [service.segments[0]?.id as string];
      expect(await change({ segmentIds })).toMatchObject({ data: { segments: [{}] } });
      expect(bodies).toEqual([JSON.stringify({ segmentIds })]);
    },
  );

  test('an update of a contact that is gone takes nothing away again', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const made = await client.call('upsertContact', {
      body: { email: 'a@example.com', phone: '+12025550100' },
    });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    service.contacts.delete(id);
    // As some do, it makes what it is told to update.
    service.fault = ({ method }) => {
      if (method === 'PUT') service.contacts.set(id, { ...service.add({}), id });
      return false;
    };
    const change = { id, body: { email: 'a@example.com' }, ifMatch: made.etag as string };
    expect(await client.call('updateContact', change)).toMatchObject({ ok: true });
    expect(service.contacts.has(id)).toBe(true);
    expect(methodsOf(service)).not.toContain('DELETE');
  });

  test('what a deleted contact was is known as the service had it at last', async () => {
    const service = await connected.service();
    const { client } = await connected.to(service);
    const made = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    // Behind the console's back.
    (service.contacts.get(id) as FakeContact).phone = '+12025550100';
    await client.call('deleteContact', { id });
    expect(await client.call('listActivity', { query: query(`subjectId=${id}&pageSize=1`) })).toMatchObject({
      data: [{ action: 'contact.deleted', before: { email: 'a@example.com', phone: '+12025550100' } }],
    });
    expect(await client.call('getContact', { id })).toMatchObject({ error: { status: 404 } });
  });

  test.each([true, false])(
    'starting, browsing and leaving sends safe methods only (the service lists: %s)',
    async (lists) => {
      const service = await connected.service({ lists });
      const { id } = service.add({ email: 'ana@example.com', firstname: 'Ana' });
      // Without its segments nothing tells at first that a service with five operations is there.
      let hangs = !lists;
      service.fault = ({ url }) => hangs && url === '/v1/segments';
      const { client, remote } = await connected.to(service, {
        network: { attempts: 1, timeout: 200, total: 200, backOff: 5 },
      });
      await until(async () => (await remote.status()).state !== 'unknown');
      hangs = false;
      await until(async () => (await remote.status()).told);
      if (lists) await complete(remote);
      const body = { email: 'ana@example.com' };
      await client.call('listContacts', { query: query('search=ana&sort=name') });
      const read = await client.call('getContact', { id });
      await client.call('updateContact', { id, body: {}, ifMatch: (read.ok && read.etag) || '"seen-1"' });
      await client.call('listSegments', { query: { include: 'contactCount' } });
      await client.call('previewContact', { body });
      await client.call('previewContacts', { body: { contacts: [body] } });
      await client.call('countContactSegments', { body: { ids: [id] } });
      await client.call('listActivity', { query: query(`subjectId=${id}`) });
      await client.call('listRedemptions', { id });
      await client.call('getOrganization', {});
      for (const name of ['listTrash', 'listDeletedSegments', 'listBulkChanges', 'listTokens'] as const)
        await client.call(name, {});
      await client.call('listReferralCodes', {});
      await remote.sightings([id]);
      await remote.check();
      await remote.refresh();
      await remote.close();
      expect(methodsOf(service)).toEqual(['GET']);
    },
  );

  test('the console offers what there is, and says what is not', async () => {
    const service = await connected.service();
    const { client, remote } = await connected.to(service);
    await until(async () => (await remote.status()).state === 'reachable');
    expect([...remote.capabilities()].sort()).toEqual([
      'countContactSegments',
      'deleteContact',
      'deleteContacts',
      'getContact',
      'getOrganization',
      'listActivity',
      'listContacts',
      'listSegments',
      'previewContact',
      'updateContact',
      'upsertContact',
    ]);
    expect((await remote.status()).mirror).toMatchObject({ fillable: false, fill: null });
    expect(await client.call('createSegment', { body: { title: 'New' } })).toMatchObject({
      error: { code: 'NOT_FOUND', message: 'This service cannot create a segment.' },
    });
  });

  test('the copies of two services are apart', async () => {
    const [one, other] = [await connected.service(), await connected.service()];
    const first = await connected.to(one);
    await first.client.call('upsertContact', { body: { email: 'a@example.com' } });
    const second = await connected.to(other);
    expect(await second.client.call('listContacts', {})).toMatchObject({ meta: { total: 0 } });
  });

  test('a bulk change is made nowhere: not by the service, and not in the copy', async () => {
    const service = await connected.service();
    const { client, organizationId, remote } = await connected.to(service);
    await until(async () => (await remote.status()).told);
    const made = await client.call('upsertContact', { body: { email: 'ana@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    const { id } = made.data;
    const change = { type: 'delete' as const };
    for (const [result, message] of [
      [
        await client.call('createBulkChange', { body: { change, ids: [id] } }),
        'change many contacts at once',
      ],
      [await client.call('runBulkChange', { id }), 'resume a bulk change'],
      [await client.call('cancelBulkChange', { id }), 'stop a bulk change or its undo'],
      [await client.call('undoBulkChange', { id }), 'undo a bulk change'],
      [await client.call('getBulkChange', { id }), 'get a bulk change'],
      [await client.call('listBulkChanges', {}), 'list the latest 20 bulk changes'],
    ] as const)
      expect(result).toMatchObject({
        error: { code: 'NOT_FOUND', message: `This service cannot ${message}.` },
      });
    // Of that the copy knows.
    expect(await client.call('countContactSegments', { body: { ids: [id] } })).toMatchObject({
      data: { total: 1 },
    });
    expect(service.requests.filter((request) => /bulk-changes|segment-counts/.test(request))).toEqual([]);
    expect(await client.call('getContact', { id })).toMatchObject({ data: { email: 'ana@example.com' } });
    const { rows } = await connected.database.pool.query('select from jobs where organization_id = $1', [
      organizationId,
    ]);
    expect(rows).toHaveLength(0);
  });
});
