import { describe, expect, test } from 'vitest';
import type { MirrorStatus } from '@/lib/contract/connection';
import { engines } from '@/lib/database/testing';
import type { Remote } from './connect-remote';
import type { FakeRemote } from './fake-remote';
import { Connected, complete, pagesOf, statusOf, until } from './testing';

const query = (text: string) => new URLSearchParams(text);
/** Before the second page of each of so many readings somebody deletes the contact that is first in the list. */
function deleteWhileRead(service: FakeRemote, readings: number, canGet: boolean): string[] {
  const deleted: string[] = [];
  service.fault = (request, response) => {
    if (!canGet && /^GET .*\/contacts\/./.test(`${request.method} ${request.url}`))
      return !!response.writeHead(405).end();
    const [first] = service.contacts.keys();
    if (first && deleted.length < readings && request.url?.includes('page=2&pageSize=100')) {
      service.contacts.delete(first);
      deleted.push(first);
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
    expect(Math.min(...pagesOf(service))).toBeGreaterThan(5);
    expect((await second.remote.status()).mirror).toMatchObject({ contacts: 3_000, vanished: 0 });
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
    expect(error).toBe('The contacts service lists its contacts in an unknown form.');
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

  test.each([
    ['and tells a single contact', true],
    ['and no single contact', false],
  ])(
    'a list that is shortened while it is read is read once more: of a service that lists %s',
    async (_, canGet) => {
      const service = await connected.service({ lists: true });
      service.addMany(300);
      const vanishedOf = async (ids: Iterable<string>) =>
        Object.entries(await remote.sightings([...ids])).flatMap(([id, { vanishedAt }]) =>
          vanishedAt ? id : [],
        );
      const deletedFirst = deleteWhileRead(service, 1, canGet);
      const { client, remote } = await connected.to(service);
      const since = await complete(remote);
      // What has moved up to a page that was read before is there, and what was deleted no longer taken for there.
      expect(Object.keys(await remote.sightings([...service.contacts.keys()]))).toHaveLength(299);
      expect(await vanishedOf([...deletedFirst, ...service.contacts.keys()])).toEqual(deletedFirst);
      // And looked at once more, to see that they have moved.
      expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(3);

      const deletedThen = deleteWhileRead(service, 2, canGet);
      service.requests.length = 0;
      await remote.refresh();
      await until(async () => deletedThen.length === 2 && !(await remote.status()).mirror?.fill);
      // It was no better the second time, so it is not called complete; it was read to its end all the same.
      expect((await remote.status()).mirror).toMatchObject({ completeAt: since, fill: null });
      expect((await remote.status()).mirror?.lack?.why).toMatch(/^While they were read, contacts moved/);
      expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(4);
      expect(pagesOf(service)).toContain(3);
      // What the second reading still saw waits for the next one; without being asked for none is taken for gone.
      const gone = [...deletedFirst, ...(canGet ? deletedThen.slice(0, 1) : [])];
      const all = [...deletedFirst, ...deletedThen, ...service.contacts.keys()];
      expect((await vanishedOf(all)).sort()).toEqual(gone.sort());

      await remote.refresh();
      await complete(remote, since);
      expect((await remote.status()).mirror).toMatchObject({ contacts: 300, vanished: 3 });
      expect(await client.call('listContacts', { query: query('search=person100') })).toMatchObject({
        data: [{ email: 'person100@example.com' }],
      });
    },
  );

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
