import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import type { Remote } from './connect-remote';
import type { FakeRemote } from './fake-remote';
import { Connected, complete, pagesOf, statusOf, until } from './testing';

/** That the list was read to its end, and what it lacked. */
const lacking = (remote: Remote) => until(async () => (await statusOf(remote))?.lack);
/** A copy that has all that the list had. */
const whole = (contacts: number) => ({ contacts, lack: null, claimed: null });

describe.each(engines)('the pages of a list, on $name', (engine) => {
  const connected = new Connected(engine);

  test('a page that is refused before the total is reached is not the end', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(700);
    service.fault = (request, response) => {
      if (!(Number(/page=(\d+)/.exec(request.url ?? '')?.[1]) > 3)) return false;
      const error = { code: 'VALIDATION_ERROR', message: 'No more than 300.' };
      return !!response.writeHead(400).end(JSON.stringify({ error }));
    };
    const { remote } = await connected.to(service);
    expect(await lacking(remote)).toEqual({
      seen: 300,
      total: 700,
      why: 'The contacts service gave no page 4: No more than 300.',
    });
    expect(await statusOf(remote)).toMatchObject({ completeAt: null, contacts: 300, fill: null });
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
    service.fault = null;
    await remote.refresh();
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ contacts: 700, lack: null });
  });

  test('a list that ignores which page is wanted is read twice, and not called complete', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(400);
    service.fault = (request, response) => {
      if (!request.url?.includes('pageSize=100')) return false;
      const data = [...service.contacts.values()].slice(0, 100);
      const meta = { total: 400, page: 1, pageSize: 100, totalPages: 4 };
      return !!response.writeHead(200).end(JSON.stringify({ data, meta }));
    };
    const { remote } = await connected.to(service);
    expect(await lacking(remote)).toEqual({
      seen: 100,
      total: 400,
      why: 'Page 2 brought the contacts of page 1 again.',
    });
    expect((await statusOf(remote))?.completeAt).toBeNull();
    expect(pagesOf(service).filter((page) => page === 2)).toHaveLength(2);
  });

  test('pages that have another size after an interruption are read from the start', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(700);
    service.largestPage = 50;
    service.fault = (request, response) =>
      /page=[6-9]&pageSize=100/.test(request.url ?? '') && !!response.writeHead(503).end();
    const { remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    await until(async () => (await statusOf(remote))?.fill?.error);
    service.largestPage = 100;
    service.fault = null;
    await remote.refresh();
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ contacts: 700, lack: null });
  });

  test('a contact that moves to the front of the list while it is read is not passed over', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(500);
    const [id = '', moved] = [...service.contacts].at(-1) ?? [];
    service.fault = (request) => {
      if (!moved || !/page=3&pageSize=100/.test(request.url ?? '')) return false;
      const rest = [...service.contacts].filter(([other]) => other !== id);
      service.contacts.clear();
      for (const [other, contact] of [[id, moved] as const, ...rest]) service.contacts.set(other, contact);
      return false;
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ contacts: 500, lack: null });
  });

  test('a list that never ends, and whose total grows with it, is not read for ever', async () => {
    const service = await connected.service({ lists: true });
    let total = 100;
    service.fault = (request, response) => {
      const page = Number(/page=(\d+)&pageSize=100/.exec(request.url ?? '')?.[1]);
      if (!page) return false;
      total += 5_000;
      const data = Array.from({ length: 100 }, () => {
        const contact = service.add({ email: `${crypto.randomUUID()}@example.com` });
        service.contacts.clear();
        return contact;
      });
      const meta = { total, page, pageSize: 100, totalPages: page + 3 };
      return !!response.writeHead(200).end(JSON.stringify({ data, meta }));
    };
    const { remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    expect(await lacking(remote)).toMatchObject({ why: 'The list of the contacts service does not end.' });
    expect((await statusOf(remote))?.completeAt).toBeNull();
  });

  /** Answers the list with another `meta`; `page` is the one that was asked for. */
  const metaOf =
    (service: FakeRemote, change: (meta: Record<string, unknown>, page: number) => object) =>
    async (request: Request) => {
      const response = await fetch(request);
      const page = Number(/contacts\?page=(\d+)/.exec(request.url)?.[1]);
      if (!page || !response.ok) return response;
      const { data, meta } = (await response.json()) as { data: unknown; meta: Record<string, unknown> };
      return Response.json({ data, meta: { ...meta, ...change(meta, page) } });
    };

  test('a total that varies says nothing of deletions: what was seen in full is complete', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(1_000);
    const varying = metaOf(service, (_, page) => ({ total: 1_000 - (page % 2 ? 0 : 1) }));
    const { remote } = await connected.to(service, { fetch: varying });
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject(whole(1_000));
    expect(pagesOf(service).filter((page) => page === 10)).toHaveLength(1);
  });

  test.each([
    ['without a total', { total: null }],
    ['whose total stays as it is', {}],
  ])(
    'what a list %s passes over, as others are deleted and added, is not taken for gone',
    async (_, meta) => {
      const service = await connected.service({ lists: true });
      service.addMany(300);
      const [first = '', second = ''] = service.contacts.keys();
      let deletes = false;
      service.fault = (request, response) => {
        if (/^GET .*\/contacts\/./.test(`${request.method} ${request.url}`))
          return !!response.writeHead(405).end();
        if (deletes && request.url?.includes('page=2&pageSize=100') && service.contacts.delete(first))
          service.add({ email: 'added@example.com' });
        return false;
      };
      const { remote } = await connected.to(service, { fetch: metaOf(service, () => meta) });
      const since = await complete(remote);
      deletes = true;
      await remote.refresh();
      const again = await complete(remote, since);
      expect(await statusOf(remote)).toMatchObject({ contacts: 301, vanished: 0, lack: null });
      service.contacts.delete(second);
      await remote.refresh();
      await complete(remote, again);
      const sightings = Object.entries(await remote.sightings([first, second, ...service.contacts.keys()]));
      const gone = sightings.flatMap(([id, { vanishedAt }]) => (vanishedAt ? id : []));
      expect(gone.sort()).toEqual([first, second].sort());
    },
  );

  test('one that is deleted and one that is added while the list is read hide no third one', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(500);
    const [first = ''] = service.contacts.keys();
    service.held = async (route) => {
      if (route !== 'GET /contacts' || pagesOf(service).length !== 2) return;
      service.contacts.delete(first);
    };
    service.fault = (request) => {
      if (/page=5&pageSize=100/.test(request.url ?? '') && service.contacts.size < 500)
        service.add({ email: 'new@example.com' });
      return false;
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    const all = await remote.sightings([...service.contacts.keys()]);
    expect(Object.keys(all)).toHaveLength(500);
  });

  test.each<[string, Record<string, unknown>]>([
    ['far too high', { total: 5_000_000 }],
    ['far too high, as are the pages', { total: 5_000_000, totalPages: 50_000 }],
    ['a little too high', { total: 263 }],
    ['beyond all numbers', { total: 3e9 }],
  ])(
    'a total that is %s is no reason to call a list incomplete that was read to its end',
    async (_, meta) => {
      const service = await connected.service({ lists: true });
      service.addMany(260);
      const { remote } = await connected.to(service, { fetch: metaOf(service, () => meta) });
      await complete(remote);
      const claimed = Math.min(Number(meta.total), 2_147_483_647);
      expect(await statusOf(remote)).toMatchObject({ contacts: 260, fill: null, lack: null, claimed });
      // And not again and again.
      expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
      expect(Math.max(...pagesOf(service))).toBeLessThanOrEqual(5);
    },
  );

  test.each<[string, (page: number) => object]>([
    ['negative', () => ({ total: -1 })],
    ['a fraction', () => ({ total: 260.5 })],
    ['a word', () => ({ total: 'many' })],
    ['not there', () => ({ total: undefined })],
    ['null, and so are the pages', () => ({ total: null, totalPages: null })],
    ['not there, nor anything else', () => ({ total: null, totalPages: -1, page: '1st', pageSize: 0.5 })],
    ['a text', () => ({ total: '260', totalPages: '3', page: '1', pageSize: '100' })],
  ])('a list whose total is %s is read to its end', async (_, change) => {
    const service = await connected.service({ lists: true });
    service.addMany(260);
    const { remote } = await connected.to(service, { fetch: metaOf(service, (_meta, page) => change(page)) });
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ fillable: true, ...whole(260) });
  });

  test.each<[string, (page: number) => number]>([
    ['its last page again for each one', (page) => Math.min(page, 3)],
    ['its first page again for each one', (page) => (page > 3 ? 1 : page)],
    ['its pages again, from the first on,', (page) => ((page - 1) % 3) + 1],
  ])('one without a total that gives %s behind it has an end', async (_, given) => {
    const service = await connected.service({ lists: true });
    service.addMany(260);
    service.fault = (request, response) => {
      const page = Number(/page=(\d+)&pageSize=100/.exec(request.url ?? '')?.[1]);
      if (!page) return false;
      const data = [...service.contacts.values()].slice(100 * (given(page) - 1), 100 * given(page));
      return !!response.writeHead(200).end(JSON.stringify({ data, meta: { page, pageSize: 100 } }));
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject(whole(260));
    expect(Math.max(...pagesOf(service))).toBeLessThanOrEqual(5);
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
  });

  test.each<[string, number | null, number | null]>([
    ['without a total', null, null],
    ['whose total varies', 2_000, 1_999],
  ])('a list %s goes on where it was interrupted', async (_, before, after) => {
    const service = await connected.service({ lists: true });
    service.addMany(2_000);
    service.fault = (request, response) =>
      Number(/page=(\d+)&pageSize=100/.exec(request.url ?? '')?.[1]) > 10 && !!response.writeHead(503).end();
    let total = before;
    const counted = { fetch: metaOf(service, () => ({ total })) };
    const first = await connected.to(service, counted);
    const stopped = await until(async () => {
      const fill = (await statusOf(first.remote))?.fill;
      return fill?.error && fill;
    });
    // Of a total nothing is said that the service has not said.
    expect(stopped).toMatchObject({ total: before });
    await first.remote.close();
    service.fault = null;
    total = after;
    service.requests.length = 0;
    const second = await connected.to(service, counted);
    await complete(second.remote);
    expect(Math.min(...pagesOf(service))).toBeGreaterThan(7);
    expect(await statusOf(second.remote)).toMatchObject({ contacts: 2_000, lack: null });
  });

  test('contacts that are added in front of the others while those are read are no lack', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(500);
    service.fault = (request) => {
      if (!/page=3&pageSize=100/.test(request.url ?? '')) return false;
      const others = [...service.contacts];
      service.contacts.clear();
      service.add({ email: `${crypto.randomUUID()}@example.com` });
      for (const [id, contact] of others) service.contacts.set(id, contact);
      return false;
    };
    const { remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    await until(async () => (await statusOf(remote))?.fill === null && pagesOf(service).length >= 5);
    expect(await statusOf(remote)).toMatchObject({ lack: null, claimed: null });
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
  });

  test('a list that comes whole, however little of it is asked for, is read', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(260);
    service.fault = (request, response) => {
      if (!/contacts\?/.test(request.url ?? '')) return false;
      const data = [...service.contacts.values()];
      const meta = { total: 260, page: 1, pageSize: 260, totalPages: 1 };
      return !!response.writeHead(200).end(JSON.stringify({ data, meta }));
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ fillable: true, ...whole(260) });
  });

  test.each<[string, Record<string, unknown>]>([
    ['none', { total: 0, totalPages: 0 }],
    ['those of one page', { total: 100, totalPages: 1 }],
    ['fewer than there are', { total: 200 }],
  ])('a list that says it has %s is read to its end all the same', async (_, meta) => {
    const service = await connected.service({ lists: true });
    service.addMany(460);
    const { remote } = await connected.to(service, { fetch: metaOf(service, () => meta) });
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject({ contacts: 460, vanished: 0, lack: null, claimed: null });
  });

  test('a page that comes empty for once is not the end of the list', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(700);
    let left = 1;
    service.fault = (request, response) => {
      if (!/page=3&pageSize=100/.test(request.url ?? '') || left-- <= 0) return false;
      const meta = { total: 700, page: 3, pageSize: 100, totalPages: 7 };
      return !!response.writeHead(200).end(JSON.stringify({ data: [], meta }));
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    expect(await statusOf(remote)).toMatchObject(whole(700));
  });

  test('what was deleted while a fill was interrupted hides no other contact', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(500);
    service.fault = (request, response) =>
      /page=[45]&pageSize=100/.test(request.url ?? '') && !!response.writeHead(503).end();
    const first = await connected.to(service);
    await until(async () => (await first.remote.status()).mirror?.fill?.error);
    await first.remote.close();
    service.fault = null;
    const [deleted = ''] = service.contacts.keys();
    service.contacts.delete(deleted);
    service.requests.length = 0;
    const second = await connected.to(service);
    await complete(second.remote);
    expect(pagesOf(service)).not.toContain(1);
    const sightings = await second.remote.sightings([...service.contacts.keys()]);
    expect(Object.keys(sightings)).toHaveLength(499);
  });

  test('a list that grows while it is read is read once', async () => {
    const service = await connected.service({ lists: true, delay: 5 });
    service.addMany(500);
    service.held = async (route) => {
      if (route === 'GET /contacts' && service.contacts.size < 600) service.addMany(1);
    };
    const { remote } = await connected.to(service);
    await complete(remote);
    expect(pagesOf(service).filter((page) => page === 1)).toHaveLength(1);
  });
});
