import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { BoundCall } from '@/lib/call';
import { engines } from '@/lib/database/testing';
import type { Fault } from './fake-service';
import { Connected, until } from './testing';

const VIP = '5e900000-0000-4000-8000-000000000001';

/** Closes the connection of the first request of a method, after processing it. */
function loseFirst(method: string, handle: () => void): Fault {
  let isLost = false;
  return (request, response) => {
    if (request.method !== method || isLost) return false;
    isLost = true;
    handle();
    response.destroy();
    return true;
  };
}

async function made(call: BoundCall, body: { email: string; firstname?: string }) {
  const result = await call('upsertContact', { body });
  if (!result.ok) throw new Error(result.error.message);
  return result;
}

describe.each(engines)('the gateway to a service with five operations, on $name', (engine) => {
  const connected = new Connected(engine);
  const five = async () => {
    const service = await connected.service();
    return { service, ...(await connected.to(service)) };
  };

  it('shows what responses contained: contacts, search, history and actors', async () => {
    const { call } = await five();
    const created = await call('upsertContact', {
      body: { email: 'ana@example.com', firstname: 'Ana', segmentIds: [VIP] },
    });
    expect(created).toMatchObject({
      ok: true,
      status: 201,
      repeated: false,
      etag: expect.any(String) as string,
    });
    const found = await call('listContacts', { query: { search: 'ana', segmentId: VIP } });
    expect(found).toMatchObject({ data: [{ email: 'ana@example.com' }], meta: { total: 1 } });
    expect(await call('listActivity', {})).toMatchObject({
      data: [{ action: 'contact.created', actor: { kind: 'staff', name: 'Ana <ana@example.com>' } }],
    });
    const segments = await call('listSegments', { query: { include: 'contactCount' } });
    expect(segments).toMatchObject({
      data: [
        { title: 'Newsletter', contactCount: 0 },
        { title: 'VIP', color: '#dc2626', contactCount: 1 },
      ],
    });
  });

  it('sends only changed fields with PUT, and never an empty body', async () => {
    const { service, call } = await five();
    const { data, etag } = await made(call, { email: 'ben@example.com', firstname: 'Ben' });
    const id = data.id;
    expect(await call('updateContact', { id, body: { company: 'Acme' }, ifMatch: etag ?? '' })).toMatchObject(
      { ok: true, data: { contact: { firstname: 'Ben', company: 'Acme' } } },
    );
    expect(await call('updateContact', { id, body: {} })).toMatchObject({ ok: true });
    expect(service.bodies.filter((line) => line.startsWith('PUT'))).toEqual(['PUT {"company":"Acme"}']);
  });

  it('refuses an edit of an outdated version', async () => {
    const { service, call } = await five();
    const { data, etag } = await made(call, { email: 'cy@example.com' });
    await call('updateContact', { id: data.id, body: { firstname: 'Cy' } });
    const before = service.requests.length;
    const stale = await call('updateContact', {
      id: data.id,
      body: { firstname: 'Cyrus' },
      ifMatch: etag ?? '',
    });
    expect(stale).toMatchObject({ error: { code: 'PRECONDITION_FAILED' } });
    expect(service.requests.slice(before)).toEqual([]);
  });

  it('previews from the replica, and saves only what the preview showed', async () => {
    const { call } = await five();
    const body = { email: 'dora@example.com', firstname: 'Dora' };
    const preview = await call('previewContact', { body: { ...body, referralCode: 'FRIEND' } });
    expect(preview).toMatchObject({ data: { outcome: 'create', etag: null } });
    expect(await call('upsertContact', { body, ifNoneMatch: '*' })).toMatchObject({ status: 201 });
    expect(await call('upsertContact', { body, ifNoneMatch: '*' })).toMatchObject({
      error: { code: 'PRECONDITION_FAILED' },
    });
    const now = await call('previewContact', { body: { ...body, company: 'Acme' } });
    if (!now.ok) throw new Error(now.error.message);
    const updated = await call('upsertContact', {
      body: { ...body, company: 'Acme' },
      ifMatch: now.data.etag ?? '',
    });
    expect(updated).toMatchObject({ ok: true, data: { contact: { company: 'Acme' } } });
  });

  it('keeps deleted contacts in its own trash, and restores them by recreating them', async () => {
    const { service, call } = await five();
    const { data } = await made(call, { email: 'eve@example.com', firstname: 'Eve' });
    await call('updateContact', { id: data.id, body: { segmentIds: [VIP] } });
    expect(await call('deleteContact', { id: data.id })).toMatchObject({ ok: true });
    expect(service.contacts.size).toBe(0);
    expect(await call('listTrash', {})).toMatchObject({
      data: [{ id: data.id, deletedBy: 'Ana <ana@example.com>' }],
    });
    const restored = await call('restoreContacts', { body: { ids: [data.id] } });
    const [anew] = [...service.contacts.values()];
    expect(restored).toMatchObject({ data: { count: 1, conflicts: [], newIds: { [data.id]: anew?.id } } });
    expect(anew).toMatchObject({ email: 'eve@example.com', contact: { firstname: 'Eve' } });
    expect(anew?.segments).toHaveLength(1);
    expect(await call('listTrash', {})).toMatchObject({ data: [] });
  });

  it('leaves contacts in the trash if their email is taken', async () => {
    const { call } = await five();
    const { data } = await made(call, { email: 'finn@example.com' });
    await call('deleteContact', { id: data.id });
    const other = await made(call, { email: 'finn@example.com' });
    expect(await call('restoreContacts', { body: { ids: [data.id] } })).toMatchObject({
      data: { count: 0, conflicts: [{ id: data.id, path: 'email', contactId: other.data.id }] },
    });
  });

  it('treats a 404 as success only for a retried DELETE', async () => {
    const { service, call } = await five();
    const { data } = await made(call, { email: 'gus@example.com' });
    service.fault = loseFirst('DELETE', () => service.contacts.delete(data.id));
    expect(await call('deleteContact', { id: data.id })).toMatchObject({ ok: true });
    const other = await made(call, { email: 'hal@example.com' });
    service.contacts.delete(other.data.id);
    expect(await call('deleteContact', { id: other.data.id })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
    expect(await call('listContacts', {})).toMatchObject({ data: [] });
  });

  it.each([
    [201, 200, 201, false],
    [200, 200, 200, true],
    [201, 201, 201, false],
  ])(
    'reports "created" or "updated" only if the service did (%i, %i)',
    async (created, _, status, isUnsaid) => {
      const service = await connected.service({ style: { created } });
      const { call } = await connected.to(service);
      const body = { email: `max${created}${status}@example.com` };
      expect(await call('upsertContact', { body })).toMatchObject({ status, repeated: isUnsaid });
      const [contact] = service.contacts.values();
      if (contact) contact.createdAt = '2020-01-01T00:00:00.000Z';
      expect(await call('upsertContact', { body })).toMatchObject({ status: 200, repeated: false });
    },
  );

  it('shows the service’s message, shortened and without the token', async () => {
    const { service, call } = await five();
    service.fault = (request, response) => {
      if (request.method !== 'POST') return false;
      const message = `No, ${service.token}! ${'Really. '.repeat(100)}`;
      response.writeHead(400).end(JSON.stringify({ error: { code: 'VALIDATION_ERROR', message } }));
      return true;
    };
    const refused = await call('upsertContact', { body: { email: 'ned@example.com' } });
    const message = refused.ok ? '' : refused.error.message;
    expect(message).toMatch(/^No, …! Really\. .* …$/);
    expect(message.length).toBeLessThan(320);
  });

  it('shows the replica while the service is unavailable, and changes nothing', async () => {
    const { service, call, connection } = await five();
    const { data } = await made(call, { email: 'oz@example.com' });
    await call('listSegments', {});
    await service.stop();
    expect(await call('updateContact', { id: data.id, body: { company: 'A' } })).toMatchObject({
      error: { code: 'UNAVAILABLE' },
    });
    expect(connection.capabilities().change).toBe(false);
    expect(await call('listContacts', {})).toMatchObject({ meta: { total: 1 } });
    expect(await call('listSegments', {})).toMatchObject({ ok: true, data: [{}, {}] });
    expect(await call('getContact', { id: data.id })).toMatchObject({ ok: true });
  });

  it('never mixes two organizations of a service', async () => {
    const { service, call } = await five();
    await made(call, { email: 'pia@example.com' });
    const id = [...service.contacts.keys()][0] ?? '';
    service.token = 'a token of another organization';
    (service as { organizationId: string }).organizationId = crypto.randomUUID();
    const later = await connected.to(service);
    await made(later.call, { email: 'quinn@example.com' });
    const all = await later.call('listContacts', {});
    expect(all.ok && all.data.map(({ email }) => email)).toEqual(['quinn@example.com']);
    service.token = 'remote token';
    const again = await connected.to(service);
    const first = await again.call('listContacts', {});
    expect(first.ok && first.data.map((one) => one.id)).toEqual([id]);
  });
});

describe.each(engines)('the gateway to a service with a list, on $name', (engine) => {
  const connected = new Connected(engine);
  const withList = async () => {
    const service = await connected.service({ lists: true });
    const contact = service.add({ email: 'rita@example.com', firstname: 'Rita' });
    const to = await connected.to(service);
    await to.sync();
    return { service, contact, ...to };
  };

  it('reads the latest version before an update, and refuses if it has changed', async () => {
    const { service, contact, call } = await withList();
    const read = await call('getContact', { id: contact.id });
    contact.contact.firstname = 'Margarita';
    contact.updatedAt = new Date().toISOString();
    const update = { id: contact.id, body: { firstname: 'R.' }, ifMatch: (read.ok && read.etag) || '' };
    expect(await call('updateContact', update)).toMatchObject({
      error: { code: 'PRECONDITION_FAILED' },
    });
    expect(service.requests.filter((line) => line.startsWith('PUT'))).toEqual([]);
    const latest = await call('getContact', { id: contact.id });
    expect(latest).toMatchObject({ data: { contact: { firstname: 'Margarita' } } });
    const again = { ...update, ifMatch: (latest.ok && latest.etag) || '' };
    expect(await call('updateContact', again)).toMatchObject({ ok: true });
  });

  it('exports the replica', async () => {
    const { call, contact, connection } = await withList();
    expect(connection.capabilities()).toMatchObject({ exportContacts: true });
    const query = new URLSearchParams({ ids: contact.id, columns: 'email' });
    const result = await call('exportContacts', { query });
    expect(result.ok && (await text(result.data.body))).toBe('Email\r\nrita@example.com\r\n');
  });

  it('detects that contacts can be read even if the list was empty at first', async () => {
    const service = await connected.service({ lists: true });
    const { call, connection } = await connected.to(service);
    expect(connection.capabilities().readLatest).toBe(false);
    const { data, etag } = await made(call, { email: 'tim@example.com', firstname: 'Tim' });
    const [contact] = service.contacts.values();
    if (contact) contact.contact.firstname = 'Timothy';
    const update = { id: data.id, body: { firstname: 'T.' }, ifMatch: etag ?? '' };
    expect(await call('updateContact', update)).toMatchObject({
      error: { code: 'PRECONDITION_FAILED' },
    });
    expect(connection.capabilities().readLatest).toBe(true);
  });

  it('saves nothing when the latest version cannot be read', async () => {
    const { service, contact, call } = await withList();
    const read = await call('getContact', { id: contact.id });
    service.fault = (request, response) => {
      if (request.method !== 'GET') return false;
      response.writeHead(400).end('{"error":{"code":"BAD","message":"Odd."}}');
      return true;
    };
    const result = await call('updateContact', {
      id: contact.id,
      body: { firstname: 'R.' },
      ifMatch: (read.ok && read.etag) || '',
    });
    expect(result).toMatchObject({
      error: { message: 'Nothing was saved, because the latest version could not be read. Odd.' },
    });
    expect(service.requests.filter((line) => line.startsWith('PUT'))).toEqual([]);
  });

  it('syncs after a POST without a response', async () => {
    const { service, call, connection, work } = await withList();
    service.fault = loseFirst('POST', () => service.add({ email: 'sue@example.com' }));
    await call('upsertContact', { body: { email: 'sue@example.com' } });
    await until(async () => (await connection.status()).replica?.sync?.running);
    await work();
    const preview = await call('previewContact', { body: { email: 'sue@example.com' } });
    expect(preview).toMatchObject({ data: { outcome: 'unchanged' } });
  });

  it('removes a contact as soon as the service no longer has it', async () => {
    const { service, contact, call } = await withList();
    service.contacts.delete(contact.id);
    expect(await call('getContact', { id: contact.id })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    });
  });
});
