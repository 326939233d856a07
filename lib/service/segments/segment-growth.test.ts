import { describe, expect, test, vi } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ContactImport } from '@/lib/contract/import';
import type { Segment, SegmentDay, SegmentMove } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { verifyActivity } from '../activity/verify-activity';
import { caller, MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';
import { whole } from '../testing/testing-bulk';

describe.each(engines)('growth of a segment on $name', (engine) => {
  const api = new TestApi(engine);
  const growth = async ({ call }: TestOrganization, id: string) =>
    (await call<SegmentDay[]>('GET', `/segments/${id}/growth`)).data;
  const today = async (organization: TestOrganization, id: string) => {
    const { added, removed, count } = (await growth(organization, id)).at(-1) as SegmentDay;
    return [added, removed, count];
  };
  const moves = async ({ call }: TestOrganization, id: string) =>
    (await call<SegmentMove[]>('GET', `/segments/${id}/moves`)).data.map(({ type, name }) => [type, name]);
  /** Contacts a, b, c … in the segment. */
  const fill = async (organization: TestOrganization, segment: Segment, names: string) => {
    const ids = [];
    for (const name of names)
      ids.push((await organization.contact({ email: `${name}@b.example`, segmentIds: [segment.id] })).id);
    return ids;
  };

  test('counts each change of a contact once, whoever reads and however often', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const [a, b, c] = await fill(organization, vip, 'abc');
    await call('PUT', `/contacts/${a}`, { segmentIds: [lead.id], firstname: 'Ana' });
    await call('PUT', `/contacts/${a}`, { company: 'Acme' });
    await call('DELETE', `/contacts/${b}`);
    await call('POST', '/trash/restore', { ids: [b] });
    await call('DELETE', `/contacts/${c}`);
    // The restore undoes the deletion.
    expect(await today(organization, vip.id)).toEqual([3, 2, 1]);
    await Promise.all([1, 2, 3].map(() => growth(organization, vip.id)));
    await api.sealActivity();
    expect(await today(organization, vip.id)).toEqual([3, 2, 1]);
    expect(await today(organization, lead.id)).toEqual([1, 0, 1]);
    const days = await growth(organization, vip.id);
    expect(days).toHaveLength(90);
    expect(days.at(-2)).toMatchObject({ added: 0, removed: 0, count: 0 });
    expect(await moves(organization, vip.id)).toEqual([
      ['removed', 'c@b.example'],
      ['removed', 'Ana'],
      ['added', 'c@b.example'],
      ['added', 'b@b.example'],
      ['added', 'Ana'],
    ]);
  });

  test('counts bulk changes and imports until they are undone', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ids = await fill(organization, vip, 'abc');
    const change = { change: { type: 'segments', add: [lead.id], remove: [vip.id] }, ids };
    const bulk = (await call<BulkChange>('POST', '/bulk-changes', change)).data;
    await api.jobs.runAll();
    expect([await today(organization, vip.id), await today(organization, lead.id)]).toEqual([
      [3, 3, 0],
      [3, 0, 3],
    ]);
    await whole(organization, bulk, 'undo');
    expect([await today(organization, vip.id), await today(organization, lead.id)]).toEqual([
      [3, 0, 3],
      [0, 0, 0],
    ]);
    expect(await moves(organization, lead.id)).toEqual([]);
    const uploaded = await call<ContactImport>(
      'POST',
      '/imports?name=a.csv',
      'email\na@b.example\nd@b.example\n',
    );
    const { id: file, settings } = uploaded.data;
    await call('PUT', `/imports/${file}`, { settings: { ...settings, segmentIds: [lead.id] } });
    for (const [verb, expected] of [
      ['plan', [0, 0, 0]],
      ['run', [2, 0, 2]],
      ['undo', [0, 0, 0]],
    ] as const) {
      await call('POST', `/imports/${file}/${verb}`);
      await api.jobs.runAll();
      expect(await today(organization, lead.id), verb).toEqual(expected);
    }
  });

  test('leaves out what was undone on a later day', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ids = await fill(organization, vip, 'abc');
    const change = { change: { type: 'segments', add: [lead.id], remove: [] }, ids };
    const bulk = (await call<BulkChange>('POST', '/bulk-changes', change)).data;
    await api.jobs.runAll();
    await api.query(
      "update activities set at = at - interval '2 days' where organization_id = $1 and before is not null",
      [organization.id],
    );
    expect((await growth(organization, lead.id)).slice(-3).map(({ count }) => count)).toEqual([3, 3, 3]);
    await whole(organization, bulk, 'undo');
    const days = await growth(organization, lead.id);
    expect(days.every(({ added, removed, count }) => added + removed + count === 0)).toBe(true);
    const year = await call<SegmentDay[]>('GET', `/segments/${vip.id}/growth?days=365`);
    expect(year.data).toHaveLength(365);
    expect((await call('GET', `/segments/${vip.id}/growth?days=366`)).status).toBe(400);
  });

  test('keeps its counts when people are deleted forever, sealed or not', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    const [a, b, c] = await fill(organization, vip, 'abc');
    await api.sealActivity();
    for (const id of [a, b]) await call('DELETE', `/contacts/${id}`);
    await call('DELETE', '/trash', { ids: [a] });
    expect(await today(organization, vip.id)).toEqual([3, 2, 1]);
    await call('DELETE', '/trash', { ids: [b] });
    await api.sealActivity();
    expect(await today(organization, vip.id)).toEqual([3, 2, 1]);
    expect(await moves(organization, vip.id)).toEqual([['added', 'c@b.example']]);
    expect((await organization.get(c as string)).segments).toHaveLength(1);
    expect(await verifyActivity(api.database, organization.id)).toMatchObject({ problem: null });
  });

  test('counts what earlier versions have recorded, also without resources and while people are deleted forever', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    const [a, b] = await fill(organization, vip, 'abc');
    await api.sealActivity();
    await call('DELETE', `/contacts/${a}`);
    await call('POST', '/trash/restore', { ids: [a] });
    await call('DELETE', `/contacts/${b}`);
    await api.sealActivity();
    const before = await today(organization, vip.id);
    expect(before).toEqual([3, 1, 2]);
    await api.query('delete from segment_days where organization_id = $1', [organization.id]);
    await api.query('update activity_seals set counted = false where organization_id = $1', [
      organization.id,
    ]);
    await api.query('update activities set resource = null where organization_id = $1', [organization.id]);
    await call('DELETE', '/trash', { ids: [b] });
    await api.sealActivity();
    expect(await today(organization, vip.id)).toEqual(before);
  });

  test('stays with a segment that is deleted and restored, and knows who was deleted meanwhile', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    const [a] = await fill(organization, vip, 'ab');
    await call('DELETE', `/segments/${vip.id}`);
    await call('DELETE', `/contacts/${a}`);
    await call('POST', `/trash/segments/${vip.id}/restore`, {});
    expect(await today(organization, vip.id)).toEqual([2, 1, 1]);
    await call('DELETE', `/segments/${vip.id}`);
    await api.query(
      "update segments set deleted_at = now() - interval '31 days' where deleted_at is not null",
    );
    await api.purgeTrash();
    expect(await api.query('select from segment_days where segment_id = $1', [vip.id])).toEqual([]);
  });

  test('is listed with its segments', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const [a] = await fill(organization, vip, 'ab');
    await organization.call('DELETE', `/contacts/${a}`);
    const { data } = await organization.call<Segment[]>('GET', '/segments?include=growth');
    const none = Array<number>(29).fill(0);
    expect(data).toMatchObject([
      { id: lead.id, contactCount: 0, growth: { added: 0, removed: 0, counts: [...none, 0] } },
      { id: vip.id, contactCount: 1, growth: { added: 2, removed: 1, counts: [...none, 1] } },
    ]);
  });

  test('by rule: with what moved each contact', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const before = await organization.contact({ email: 'a@b.example', company: 'Acme' });
    const rule = { company: ['Acme'], updated: 'today' };
    const { data: acme } = await call<Segment>('POST', '/segments', { title: 'Acme', rule });
    expect(await today(organization, acme.id)).toEqual([1, 0, 1]);
    const { id } = await organization.contact({ email: 'b@b.example', company: 'Acme' });
    await call('PUT', `/contacts/${before.id}`, { company: null });
    await call('PUT', `/contacts/${before.id}`, { company: 'acme' });
    expect(await today(organization, acme.id)).toEqual([3, 1, 2]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      await growth(organization, acme.id);
      await call('PUT', `/segments/${acme.id}`, { rule: { company: ['Acme'] } });
      await growth(organization, acme.id);
    } finally {
      vi.useRealTimers();
    }
    const { data } = await call<SegmentMove[]>('GET', `/segments/${acme.id}/moves`);
    expect(data.map(({ type, name, cause }) => [type, name.charAt(0), cause?.action ?? cause?.type])).toEqual(
      [
        ['added', 'a', 'segment.updated'],
        ['added', 'b', 'segment.updated'],
        ['removed', 'a', 'time'],
        ['removed', 'b', 'time'],
        ['added', 'a', 'contact.updated'],
        ['removed', 'a', 'contact.updated'],
        ['added', 'b', 'contact.created'],
        ['added', 'a', 'segment.updated'],
      ],
    );
    expect(data[5]).toMatchObject({
      contactId: before.id,
      cause: { actor: { name: 'First token' }, before: { company: 'Acme' } },
    });
    expect(data[6]?.contactId).toBe(id);
    const narrow = { scopes: ['segments:read', 'contacts:read'], name: 'Narrow' };
    const { token } = (await call<{ token: string }>('POST', '/tokens', narrow)).data;
    const known = await caller(api, token)<SegmentMove[]>('GET', `/segments/${acme.id}/moves`);
    expect(known.data[5]?.cause).toEqual({ type: 'change' });
  });

  test('of an unknown or deleted segment: 404', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.call('DELETE', `/segments/${vip.id}`);
    for (const id of [vip.id, MISSING_ID, 'x'])
      for (const list of ['growth', 'moves'])
        expect((await organization.call('GET', `/segments/${id}/${list}`)).status).toBe(404);
  });
});

describe.each(engines)('the description of a segment on $name', (engine) => {
  const api = new TestApi(engine);

  test('is optional, changed and cleared by itself, and comes back from the trash', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { data } = await call<Segment>('POST', '/segments', {
      title: 'VIP',
      description: ' Buys  every month ',
    });
    expect(data.description).toBe('Buys  every month');
    const put = async (body: object) => (await call<Segment>('PUT', `/segments/${data.id}`, body)).data;
    expect((await put({ title: 'VIPs' })).description).toBe('Buys  every month');
    await call('DELETE', `/segments/${data.id}`);
    const { data: restored } = await call<Segment>('POST', `/trash/segments/${data.id}/restore`, {});
    expect(restored.description).toBe('Buys  every month');
    expect(await put({ description: null })).toEqual({ id: data.id, title: 'VIPs', color: data.color });
    const history = (await call<{ before: object; after: object }[]>('GET', '/activity')).data;
    expect(history[0]).toMatchObject({ before: { description: 'Buys  every month' }, after: {} });
    const { status } = await call('PUT', `/segments/${data.id}`, { description: 'x'.repeat(501) });
    expect(status).toBe(400);
  });
});
