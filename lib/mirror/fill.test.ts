import { describe, expect, test } from 'vitest';
import type { MirrorStatus } from '@/lib/contract/connection';
import { engines } from '@/lib/database/testing';
import type { Remote } from './connect-remote';
import type { FakeRemote } from './fake-remote';
import { FillProgress, freeFills } from './fill-progress';
import { findMirror } from './mirror';
import { MirrorStore } from './mirror-store';
import { Connected, complete, pagesOf, statusOf, until } from './testing';

const query = (text: string) => new URLSearchParams(text);
/** Before this page is told for the first time from now on, somebody deletes the contacts that are first in the list. */
function deleteBefore(service: FakeRemote, page: number, count: number): string[] {
  const deleted: string[] = [];
  service.fault = (request) => {
    if (deleted.length === 0 && request.url?.includes(`page=${page}&pageSize=100`))
      for (const id of [...service.contacts.keys()].slice(0, count)) {
        service.contacts.delete(id);
        deleted.push(id);
      }
    return false;
  };
  return deleted;
}

describe.each(engines)('a service that lists, on $name', (engine) => {
  const connected = new Connected(engine);

  test('the first fill brings everything, and is told about', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(730);
    const { client, remote } = await connected.to(service);
    await complete(remote);
    const { mirror } = await remote.status();
    expect(mirror).toMatchObject({ fillable: true, contacts: 730, vanished: 0, fill: null });
    expect(await client.call('listContacts', { query: query('search=person729') })).toMatchObject({
      data: [{ email: 'person729@example.com' }],
    });
    expect(service.busiest).toBeLessThanOrEqual(5);
  });

  test('an interrupted fill goes on where it was', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(2_000);
    service.fault = (request, response) => {
      // The second half of the list does not come.
      if (Number(/page=(\d+)&pageSize=100/.exec(request.url ?? '')?.[1]) <= 10) return false;
      if (!request.url?.includes('pageSize=100')) return false;
      response.writeHead(503).end();
      return true;
    };
    const first = await connected.to(service);
    const stopped = await until(async () => {
      const { mirror } = await first.remote.status();
      return mirror?.fill?.error && mirror.fill;
    });
    expect(stopped).toMatchObject({
      total: 2_000,
      error: 'The contacts service has trouble (it answered 503).',
    });
    await first.remote.close();
    service.fault = null;
    service.requests.length = 0;
    const second = await connected.to(service);
    expect((await second.remote.status()).mirror?.fill?.done).toBeGreaterThanOrEqual(700);
    await complete(second.remote);
    expect(Math.min(...pagesOf(service))).toBeGreaterThan(7);
    expect((await second.remote.status()).mirror).toMatchObject({ contacts: 2_000, vanished: 0 });
  });

  test('how far it is, is told by the pages that the service gives', async () => {
    const service = await connected.service({ lists: true });
    service.largestPage = 20;
    service.addMany(250);
    service.fault = (request, response) =>
      /page=4&pageSize=100/.test(request.url ?? '') && !!response.writeHead(503).end();
    const { remote } = await connected.to(service);
    const stopped = await until(async () => {
      const { mirror } = await remote.status();
      return mirror?.fill?.error && mirror.fill;
    });
    expect(stopped).toMatchObject({ done: 60, total: 250 });
    service.fault = null;
    await complete(remote);
    expect((await remote.status()).mirror).toMatchObject({ contacts: 250, vanished: 0 });
  });

  test('a fill that ends with the program goes on with the next one', async () => {
    const service = await connected.service({ lists: true, delay: 20 });
    service.addMany(3_000);
    const first = await connected.to(service);
    await until(async () => ((await first.remote.status()).mirror?.fill?.done ?? 0) >= 500);
    await first.remote.close();
    service.requests.length = 0;
    const second = await connected.to(service);
    await complete(second.remote);
    // The last one that was read is looked at again.
    expect(Math.min(...pagesOf(service))).toBeGreaterThanOrEqual(5);
    expect((await second.remote.status()).mirror).toMatchObject({ contacts: 3_000, vanished: 0 });
  });

  test('the fill of a program that was killed is free for who knows that it is alone', async () => {
    const { database } = connected;
    const { organizationId } = await findMirror(database, { url: 'http://killed.example/v1', token: 'any' });
    const [killed, next] = [1, 2].map(
      () => new FillProgress(database, new MirrorStore(database, organizationId)),
    );
    const startedAt = new Date();
    await killed?.claim(startedAt);
    expect(await next?.claim(new Date())).toBeNull();
    await freeFills(database);
    expect(await next?.read()).toMatchObject({ running: false });
    expect(await next?.claim(new Date())).toMatchObject({ startedAt });
  });

  test('a contact that is none leaves the others alone, and is told about', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(250);
    const [known, ancient, other, nameless] = [...service.contacts.values()];
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    expect((await remote.status()).mirror?.unreadable).toEqual({ count: 0, first: [] });
    if (!known || !ancient || !other || !nameless) throw new Error('They were added.');
    known.updatedAt = 'yesterday';
    const { createdAt } = ancient;
    ancient.createdAt = '0000-01-01T00:00:00.000Z';
    other.segments = 'VIP' as never;
    const namelessId = nameless.id;
    nameless.id = 'four';
    service.add({ email: 'new@example.com' });
    await remote.refresh();
    const again = await complete(remote, since);
    const { mirror } = await remote.status();
    expect(mirror).toMatchObject({ contacts: 251, vanished: 0, unreadable: { count: 4 } });
    expect(mirror?.unreadable.first).toEqual(
      [
        { place: known.id, problem: 'Its updatedAt cannot be read: "yesterday".' },
        { place: ancient.id, problem: 'Its createdAt cannot be read: "0000-01-01T00:00:00.000Z".' },
        { place: other.id, problem: 'Its segments cannot be read: "VIP".' },
        { place: 'page 1, contact 4', problem: 'Its id cannot be read: "four".' },
      ].sort((one, two) => (one.place < two.place ? -1 : 1)),
    );
    // Those that the list has in a form that cannot be read are not taken for gone.
    const sightings = await remote.sightings([known.id, other.id, namelessId]);
    expect(Object.values(sightings).map(({ vanishedAt }) => vanishedAt)).toEqual([null, null, null]);
    expect(await client.call('listContacts', { query: query('search=new%40example.com') })).toMatchObject({
      meta: { total: 1 },
    });
    known.updatedAt = new Date().toISOString();
    ancient.createdAt = createdAt;
    other.segments = [];
    nameless.id = namelessId;
    await remote.refresh();
    await complete(remote, again);
    expect((await remote.status()).mirror?.unreadable).toEqual({ count: 0, first: [] });
  });

  test('contacts that the copy cannot hold are told about, wherever in the list they stand', async () => {
    const service = await connected.service({ lists: true });
    const twin = service.add({ phone: '+12025550100', firstname: 'Twin' });
    const nobody = service.add({ firstname: 'Nobody' });
    service.addMany(700);
    const [near] = [...service.contacts.values()].slice(-1);
    const far = service.add({ phone: '+1 202 555 0100', firstname: 'Twin' });
    const same = service.add({ email: near?.email, firstname: 'Twin' });
    if (!near) throw new Error('They were added.');
    near.updatedAt = new Date(Date.now() + 1_000).toISOString();
    const { remote } = await connected.to(service);
    const since = await complete(remote);
    const problems = (mirror: MirrorStatus | null) =>
      new Map(mirror?.unreadable.first.map(({ place, problem }) => [place, problem]));
    for (const last of [since, null]) {
      const { mirror } = await remote.status();
      expect(mirror).toMatchObject({ contacts: 701, vanished: 0, unreadable: { count: 3 } });
      expect(problems(mirror)).toEqual(
        new Map([
          [twin.id, `Its phone is also that of ${far.id}.`],
          [nobody.id, 'It has neither an email nor a phone.'],
          [same.id, `Its email is also that of ${near.id}.`],
        ]),
      );
      // The next reading of all that tells the same.
      if (!last) break;
      await remote.refresh();
      await complete(remote, last);
    }
    twin.phone = '+12025550101';
    nobody.email = 'nobody@example.com';
    same.email = 'same@example.com';
    const again = (await remote.status()).mirror?.completeAt ?? null;
    await remote.refresh();
    await complete(remote, again);
    expect((await remote.status()).mirror).toMatchObject({
      contacts: 704,
      vanished: 0,
      unreadable: { count: 0 },
    });
  });

  test('a list of nothing that is a contact is one of another interface', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    for (const contact of service.contacts.values()) contact.updatedAt = 'never';
    const { remote } = await connected.to(service);
    const error = await until(async () => (await remote.status()).mirror?.fill?.error);
    expect(error).toBe(
      'No contact in the list of the contacts service can be read. The first: Its updatedAt cannot be read: "never".',
    );
  });

  test('what the service no longer has is marked, and what it has not', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(120);
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    const [gone, passedOver] = [...service.contacts.keys()] as [string, string];
    service.contacts.delete(gone);
    // The pages of this fill pass over one that is there.
    service.fault = (request, response) => {
      if (!request.url?.includes('pageSize=100')) return false;
      const rest = [...service.contacts.values()].filter(({ id }) => id !== passedOver);
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify({
          data: request.url.includes('page=1&') ? rest.slice(0, 100) : rest.slice(100),
          meta: { total: 119, page: 1, pageSize: 100, totalPages: 2 },
        }),
      );
      return true;
    };
    await remote.refresh();
    await complete(remote, since);
    const sightings = await remote.sightings([gone, passedOver]);
    expect(sightings[gone]?.vanishedAt).not.toBeNull();
    expect(sightings[passedOver]?.vanishedAt).toBeNull();
    expect((await remote.status()).mirror).toMatchObject({ contacts: 120, vanished: 1 });
    // Deleting it ends it.
    expect(await client.call('deleteContact', { id: gone })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect((await remote.status()).mirror).toMatchObject({ contacts: 119, vanished: 0 });
  });

  test('what moves up while the list is read, as others are deleted, is read where it stands then', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(600);
    const deleted = deleteBefore(service, 2, 1);
    const { remote } = await connected.to(service);
    const copied = async () => {
      const sightings = Object.entries(await remote.sightings([...deleted, ...service.contacts.keys()]));
      const gone = sightings.flatMap(([id, { vanishedAt }]) => (vanishedAt ? id : []));
      return { count: sightings.length, gone: gone.sort() };
    };
    let since = await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ contacts: 600, lack: null, claimed: null });
    expect(await copied()).toEqual({ count: 600, gone: [] });
    // Once, and once more to see what stands at the end of it now.
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(2);

    // More than a page has, and in every reading: each is complete, and what it saw itself waits for the next.
    let before = [...deleted];
    for (const count of [150, 1]) {
      deleted.push(...before);
      const now = deleteBefore(service, 4, count);
      service.requests.length = 0;
      await remote.refresh();
      since = await complete(remote, since);
      deleted.push(...now);
      expect(now).toHaveLength(count);
      expect(await copied()).toEqual({ count: 600, gone: [...new Set(before)].sort() });
      expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
      before = [...before, ...now];
    }
  });

  test('what has moved up is looked for again, where that failed', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(500);
    deleteBefore(service, 4, 1);
    const deleting = service.fault;
    service.fault = (request, response) => {
      if (pagesOf(service).filter((page) => page === 3).length > 1) return !!response.writeHead(503).end();
      return deleting?.(request, response);
    };
    const { remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    await until(async () => (await statusOf(remote))?.fill?.error);
    service.fault = null;
    await remote.refresh();
    await complete(remote);
    expect(Object.keys(await remote.sightings([...service.contacts.keys()]))).toHaveLength(499);
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
  });

  test('a list of which too much is deleted to find where it goes on is not called complete', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(480);
    const { remote } = await connected.to(service);
    const since = await complete(remote);
    service.largestPage = 10;
    service.fault = (request, response) => {
      if (/^GET .*\/contacts\/./.test(`${request.method} ${request.url}`))
        return !!response.writeHead(405).end();
      if (request.url?.includes('page=14&pageSize=100'))
        for (const id of [...service.contacts.keys()].slice(0, 120)) service.contacts.delete(id);
      return false;
    };
    await remote.check();
    service.requests.length = 0;
    await remote.refresh();
    const lack = await until(async () => (await statusOf(remote))?.lack);
    expect(lack.why).toMatch(/^While they were read, contacts moved/);
    // It was read once more, and to its end; without being asked for none is taken for gone.
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(2);
    expect(await statusOf(remote)).toMatchObject({ completeAt: since, fill: null, vanished: 0 });
  });

  const vanished = (remote: Remote) => remote.status().then(({ mirror }) => mirror?.vanished);

  test('a web page in place of the list and of contacts takes nothing for gone', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(300);
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    const [id = ''] = service.contacts.keys();
    let isLost = false;
    service.fault = (request, response) => {
      isLost ||= /page=2&pageSize=100/.test(request.url ?? '');
      if (!isLost) return false;
      return !!response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>nginx</h1>');
    };
    await remote.refresh();
    const error = await until(async () => (await statusOf(remote))?.fill?.error);
    expect(error).toMatch(/^Something on the way .*404\)\.$/);
    expect(await client.call('getContact', { id })).toMatchObject({ ok: true });
    for (const refused of [
      await client.call('updateContact', { id, body: { company: 'Acme' } }),
      await client.call('deleteContact', { id }),
      await client.call('deleteContacts', { body: { ids: [id] } }),
    ])
      expect(refused.ok || refused.error.code).not.toBe('NOT_FOUND');
    expect(await vanished(remote)).toBe(0);
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 300 } });
    await until(async () => (await remote.status()).state === 'unreachable');
    service.fault = null;
    await complete(remote, since);
    expect(await statusOf(remote)).toMatchObject({ contacts: 300, vanished: 0, lack: null });
  });

  test('a service that tells of no contact any more is not believed that one is gone', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(250);
    const { remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    const since = await complete(remote);
    const [gone = ''] = service.contacts.keys();
    service.contacts.delete(gone);
    const { id } = service.add({ email: 'passed-over@example.com' });
    service.contacts.delete(id);
    service.fault = (request, response) => {
      if (!/\/contacts\/[^?]+$/.test(request.url ?? '')) return false;
      const error = { code: 'NOT_FOUND', message: 'Nothing here' };
      return !!response.writeHead(404).end(JSON.stringify({ error }));
    };
    await remote.refresh();
    await complete(remote, since);
    expect(await vanished(remote)).toBe(0);
  });

  test('how long the service wants to be left alone is kept by who asks for more, and by the next program', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(700);
    let refused = 0;
    service.fault = (request, response) =>
      /page=[3-9]&pageSize=100/.test(request.url ?? '') &&
      !!response.writeHead(429, { 'Retry-After': '3600' }).end(String(refused++));
    const { remote } = await connected.to(service);
    const error = await until(async () => (await statusOf(remote))?.fill?.error);
    expect(error).toMatch(/Try again in 60 minutes\.$/);
    const asked = refused;
    const until1 = await remote.refresh();
    expect(until1?.getTime()).toBeGreaterThan(Date.now() + 3_500_000);
    await remote.close();
    const next = await connected.to(service);
    await until(async () => (await next.remote.status()).state === 'reachable');
    expect(await next.remote.refresh()).toEqual(until1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(refused).toBe(asked);
  });

  test('without a single contact to ask for, what has gone is told although one cannot be read', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(10);
    service.add({ firstname: 'Nobody' });
    service.fault = (request, response) =>
      /\/contacts\/./.test(request.url ?? '') && !!response.writeHead(405).end();
    const { remote } = await connected.to(service);
    const since = await complete(remote);
    const [gone = ''] = service.contacts.keys();
    service.contacts.delete(gone);
    await remote.refresh();
    await complete(remote, since);
    expect((await remote.sightings([gone]))[gone]?.vanishedAt).not.toBeNull();
    expect(await vanished(remote)).toBe(1);
  });
});
