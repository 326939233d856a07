import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ReferralCode } from '@/lib/contract/referral-code';
import type { DeletedSegment, Segment } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { transaction } from '@/lib/database/transaction';
import { MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';
import { contents, whole } from '../testing/testing-bulk';
import { purgeSegmentChunk } from './purge-segment';

const SYSTEM = { kind: 'system' as const, id: null, name: 'Test' };

describe.each(engines)('deleted segments on $name', (engine) => {
  const api = new TestApi(engine);
  const restore = ({ call }: TestOrganization, id: string, body: unknown = {}) =>
    call<Segment>('POST', `/trash/segments/${id}/restore`, body);
  const remove = ({ call }: TestOrganization, id: string) => call('DELETE', `/segments/${id}`);
  const deleted = async ({ call }: TestOrganization) =>
    (await call<DeletedSegment[]>('GET', '/trash/segments')).data;

  test('are listed by latest deletion, with their contents', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
    const { id } = await organization.contact({ email: 'b@b.example', segmentIds: [vip.id] });
    await organization.call('DELETE', `/contacts/${id}`);
    expect(await deleted(organization)).toEqual([]);
    await remove(organization, vip.id);
    await remove(organization, lead.id);
    const [first, second] = await deleted(organization);
    expect(first).toMatchObject({ ...lead, contactCount: 0 });
    expect(second).toMatchObject({ ...vip, contactCount: 1, deletedBy: 'First token' });
    const days = (Date.parse(second?.purgeAt ?? '') - Date.parse(second?.deletedAt ?? '')) / 86_400_000;
    expect(days).toBe(30);
  });

  test('are restored with contacts, codes and times', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const code = await organization.referralCode({ code: 'WELCOME', segmentIds: [vip.id, lead.id] });
    const ana = await organization.contact({ email: 'a@b.example', segmentIds: [vip.id, lead.id] });
    const { id } = await organization.contact({ email: 'b@b.example', segmentIds: [vip.id] });
    await organization.call('DELETE', `/contacts/${id}`);
    const before = await contents(organization);
    const tag = (await organization.call('GET', `/contacts/${ana.id}`)).headers.get('ETag');
    await remove(organization, vip.id);
    expect((await organization.get(ana.id)).segments).toHaveLength(1);

    const { status, body } = await restore(organization, vip.id);
    expect([status, body]).toEqual([200, { data: vip }]);
    expect(await contents(organization)).toEqual(before);
    expect(await organization.get(ana.id)).toMatchObject(ana);
    expect((await organization.call('GET', `/contacts/${ana.id}`)).headers.get('ETag')).toBe(tag);
    const { data: codes } = await organization.call<ReferralCode[]>('GET', '/referral-codes');
    expect(codes).toEqual([code]);
    expect(await deleted(organization)).toEqual([]);
    const { data: history } = await organization.call<Activity[]>('GET', `/activity?subjectId=${vip.id}`);
    const fields = { title: 'VIP', color: vip.color };
    expect(history.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['segment.restored', null, fields],
      ['segment.deleted', fields, null],
      ['segment.created', null, fields],
    ]);
    expect((await restore(organization, vip.id)).status).toBe(404);
  });

  test('create a new version of a contact whose segments have changed', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    // Assigned in a different order than their ids; database and program must agree on the order.
    const { id } = await organization.contact({ email: 'a@b.example', segmentIds: [lead.id] });
    await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
    const put = (etag: string, segmentIds: string[]) =>
      organization.call('PUT', `/contacts/${id}`, { segmentIds }, { 'If-Match': etag });
    const versions = [await organization.get(id)];
    expect((await put(versions[0]?.etag as string, [vip.id, lead.id])).status).toBe(200);
    for (const change of [
      () => remove(organization, lead.id),
      () => remove(organization, vip.id),
      () => restore(organization, lead.id),
    ]) {
      await change();
      versions.push(await organization.get(id));
    }
    const latest = versions.pop();
    expect(latest?.segments.map(({ segmentId }) => segmentId)).toEqual([lead.id]);
    for (const { etag } of versions) expect((await put(etag, [])).status, etag).toBe(412);
    expect((await put(latest?.etag as string, [])).status).toBe(200);
  });

  test('count contacts restored meanwhile, and not those deleted', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const [back, gone, purged, stays] = await Promise.all(
      ['back', 'gone', 'purged', 'stays'].map((name) =>
        organization.contact({ email: `${name}@b.example`, segmentIds: [vip.id] }),
      ),
    );
    const idsOf = (...contacts: (typeof back)[]) => ({ ids: contacts.map((contact) => contact?.id) });
    await organization.call('DELETE', '/contacts', idsOf(back, purged));
    await remove(organization, vip.id);
    await organization.call('POST', '/trash/restore', idsOf(back));
    await organization.call('DELETE', '/contacts', idsOf(gone));
    await organization.call('DELETE', '/trash', idsOf(purged));
    await restore(organization, vip.id);
    expect(await organization.totals()).toEqual({ contacts: 2, segments: { VIP: 2 } });
    await organization.call('POST', '/trash/restore', idsOf(gone));
    expect(await organization.totals()).toEqual({ contacts: 3, segments: { VIP: 3 } });
    expect((await organization.get(stays?.id as string)).segments).toEqual(stays?.segments);
  });

  test('whose title is taken need another one: 409', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
    await remove(organization, vip.id);
    const { id } = await organization.segment('vip');
    for (const body of [{}, { title: ' Vip ' }]) {
      const { status, error } = await restore(organization, vip.id, body);
      expect(status).toBe(409);
      expect(error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'title', id }] });
      expect(error.message).toContain('"vip"');
    }
    expect(await deleted(organization)).toHaveLength(1);
    expect((await restore(organization, vip.id, { title: '' })).status).toBe(400);
    const { data } = await restore(organization, vip.id, { title: 'VIP 2' });
    expect(data).toEqual({ ...vip, title: 'VIP 2' });
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { vip: 0, 'VIP 2': 1 } });
  });

  test('that are not deleted or never existed: 404', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    for (const id of [vip.id, MISSING_ID]) {
      const { status, error } = await restore(organization, id);
      expect([status, error.message]).toEqual([404, 'There is no such deleted segment.']);
    }
  });

  test('keep their bulk changes undoable once restored', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const { id } = await organization.contact({ email: 'a@b.example', segmentIds: [lead.id] });
    const before = await contents(organization, ['version', 'updated_at']);
    const change = { type: 'segments', add: [vip.id], remove: [lead.id] };
    const made = await organization.call<BulkChange>('POST', '/bulk-changes', { change, ids: [id] });
    await whole(organization, made.data, 'run');
    for (const segment of [vip, lead]) {
      await remove(organization, segment.id);
      await restore(organization, segment.id);
    }
    expect(await whole(organization, made.data, 'undo')).toMatchObject({ state: 'undone', undone: 1 });
    expect(await contents(organization, ['version', 'updated_at'])).toEqual(before);
  });

  test('are purged with the trash', async () => {
    const organization = await api.organization();
    const [old, young] = [await organization.segment('Old'), await organization.segment('Young')];
    for (const { id } of [old, young]) await remove(organization, id);
    await api.query("update segments set deleted_at = now() - interval '31 days' where id = $1", [old.id]);
    await api.purgeTrash();
    expect((await deleted(organization)).map(({ id }) => id)).toEqual([young.id]);
    expect((await restore(organization, old.id)).status).toBe(404);
  });

  test('are not restored once a part of them is purged, which goes on to its end', async () => {
    const organization = await api.organization();
    const old = await organization.segment('Old');
    const ana = await organization.contact({ email: 'a@b.example', segmentIds: [old.id] });
    await remove(organization, old.id);
    await api.query("update segments set deleted_at = now() - interval '31 days' where id = $1", [old.id]);
    const { id: organizationId } = organization;
    const context = { database: api.database, organizationId, actor: SYSTEM, requestId: null };
    await transaction(context, (client) =>
      purgeSegmentChunk({ ...context, client }, new Date().toISOString()),
    );
    expect((await restore(organization, old.id)).status).toBe(404);
    await api.purgeTrash();
    expect(await api.query('select segment_ids, assigned_at from contacts where id = $1', [ana.id])).toEqual([
      { segment_ids: [], assigned_at: [] },
    ]);
  });

  test('that are purged do not come back with a contact whose merge is undone', async () => {
    const organization = await api.organization();
    const [old, kept] = [await organization.segment('Old'), await organization.segment('Kept')];
    const ana = await organization.contact({ email: 'a@b.example' });
    const ann = await organization.contact({ email: 'c@b.example', segmentIds: [old.id, kept.id] });
    const merged = await organization.call('POST', `/contacts/${ana.id}/merge`, { from: ann.id });
    expect(merged.status).toBe(200);
    await remove(organization, old.id);
    await api.query("update segments set deleted_at = now() - interval '31 days' where id = $1", [old.id]);
    await api.purgeTrash();
    await organization.call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`);
    expect(await api.query('select segment_ids from contacts where id = $1', [ann.id])).toEqual([
      { segment_ids: [kept.id] },
    ]);
  });

  test('are deleted forever on request, others are left alone', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ana = await organization.contact({ email: 'a@b.example', segmentIds: [vip.id, lead.id] });
    await remove(organization, vip.id);
    const ids = [vip.id, lead.id, MISSING_ID];
    const write = await organization.as(['segments:read', 'segments:write']);
    expect((await write('DELETE', '/trash/segments', { ids })).error.message).toContain('contacts:purge');
    expect((await organization.call('DELETE', '/trash/segments', { ids })).data).toEqual({ count: 1 });
    expect(await deleted(organization)).toEqual([]);
    expect((await restore(organization, vip.id)).status).toBe(404);
    await api.purgeTrash();
    expect(
      await api.query('select segment_ids from contacts where organization_id = $1', [organization.id]),
    ).toEqual([{ segment_ids: [lead.id] }]);
    expect((await organization.get(ana.id)).segments).toMatchObject([{ segmentId: lead.id }]);
  });
});
