import { describe, expect, it } from 'vitest';
import type { BulkChangeCreate } from '@/lib/contract/bulk-change';
import { engines } from '@/lib/database/testing';
import { Connected } from './testing';

const VIP = '5e900000-0000-4000-8000-000000000001';
const NEWSLETTER = '5e900000-0000-4000-8000-000000000002';

describe.each(engines)('bulk changes at a connected service, on $name', (engine) => {
  const connected = new Connected(engine);

  async function filled(count: number, lists: boolean) {
    const service = await connected.service({ lists });
    const to = await connected.to(service);
    if (lists) {
      service.addMany(count);
      await to.connection.check();
      await to.sync();
    } else
      for (let n = 0; n < count; n++)
        await to.call('upsertContact', { body: { email: `person${n}@example.com`, firstname: 'P' } });
    const start = async (change: BulkChangeCreate['change']) => {
      const body = { change, filter: {}, expectedCount: count };
      const created = await to.call('createBulkChange', { body, idempotencyKey: crypto.randomUUID() });
      if (!created.ok) throw new Error(created.error.message);
      return created.data.id;
    };
    const read = async (id: string) => {
      const change = await to.call('getBulkChange', { id });
      if (!change.ok) throw new Error(change.error.message);
      return change.data;
    };
    return { service, ...to, start, read };
  }

  it('deletes contacts, and undoes it by recreating them', async () => {
    const { service, call, start, read, work } = await filled(45, true);
    const id = await start({ type: 'delete' });
    await work();
    expect(await read(id)).toMatchObject({ state: 'finished', changed: 45, gone: 0 });
    expect(service.contacts.size).toBe(0);
    await call('undoBulkChange', { id });
    await work();
    expect(await read(id)).toMatchObject({ state: 'undone', undone: 45, conflicts: 0 });
    expect(service.contacts.size).toBe(45);
    expect(await call('listContacts', {})).toMatchObject({ meta: { total: 45 } });
    expect(await call('listTrash', {})).toMatchObject({ meta: { total: 0 } });
  });

  it('changes segments on top of others’ assignments, and undoes only its own', async () => {
    const { service, call, start, read, work } = await filled(25, true);
    const [first] = [...service.contacts.values()];
    first?.segments.push({ segmentId: NEWSLETTER, assignedAt: new Date().toISOString() });
    await call('listSegments', {});
    const id = await start({ type: 'segments', add: [VIP], remove: [] });
    await work();
    expect(await read(id)).toMatchObject({ state: 'finished', changed: 25 });
    expect(first?.segments.map(({ segmentId }) => segmentId).sort()).toEqual([VIP, NEWSLETTER]);
    await call('undoBulkChange', { id });
    await work();
    expect(await read(id)).toMatchObject({ state: 'undone', undone: 25 });
    expect(first?.segments.map(({ segmentId }) => segmentId)).toEqual([NEWSLETTER]);
  });

  it.each([true, false])('sets a field, and puts back what is left of it (list: %s)', async (lists) => {
    const { service, call, start, read, work } = await filled(25, lists);
    const id = await start({ type: 'field', field: 'company', value: 'Acme' });
    await work();
    expect(await read(id)).toMatchObject({ state: 'finished', changed: 25 });
    const companies = () => [...service.contacts.values()].map(({ contact }) => contact.company);
    expect(companies()).toEqual(Array(25).fill('Acme'));
    const [first = ''] = service.contacts.keys();
    await call('updateContact', { id: first, body: { company: 'Newer' } });
    await call('undoBulkChange', { id });
    await work();
    expect(await read(id)).toMatchObject({
      state: 'undone',
      undone: 24,
      kept: [{ contactId: first, isDeleted: false, reason: 'edited' }],
    });
    expect(companies().filter(Boolean)).toEqual(['Newer']);
    expect(await call('countContactValues', { body: { filter: {}, field: 'company' } })).toMatchObject({
      data: { total: 25, empty: 24, values: [{ value: 'Newer', count: 1 }] },
    });
  });

  it('counts contacts that are gone or refused, with the reason', async () => {
    const { service, start, read, work } = await filled(5, true);
    const [gone = '', refused = ''] = service.contacts.keys();
    service.contacts.delete(gone);
    service.fault = (request, response) => {
      if (request.method !== 'DELETE' || !request.url?.endsWith(refused)) return false;
      response.writeHead(409).end('{"error":{"code":"LOCKED","message":"Has an open order."}}');
      return true;
    };
    const id = await start({ type: 'delete' });
    await work();
    expect(await read(id)).toMatchObject({
      state: 'finished',
      changed: 3,
      gone: 1,
      failed: 1,
      problem: 'Has an open order.',
    });
  });

  it.each<[string, BulkChangeCreate['change']]>([
    ['DELETE', { type: 'delete' }],
    ['PUT', { type: 'field', field: 'company', value: 'Acme' }],
    ['PUT', { type: 'segments', add: [VIP], remove: [] }],
  ])(
    'fails with the reason while the service is unavailable, and resumes with the rest: %s %o',
    async (method, change) => {
      const { service, call, start, read, work } = await filled(10, false);
      let left = 4;
      service.fault = (request, response) => {
        if (request.method !== method || left-- > 0) return false;
        response.writeHead(401).end('{"error":{"code":"X","message":"Expired."}}');
        return true;
      };
      await call('listSegments', {});
      const id = await start(change);
      await work();
      expect(await read(id)).toMatchObject({ state: 'failed', processed: 0, error: 'Expired.' });
      service.fault = null;
      service.requests.length = 0;
      await call('runBulkChange', { id });
      await work();
      expect(await read(id)).toMatchObject({ state: 'finished', processed: 10, changed: 10 });
      expect(service.requests.filter((request) => request.startsWith(method))).toHaveLength(6);
      await call('undoBulkChange', { id });
      await work();
      expect(await read(id)).toMatchObject({ state: 'undone', undone: 10 });
    },
  );
});
