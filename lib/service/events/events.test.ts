import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { type Event, eventTypes } from '@/lib/contract/event';
import { engines } from '@/lib/database/testing';
import { purgeActivity } from '../activity/purge-activity';
import { caller, TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('the feed of events on $name', (engine) => {
  const api = new TestApi(engine);

  async function read({ call }: TestOrganization, after: string | null, query = '') {
    const path = `/events?${query}${after === null ? '' : `&after=${after}`}`;
    const { data, meta, status } = await call<Event[]>('GET', path);
    expect(status).toBe(200);
    return { events: data, cursor: (meta as unknown as { cursor: string }).cursor };
  }

  /** Everything after a cursor, by pages. */
  async function readAll(organization: TestOrganization, from: string | null, limit = 3) {
    const all: Event[] = [];
    for (let cursor = from; ; ) {
      const page = await read(organization, cursor, `limit=${limit}`);
      if (page.events.length === 0) return { events: all, cursor: page.cursor };
      all.push(...page.events);
      cursor = page.cursor;
    }
  }

  test('has every change once, in order, with the resource as the API returned it', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { cursor } = await read(organization, 'now');
    const vip = await organization.segment('VIP');
    const created = (await call<Contact>('POST', '/contacts', { email: 'a@b.example', segmentIds: [vip.id] }))
      .data;
    const updated = (
      await call<Contact>('PUT', `/contacts/${created.id}`, { company: 'Acme', segmentIds: [] })
    ).data;
    await call('DELETE', `/contacts/${created.id}`);
    await call('POST', '/trash/restore', { ids: [created.id] });
    const code = (await call('POST', '/referral-codes', { code: 'WELCOME' })).data;
    await organization.post('/tokens', { name: 'Shop', scopes: ['contacts:read'] });
    await call('DELETE', `/segments/${vip.id}`);

    const { events } = await readAll(organization, cursor);
    expect(events.map(({ type }) => type)).toEqual([
      'segment.created',
      'contact.created',
      'contact.updated',
      'contact.deleted',
      'contact.restored',
      'referral-code.created',
      'segment.deleted',
    ]);
    expect(events[0]?.data).toEqual({ id: vip.id, title: 'VIP', color: vip.color });
    expect(events[1]).toMatchObject({ subjectId: created.id, data: created, actor: { name: 'First token' } });
    expect(events[2]).toMatchObject({
      data: updated,
      changes: [
        { field: 'segmentIds', before: [vip.id], after: [] },
        { field: 'company', before: null, after: 'Acme' },
      ],
    });
    expect(events[3]?.data).toEqual(updated);
    expect(events[4]?.data).toMatchObject({
      id: created.id,
      email: 'a@b.example',
      contact: { company: 'Acme' },
    });
    expect(events[5]?.data).toEqual(code);
    expect(events[6]?.data).toMatchObject({ id: vip.id, title: 'VIP' });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('keeps its order, whoever reads and however often', async () => {
    const organization = await api.organization();
    const first = await readAll(organization, null);
    for (let n = 0; n < 7; n++) {
      await organization.contact({ email: `p${n}@b.example` });
      if (n % 2) await readAll(organization, first.cursor, 100);
    }
    const [one, other] = [await readAll(organization, null, 2), await readAll(organization, null, 100)];
    expect(one.events).toEqual(other.events);
    expect(one.events).toHaveLength(7);
    expect((await read(organization, one.cursor)).events).toEqual([]);
  });

  test('has what bulk changes, imports and their undo did, an event a contact', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    const ids = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await organization.contact({ email: `${name}@b.example` })).id);
    const { cursor } = await read(organization, 'now');
    const change = { change: { type: 'segments', add: [vip.id], remove: [] }, ids };
    const bulk = (await call<{ id: string }>('POST', '/bulk-changes', change)).data.id;
    await api.jobs.runAll();
    await call('POST', `/bulk-changes/${bulk}/undo`);
    await api.jobs.runAll();
    const undone = (await readAll(organization, cursor)).events.slice(-3).map(({ data }) => data);
    const stored = (await call<Contact[]>('GET', '/contacts?sort=createdAt')).data;
    expect(new Set(undone)).toEqual(new Set(stored));
    const rows = 'email,company\nd@b.example,\na@b.example,Acme\n';
    await organization.importFile(rows, ['plan', 'run', 'undo']);
    const { events } = await readAll(organization, cursor, 100);
    const counts = new Map<string, number>();
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      'contact.updated': 3 + 3 + 1 + 1,
      'contact.created': 1,
      'contact.deleted': 1,
    });
    for (const { data } of events) expect(data).not.toBeNull();
  });

  test('has both contacts as an undone merge leaves them', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [a, b] = [
      await organization.contact({ email: 'a@b.example' }),
      await organization.contact({ email: 'b@b.example' }),
    ];
    await api.query("update contacts set created_at = now() - interval '1 day' where id = $1", [a.id]);
    const { headers } = await call('POST', `/contacts/${b.id}/merge`, { from: a.id });
    await call('POST', `/merges/${headers.get('Merge-Id')}/undo`);
    const { events } = await readAll(organization, null, 100);
    const latest = new Map(events.map(({ subjectId, data }) => [subjectId, data]));
    for (const { id } of [a, b]) expect(latest.get(id)).toEqual((await call('GET', `/contacts/${id}`)).data);
  });

  test('waits for the next event, and answers as soon as it comes', async () => {
    const organization = await api.organization();
    const { cursor } = await read(organization, 'now');
    const waiting = read(organization, cursor, 'wait=20');
    const { id } = await organization.contact({ email: 'a@b.example' });
    const { events } = await waiting;
    expect(events.map(({ subjectId }) => subjectId)).toEqual([id]);
  });

  test('gives no data to a token that is revoked while it waits', async () => {
    const organization = await api.organization();
    const { cursor } = await read(organization, 'now');
    const token = await organization.issue(undefined, { name: 'Reader' });
    const waiting = caller(api, token)('GET', `/events?wait=20&after=${cursor}`);
    await organization.call('DELETE', `/tokens/${await organization.tokenId('Reader')}`);
    await organization.contact({ email: 'a@b.example' });
    const { status, text } = await waiting;
    expect([status, text.includes('a@b.example')]).toEqual([401, false]);
  });

  test('ends a wait when the program stops', async () => {
    const stop = new AbortController();
    const organization = await api.organization();
    const { cursor } = await read(organization, 'now');
    const stopping = api.over(api.database, { stopping: stop.signal });
    const request = new Request(`http://roster.test/v1/events?wait=20&after=${cursor}`, {
      headers: { Authorization: `Bearer ${organization.token}` },
    });
    const waiting = stopping.fetch(request);
    stop.abort();
    expect((await waiting).status).toBe(200);
  });

  test('says when a cursor is too old, and where to begin anew', async () => {
    const organization = await api.organization();
    const { cursor: oldest } = await read(organization, 'now');
    await organization.contact({ email: 'a@b.example' });
    const { cursor } = await readAll(organization, oldest);
    await api.query(
      "update activity_seals set latest_at = now() - interval '40 days' where organization_id = $1",
      [organization.id],
    );
    await purgeActivity(api.database, 30);
    const old = await organization.call('GET', `/events?after=${oldest}`);
    expect([old.status, old.error.code]).toEqual([410, 'GONE']);
    expect(old.error.message).toContain('after=now');
    expect((await read(organization, cursor)).events).toEqual([]);
    expect((await readAll(organization, null)).events).toEqual([]);
  });

  test('refuses a cursor of another organization, a limit and a wait that cannot be', async () => {
    const organization = await api.organization();
    const { cursor } = await read(await api.organization('Other'), 'now');
    for (const [query, path] of [
      [`after=${cursor}`, 'after'],
      ['after=x', 'after'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['wait=31', 'wait'],
      ['wait=-1', 'wait'],
    ]) {
      const { status, error } = await organization.call('GET', `/events?${query}`);
      expect([status, error.details[0]?.path], query).toEqual([400, path]);
    }
    const reader = await organization.as(['contacts:read', 'activity:read']);
    expect((await reader('GET', '/events')).status).toBe(403);
  });

  test('forgets people who were deleted forever', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { id } = await organization.contact({ email: 'gone@b.example', firstname: 'Zoltan' });
    await call('PUT', `/contacts/${id}`, { company: 'Acme' });
    await call(
      'DELETE',
      `/notes/${await organization.post(`/contacts/${id}/notes`, { text: 'Zoltan called' })}`,
    );
    await call('DELETE', `/contacts/${id}`);
    await call('DELETE', '/trash', { ids: [id] });
    const { events } = await readAll(organization, null);
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(eventTypes.filter((type) => /^contact\.(?!restored|merged)/.test(type))),
    );
    expect(JSON.stringify(events)).not.toMatch(/gone@|Zoltan|Acme/);
  });

  test('a token has at most 20 requests waiting', async () => {
    const organization = await api.organization();
    const stop = new AbortController();
    const instance = api.over(api.database, { stopping: stop.signal });
    const call = caller(instance, organization.token);
    const { cursor } = await read(organization, 'now');
    const waits = Array.from({ length: 21 }, () => call('GET', `/events?after=${cursor}&wait=30`));
    const refused = await Promise.race(waits);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect((await call('GET', `/events?after=${cursor}`)).status).toBe(200);
    stop.abort();
    const statuses = (await Promise.all(waits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });
});
