import { describe, expect, it } from 'vitest';
import { engines } from '@/lib/database/testing';
import { startActivitySeals } from '../service/activity/activity-seal-job';
import type { FakeService, FakeServiceOptions } from './fake-service';
import { Connected } from './testing';

describe.each(engines)('synchronizing on $name', (engine) => {
  const connected = new Connected(engine);

  /** A service with so many contacts, after a sync. `prepare` changes it before. */
  async function synced(
    count: number,
    options: FakeServiceOptions = {},
    prepare: (service: FakeService) => void = () => {},
  ) {
    const service = await connected.service({ lists: true, ...options });
    service.addMany(count);
    prepare(service);
    const to = await connected.to(service);
    await to.sync();
    const status = async () => (await to.connection.status()).replica;
    const total = async (search = '') => {
      const query = new URLSearchParams(search ? { search } : {});
      const list = await to.call('listContacts', { query });
      return list.ok ? list.data.length : list.error;
    };
    return { service, ...to, status, total };
  }

  it('reads all pages, so that contacts can be listed, searched and counted', async () => {
    const { status, call, service } = await synced(130);
    expect(await status()).toMatchObject({
      contacts: 130,
      synchronizes: true,
      sync: { running: false, met: 130, total: 130, invalid: 0 },
      completeAt: expect.any(String) as string,
      problem: null,
    });
    const found = await call('listContacts', { query: { search: 'person42@example.com' } });
    expect(found.ok && found.data[0]?.contact).toEqual({ firstname: 'Person', lastname: 'Number 42' });
    expect(service.requests.filter((line) => line.startsWith('GET /contacts?page='))).toEqual([
      'GET /contacts?page=1&pageSize=1',
      'GET /contacts?page=1&pageSize=100',
      'GET /contacts?page=2&pageSize=100',
    ]);
  });

  it.each([
    ['without meta', { style: { meta: false } }],
    ['with few on a page', {}],
    [
      'with times in another format',
      { style: { time: (time: string) => time.replace('T', ' ').replace('Z', '+00') } },
    ],
  ])('reads a list %s to its end', async (name, options) => {
    const { status } = await synced(130, options, (service) => {
      if (name.startsWith('with few')) service.largestPage = 30;
    });
    expect(await status()).toMatchObject({ contacts: 130, problem: null });
    expect((await status())?.completeAt).toBeTruthy();
  });

  it('is a job of its own beside the one that seals activity', async () => {
    const { call, sync, service, status } = await synced(3);
    await call('deleteContact', { id: [...service.contacts.keys()][0] ?? '' });
    await startActivitySeals(connected.database);
    await sync();
    expect(await status()).toMatchObject({ sync: { running: false, met: 2 }, problem: null });
  });

  it('reports that a list with zero-based pages is incomplete: 30 of 130', async () => {
    const { status } = await synced(130, { style: { firstPage: 0 } });
    expect(await status()).toMatchObject({ contacts: 30, completeAt: null, sync: { met: 30, total: 130 } });
  });

  it('reports that a list with fewer contacts than its total is incomplete', async () => {
    const { status } = await synced(30, {}, (service) => {
      service.claims = 130;
    });
    expect(await status()).toMatchObject({ completeAt: null, sync: { met: 30, total: 130 } });
  });

  it.each([
    [
      'ids that are not UUIDs',
      { style: { id: (id: string) => Number.parseInt(id, 16) } },
      /None of its contacts can be used\. Contact 1 on page 1: Its id cannot be read/,
    ],
    [
      'times that are not ISO dates',
      { style: { time: (time: string) => Date.parse(time) } },
      /None of its contacts can be used\. Contact .*createdAt cannot be read/,
    ],
  ])('fails finally, and says where, at %s', async (_, options, message) => {
    const { status } = await synced(3, options);
    const { problem, contacts } = (await status()) ?? {};
    expect(problem).toMatchObject({ message: expect.stringMatching(message) as string, isFinal: true });
    expect(contacts).toBe(0);
  });

  it('fails finally at a list without data', async () => {
    const { status } = await synced(0, {}, (service) => {
      service.fault = (request, response) => {
        if (!request.url?.includes('/contacts?')) return false;
        response.setHeader('Content-Type', 'application/json').end('{"items":[]}');
        return true;
      };
    });
    expect((await status())?.problem).toEqual({
      message: expect.stringContaining('(at data)') as string,
      isFinal: true,
    });
  });

  it('fails finally at an endless list', async () => {
    const service = await connected.service({ lists: true });
    service.claims = 3;
    service.fault = (request, response) => {
      if (!request.url?.includes('pageSize=100')) return false;
      service.contacts.clear();
      service.add({ email: 'x@example.com' });
      const page = Array.from({ length: 1_000 }, () => ({
        ...service.contacts.values().next().value,
        id: crypto.randomUUID(),
        email: `${crypto.randomUUID()}@example.com`,
      }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: page, meta: { total: 3, page: 1, pageSize: 100, totalPages: 1 } }));
      return true;
    };
    const { sync, connection } = await connected.to(service);
    await sync();
    const { replica } = await connection.status();
    expect(replica?.problem).toEqual({ message: 'The list of its contacts does not end.', isFinal: true });
  });

  it('skips and names invalid contacts', async () => {
    const { status } = await synced(3, {}, (service) => {
      service.add({ email: 'person0@example.com' });
      service.add({ email: 'broken@example.com' }).createdAt = 'yesterday';
    });
    expect(await status()).toMatchObject({
      contacts: 3,
      completeAt: expect.any(String) as string,
      sync: {
        invalid: 2,
        firstInvalid: expect.stringMatching(
          /^Contact .*: Its createdAt cannot be read: "yesterday"/,
        ) as string,
      },
    });
  });

  it('removes a contact after two complete passes without it', async () => {
    const { service, sync, total, call } = await synced(5);
    const [gone] = service.contacts.keys();
    service.contacts.delete(gone ?? '');
    service.claims = 5;
    await sync();
    expect(await total(), 'an incomplete pass says nothing').toBe(5);
    service.claims = null;
    const before = service.requests.length;
    await sync();
    expect(await total()).toBe(4);
    expect(service.requests.slice(before), 'confirmed by a second pass').toHaveLength(2);
    const trash = await call('listTrash', {});
    expect(trash.ok && trash.data[0]).toMatchObject({ id: gone, deletedBy: 'The contacts service' });
  });

  it('keeps a contact that one pass missed because others were deleted', async () => {
    const { service, sync, total } = await synced(150);
    service.held = async (route) => {
      if (route !== 'GET /contacts') return;
      service.held = null;
      for (const id of [...service.contacts.keys()].slice(0, 10)) service.contacts.delete(id);
    };
    await sync();
    expect(await total('person1')).toBeGreaterThan(0);
    expect(service.contacts.size).toBe(140);
    await sync();
    await sync();
    const all = await total('Number 109');
    expect(all).toBe(1);
  });

  it('follows contacts that swap their emails', async () => {
    const { service, sync, call } = await synced(2);
    const [one, other] = [...service.contacts.values()];
    if (!one || !other) throw new Error('There are two.');
    [one.email, other.email] = [other.email, one.email];
    await sync();
    const found = await call('listContacts', { query: { search: one.email ?? '' } });
    expect(found.ok && found.data.map(({ id }) => id)).toEqual([one.id]);
  });

  it('resumes at the failed page, and obeys Retry-After', async () => {
    const { service, status, sync, connection } = await synced(250, {}, (prepared) => {
      prepared.fault = (request, response) => {
        if (!request.url?.includes('page=2&')) return false;
        response.writeHead(429, { 'Retry-After': '3600' }).end('{}');
        return true;
      };
    });
    expect(await status()).toMatchObject({ contacts: 100, problem: { isFinal: false } });
    expect((await connection.synchronize())?.getTime()).toBeGreaterThan(Date.now() + 3_000_000);
    await connected.database.pool.query("update replicas set problem = problem - 'retryAt'");
    service.fault = null;
    const before = service.requests.length;
    await sync();
    expect(service.requests[before]).toBe('GET /contacts?page=2&pageSize=100');
    expect(await status()).toMatchObject({ contacts: 250, problem: null });
  });

  it('does not undo a change made while a page was loading', async () => {
    const { service, sync, call } = await synced(1);
    const [id = ''] = service.contacts.keys();
    service.held = async (route) => {
      if (route !== 'GET /contacts') return;
      service.held = null;
      await call('updateContact', { id, body: { company: 'New' } });
    };
    await sync();
    const found = await call('listContacts', {});
    expect(found.ok && found.data[0]?.contact.company).toBe('New');
  });
});
