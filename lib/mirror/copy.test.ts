import { describe, expect, test } from 'vitest';
import { engines } from '@/lib/database/testing';
import { ensureMirror } from './mirror';
import { Connected, complete, pagesOf, until } from './testing';

const query = (text: string) => new URLSearchParams(text);

describe.each(engines)('the copy of a service that lists, on $name', (engine) => {
  const connected = new Connected(engine);

  test('who has an email now has it in the copy, whether known or new', async () => {
    const service = await connected.service({ lists: true });
    const gone = service.add({ email: 'info@example.com', phone: '+12025550100' });
    const [one, other] = ['one', 'other'].map((name) => service.add({ email: `${name}@example.com` }));
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    service.contacts.delete(gone.id);
    const made = service.add({ email: 'info@example.com', segmentIds: [service.segments[0]?.id ?? ''] });
    if (!one || !other) throw new Error('They were added.');
    [one.email, other.email] = [other.email, one.email];
    one.updatedAt = other.updatedAt = new Date(Date.now() + 1_000).toISOString();
    await remote.refresh();
    await complete(remote, since);
    expect(await client.call('listContacts', { query: query('sort=email') })).toMatchObject({
      data: [
        { id: made.id, segments: [{ segmentId: service.segments[0]?.id }] },
        { id: other.id, email: 'one@example.com' },
        { id: one.id, email: 'other@example.com' },
      ],
    });
    expect((await remote.status()).mirror).toMatchObject({ contacts: 3, vanished: 0 });
    expect((await remote.sightings([gone.id]))[gone.id]?.vanishedAt).not.toBeNull();
  });

  test('who has an email now has it in the copy, also among contacts that are all new', async () => {
    const service = await connected.service({ lists: true });
    const segmentIds = [service.segments[0]?.id ?? ''];
    const gone = service.add({ email: 'info@example.com', segmentIds });
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    service.contacts.clear();
    const [made, other] = ['info', 'other'].map((name) =>
      service.add({ email: `${name}@example.com`, segmentIds }),
    );
    await remote.refresh();
    await complete(remote, since);
    expect(
      await client.call('listContacts', { query: query(`sort=email&segmentId=${segmentIds[0]}`) }),
    ).toMatchObject({
      data: [{ id: made?.id }, { id: other?.id }],
      meta: { total: 2 },
    });
    expect((await remote.status()).mirror).toMatchObject({ contacts: 2, vanished: 0 });
    expect((await remote.sightings([gone.id]))[gone.id]?.vanishedAt).not.toBeNull();
  });

  test('which of two contacts with one email is in the copy does not depend on which was looked at', async () => {
    const service = await connected.service({ lists: true });
    const [older, newer] = ['Older', 'Newer'].map((firstname) =>
      service.add({ email: 'twin@example.com', firstname }),
    );
    if (!older || !newer) throw new Error('They were added.');
    const same = newer.updatedAt;
    const { client, remote } = await connected.to(service);
    let since = await complete(remote);
    for (const [olderAt, held, out] of [
      [new Date(Date.parse(same) - 60_000).toISOString(), newer, older],
      [same, ...[older, newer].sort((one, other) => (one.id < other.id ? 1 : -1))],
    ] as const) {
      older.updatedAt = olderAt;
      newer.updatedAt = same;
      await remote.refresh();
      since = await complete(remote, since);
      for (const looked of [out, held, out]) {
        expect(await client.call('getContact', { id: looked?.id ?? '' })).toMatchObject({
          data: { id: looked?.id },
        });
        expect(await client.call('listContacts', {})).toMatchObject({
          data: [{ id: held?.id }],
          meta: { total: 1 },
        });
        expect((await remote.status()).mirror).toMatchObject({
          vanished: 0,
          unreadable: {
            count: 1,
            first: [{ place: out?.id, problem: `Its email is also that of ${held?.id}.` }],
          },
        });
      }
    }
    // Who gets an email of its own is in the copy again, and not told about.
    older.email = 'older@example.com';
    older.updatedAt = new Date(Date.now() + 1_000).toISOString();
    newer.updatedAt = new Date(Date.now() + 2_000).toISOString();
    for (const { id } of [older, newer]) await client.call('getContact', { id });
    expect((await remote.status()).mirror).toMatchObject({ contacts: 2, unreadable: { count: 0 } });
  });

  test('an email is found in the copy in whichever way the service keeps it', async () => {
    const service = await connected.service({ lists: true });
    const { id } = service.add({ email: 'Ana.Silva@Example.COM', firstname: 'Ana' });
    const { client, remote } = await connected.to(service);
    await complete(remote);
    for (const email of ['Ana.Silva@Example.COM', 'ana.silva@example.com'])
      expect(await client.call('previewContact', { body: { email, firstname: 'Anne' } })).toMatchObject({
        data: { outcome: 'update', contact: { id } },
      });
  });

  test('the copy is read anew by itself, when that is due', async () => {
    const service = await connected.service({ lists: true });
    const { client, remote } = await connected.to(service, { rhythm: { look: 20, fill: 50 } });
    await complete(remote);
    service.addMany(3);
    await until(async () => {
      const list = await client.call('listContacts', {});
      return list.ok && list.meta.total === 3;
    });
  });

  test('a fill that another instance is at is left to it, until it says nothing more', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(3);
    const { organizationId } = await ensureMirror(connected.database, service, null);
    const lease = (until: string) =>
      connected.database.pool.query(
        `update mirrors set started_at = now(), lease_holder = $1, lease_until = now() + interval '${until}' where organization_id = $1`,
        [organizationId],
      );
    await lease('1 hour');
    const { remote } = await connected.to(service);
    await until(() => remote.capabilities().has('getContact') && service.requests.length > 3);
    await remote.refresh();
    expect((await remote.status()).mirror).toMatchObject({ contacts: 0, fill: { running: true } });
    expect(pagesOf(service)).toEqual([]);
    await lease('-1 second');
    await complete(remote);
    expect((await remote.status()).mirror).toMatchObject({ contacts: 3, fill: null });
  });

  test('a page that grew old on its way undoes no change and brings nothing back', async () => {
    const service = await connected.service({ lists: true });
    const changed = service.add({ email: 'changed@example.com', firstname: 'Old' });
    const deleted = service.add({ email: 'deleted@example.com' });
    const { client, remote } = await connected.to(service);
    const since = await complete(remote);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let underWay = false;
    service.held = (route) => {
      if (route !== 'GET /contacts') return undefined;
      underWay = true;
      return held;
    };
    await remote.refresh();
    await until(() => underWay);
    await client.call('updateContact', { id: changed.id, body: { firstname: 'New' } });
    await client.call('deleteContact', { id: deleted.id });
    release();
    await complete(remote, since);
    expect(await client.call('listContacts', {})).toMatchObject({
      data: [{ id: changed.id, contact: { firstname: 'New' } }],
      meta: { total: 1 },
    });
  });

  test('one contact is asked of the service, and of the copy when that takes too long', async () => {
    const service = await connected.service({ lists: true });
    const contact = service.add({ email: 'a@example.com', firstname: 'First' });
    const { client, remote } = await connected.to(service, {
      network: { attempts: 1, timeout: 6_000, total: 6_000, backOff: 1 },
    });
    await complete(remote);
    contact.contact.firstname = 'Second';
    contact.updatedAt = new Date(Date.now() + 1).toISOString();
    const { id } = contact;
    expect(await client.call('getContact', { id })).toMatchObject({
      data: { contact: { firstname: 'Second' } },
    });
    expect(await client.call('listContacts', {})).toMatchObject({
      data: [{ contact: { firstname: 'Second' } }],
    });
    contact.contact.firstname = 'Third';
    service.delay = 5_000;
    const start = performance.now();
    expect(await client.call('getContact', { id })).toMatchObject({
      data: { contact: { firstname: 'Second' } },
    });
    expect(performance.now() - start).toBeLessThan(4_000);
    service.delay = 0;
    service.contacts.delete(id);
    // The copy still shows how it was, and says that it is gone.
    expect(await client.call('getContact', { id })).toMatchObject({
      data: { contact: { firstname: 'Second' } },
    });
    expect((await remote.sightings([id]))[id]?.vanishedAt).not.toBeNull();
    expect(await client.call('deleteContact', { id })).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(await client.call('getContact', { id })).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });

  test('while the service is away the copy is read and nothing written; then it goes on by itself', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(5);
    const { client, remote } = await connected.to(service);
    await complete(remote);
    await service.stop();
    await remote.check();
    expect((await remote.status()).state).toBe('unreachable');
    const refused = await client.call('upsertContact', { body: { email: 'a@example.com' } });
    expect(refused).toMatchObject({
      error: { code: 'UNAVAILABLE', message: 'The contacts service cannot be reached.' },
    });
    const [contact] = [...service.contacts.values()];
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 5 } });
    expect(await client.call('getContact', { id: contact?.id ?? '' })).toMatchObject({
      data: { email: contact?.email },
    });
    expect(await client.call('listSegments', {})).toMatchObject({
      data: [{ title: 'Newsletter' }, { title: 'VIP' }],
    });
    await service.start();
    await until(async () => (await remote.status()).state === 'reachable');
    expect(await client.call('upsertContact', { body: { email: 'a@example.com' } })).toMatchObject({
      ok: true,
    });
  });

  test('it starts while the service is away, says so, and fills the copy when that is back', async () => {
    const service = await connected.service({ lists: true });
    service.addMany(5);
    await service.stop();
    const { client, remote } = await connected.to(service);
    const { lastError } = await until(async () => {
      const status = await remote.status();
      return status.state === 'unreachable' && status;
    });
    expect(lastError).toMatchObject({ status: 0, message: 'The contacts service cannot be reached.' });
    expect(await client.call('listContacts', {})).toMatchObject({
      error: {
        code: 'UNAVAILABLE',
        message: 'The contacts service cannot be reached. There is no copy of its contacts yet.',
      },
    });
    await service.start();
    await complete(remote);
    expect(await client.call('listContacts', {})).toMatchObject({ meta: { total: 5 } });
    expect(remote.capabilities().has('getContact')).toBe(true);
  });

  test('what the service learns to do is found out', async () => {
    const service = await connected.service();
    const contact = service.add({ email: 'a@example.com' });
    const { remote } = await connected.to(service, { rhythm: { look: 20, discover: 40, again: 20 } });
    await until(async () => (await remote.status()).state === 'reachable');
    expect((await remote.status()).mirror?.fillable).toBe(false);
    service.lists = true;
    await complete(remote);
    expect(await remote.sightings([contact.id])).toHaveProperty(contact.id);
  });

  test('what the service can do no longer is found out, and the copy stays', async () => {
    const service = await connected.service({ lists: true });
    const contact = service.add({ email: 'a@example.com' });
    const { client, remote } = await connected.to(service, { rhythm: { look: 20, again: 60_000 } });
    await complete(remote);
    service.lists = false;
    await remote.check();
    expect((await remote.status()).mirror?.fillable).toBe(false);
    expect(remote.capabilities().has('getContact')).toBe(true);
    expect(await client.call('listContacts', {})).toMatchObject({ data: [{ id: contact.id }] });
    service.requests.length = 0;
    expect(await client.call('getContact', { id: contact.id })).toMatchObject({
      data: { email: 'a@example.com' },
    });
    expect(service.requests.filter((line) => line.startsWith(`GET /contacts/${contact.id}`))).toEqual([]);
    expect(await client.call('updateContact', { id: contact.id, body: { firstname: 'Ana' } })).toMatchObject({
      ok: true,
    });
    expect((await remote.sightings([contact.id]))[contact.id]?.vanishedAt).toBeNull();
  });
});
