import { describe, expect, test } from 'vitest';
import type { BulkChange, BulkChangeCreate } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from './testing';

describe.each(engines)('bulk changes on $name', (engine) => {
  const api = new TestApi(engine);
  const create = ({ call }: TestOrganization, body: BulkChangeCreate) =>
    call<BulkChange>('POST', '/bulk-changes', body);
  const step = async ({ call }: TestOrganization, id: string, verb: 'run' | 'cancel' | 'undo') =>
    (await call<BulkChange>('POST', `/bulk-changes/${id}/${verb}`)).data;
  const whole = async (organization: TestOrganization, id: string, verb: 'run' | 'undo') => {
    for (;;) {
      const change = await step(organization, id, verb);
      if (change.state !== (verb === 'run' ? 'running' : 'undoing')) return change;
    }
  };
  const made = async (organization: TestOrganization, body: BulkChangeCreate) =>
    (await create(organization, body)).data;
  const all = async ({ call }: TestOrganization) =>
    (await call<Contact[]>('GET', '/contacts?pageSize=100&sort=createdAt')).data;

  test('deletes', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    for (let n = 0; n < 5; n++)
      await organization.contact({ email: `a${n}@b.example`, segmentIds: n % 2 ? [vip.id] : [] });
    const before = await all(organization);
    const change = await made(organization, {
      change: { type: 'delete' },
      filter: { segmentId: [vip.id] },
      expectedCount: 2,
    });
    expect(change).toMatchObject({ state: 'running', total: 2, changed: 0 });
    expect(await all(organization)).toEqual(before);
    expect(await whole(organization, change.id, 'run')).toMatchObject({ state: 'finished', changed: 2 });
    expect(await organization.totals()).toEqual({ contacts: 3, segments: { VIP: 0 } });
    expect(await whole(organization, change.id, 'undo')).toMatchObject({ state: 'undone', undone: 2 });
    expect(await all(organization)).toEqual(before);
    expect(await organization.totals()).toEqual({ contacts: 5, segments: { VIP: 2 } });
  });

  test('segments', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const lead = await organization.segment('Lead');
    for (let n = 0; n < 5; n++)
      await organization.contact({ email: `a${n}@b.example`, segmentIds: n % 2 ? [vip.id] : [lead.id] });
    const before = await all(organization);
    const change = await made(organization, {
      change: { type: 'segments', add: [vip.id], remove: [lead.id] },
      ids: before.slice(0, 4).map(({ id }) => id),
    });
    expect(await whole(organization, change.id, 'run')).toMatchObject({ state: 'finished', changed: 2 });
    expect(await organization.totals()).toEqual({ contacts: 5, segments: { VIP: 4, Lead: 1 } });
    expect(await whole(organization, change.id, 'undo')).toMatchObject({ state: 'undone', undone: 2 });
    expect(await all(organization)).toEqual(before);
    expect(await organization.totals()).toEqual({ contacts: 5, segments: { VIP: 2, Lead: 3 } });
  });
});
