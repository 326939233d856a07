import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import type { FakeRemote, FakeRemoteOptions } from './fake-remote';
import { Connected, complete, until } from './testing';

describe.each(engines)('a service with several organizations, on $name', (engine) => {
  const connected = new Connected(engine);

  /** Another organization of the service: at the same address, with another token. */
  async function another(service: FakeRemote, options: FakeRemoteOptions = {}): Promise<FakeRemote> {
    const port = Number(new URL(service.url).port);
    await service.stop();
    const other = await connected.service({ ...options, token: 'token of another organization', port });
    other.segments = other.segments.map((segment) => ({ ...segment, id: randomUUID() }));
    return other;
  }

  async function back(from: FakeRemote, to: FakeRemote): Promise<void> {
    await from.stop();
    await to.start();
  }

  const emails = async ({ client }: Awaited<ReturnType<Connected['to']>>) => {
    const list = await client.call('listContacts', { query: { sort: 'email' } });
    if (!list.ok) throw new Error(list.error.message);
    return list.data.map(({ email }) => email);
  };
  const reached = ({ remote }: Awaited<ReturnType<Connected['to']>>) =>
    until(async () => (await remote.status()).state === 'reachable');

  test('contacts of one that lists are never among those of another', async () => {
    const service = await connected.service({ lists: true });
    service.add({ email: 'ours@example.com', segmentIds: [service.segments[0]?.id ?? ''] });
    const first = await connected.to(service);
    await until(async () => (await emails(first)).length > 0);
    await first.remote.close();

    const other = await another(service, { lists: true });
    other.add({ email: 'theirs@example.com' });
    const second = await connected.to(other);
    await until(async () => (await emails(second)).includes('theirs@example.com'));
    expect(await emails(second)).toEqual(['theirs@example.com']);
    expect((await second.remote.status()).mirror).toMatchObject({ contacts: 1, vanished: 0 });
    await second.remote.close();

    await back(other, service);
    const third = await connected.to(service);
    expect(await emails(third)).toEqual(['ours@example.com']);
    expect(
      await third.client.call('listContacts', { query: { segmentId: service.segments[0]?.id } }),
    ).toMatchObject({
      data: [{ email: 'ours@example.com' }],
    });
  });

  test.each([
    ['each contact can be asked for', true],
    ['only the list tells', false],
  ])('one that is still empty takes nothing of another for gone, where %s', async (_, canGet) => {
    const refuseSingle: FakeRemote['fault'] = ({ method, url }, response) =>
      !canGet && method === 'GET' && /contacts\/./.test(url ?? '') && !!response.writeHead(405).end();
    const service = await connected.service({ lists: true });
    service.fault = refuseSingle;
    service.addMany(3);
    const first = await connected.to(service);
    await complete(first.remote);
    expect((await first.remote.status()).mirror).toMatchObject({ contacts: 3, certain: true });
    await first.remote.close();

    const other = await another(service, { lists: true });
    other.fault = refuseSingle;
    other.segments = [];
    const second = await connected.to(other);
    await reached(second);
    await second.remote.refresh();
    const { mirror } = await until(async () => {
      const status = await second.remote.status();
      return status.mirror?.fill?.error ? status : null;
    });
    expect(mirror).toMatchObject({ contacts: 3, vanished: 0, certain: false, fill: { done: 0 } });
    expect(mirror?.fill?.error).toMatch(/has not told of which organization/);
    // Its first contact tells.
    other.add({ email: 'theirs@example.com' });
    await until(async () => (await emails(second)).join() === 'theirs@example.com');
    expect((await second.remote.status()).mirror).toMatchObject({ certain: true });
    await second.remote.close();

    await back(other, service);
    const third = await connected.to(service);
    await complete(third.remote);
    expect((await third.remote.status()).mirror).toMatchObject({ contacts: 3, vanished: 0, certain: true });
  });

  test('a new token of the same one keeps the copy', async () => {
    const service = await connected.service();
    const first = await connected.to(service);
    await reached(first);
    const made = await first.client.call('upsertContact', { body: { email: 'ours@example.com' } });
    await first.remote.close();
    service.token = 'a newer token';
    const second = await connected.to(service);
    expect(await emails(second)).toEqual(['ours@example.com']);
    await reached(second);
    await second.client.call('deleteContacts', { body: { ids: [made.ok ? made.data.id : ''] } });
    expect(await emails(second)).toEqual([]);
  });

  test('one that cannot list is told by its segments', async () => {
    const service = await connected.service();
    const first = await connected.to(service);
    await reached(first);
    await first.client.call('upsertContact', { body: { email: 'ours@example.com' } });
    await first.remote.close();

    const other = await another(service);
    const second = await connected.to(other);
    await until(async () => (await emails(second)).length === 0);
    await second.client.call('upsertContact', { body: { email: 'theirs@example.com' } });
    expect(await emails(second)).toEqual(['theirs@example.com']);
    await second.remote.close();

    await back(other, service);
    expect(await emails(await connected.to(service))).toEqual(['ours@example.com']);
  });

  test('one that cannot list and has no segments is told by the first contact', async () => {
    const service = await connected.service();
    service.segments = [];
    const first = await connected.to(service);
    const made = await first.client.call('upsertContact', { body: { email: 'ours@example.com' } });
    if (!made.ok) throw new Error(made.error.message);
    await first.remote.close();

    const other = await another(service);
    other.segments = [];
    const second = await connected.to(other);
    await reached(second);
    // It does not know this one; but whether it ever did is not certain.
    const { id } = made.data;
    expect(await second.client.call('deleteContact', { id })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await second.client.call('deleteContacts', { body: { ids: [id] } })).toMatchObject({
      data: { count: 0 },
    });
    await second.client.call('upsertContact', { body: { email: 'theirs@example.com' } });
    expect(await emails(second)).toEqual(['theirs@example.com']);
    expect(connected.warnings).toContainEqual(expect.stringMatching(/answers for another organization/));
    await second.remote.close();

    await back(other, service);
    const third = await connected.to(service);
    expect(await emails(third)).toEqual(['ours@example.com']);
    expect((await third.remote.sightings([id]))[id]?.vanishedAt).toBeNull();
  });

  test('one that changes while the program runs gets another copy, and the fill begins anew', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(150);
    const { client, remote } = await connected.to(service, { rhythm: { look: 20, fill: 50 } });
    await until(async () => (await remote.status()).mirror?.contacts === 150);
    const moved = randomUUID();
    for (const contact of service.contacts.values()) contact.organizationId = moved;
    const [first] = service.contacts.keys();
    service.contacts.delete(first ?? '');
    await until(async () => (await remote.status()).mirror?.contacts === 149);
    expect((await remote.status()).mirror).toMatchObject({ vanished: 0 });
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 149 } });
  });

  test('one that names another in every answer leaves few behind, and is told of', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    for (const contact of service.contacts.values())
      Object.defineProperty(contact, 'organizationId', { get: () => randomUUID(), enumerable: true });
    const { remote } = await connected.to(service, { rhythm: { look: 5, again: 5, discover: 5 } });
    const organizations = async () => {
      const { rows } = await connected.database.pool.query('select from mirrors where url = $1', [
        service.url,
      ]);
      return rows.length;
    };
    await until(async () =>
      /another organization again/.test((await remote.status()).mirror?.fill?.error ?? ''),
    );
    expect((await remote.status()).lastError?.message).toMatch(/another organization again and again/);
    const asked = service.requests.length;
    await until(() => service.requests.length > asked + 10);
    expect(await organizations()).toBe(6);
    expect(connected.warnings.filter((warning) => /again and again/.test(warning))).not.toHaveLength(0);
  });
});
