import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { chunk, contents, current, step, whole } from '../testing/testing-bulk';

describe.each(engines)('merging segments on $name', (engine) => {
  const api = new TestApi(engine);

  async function furnish() {
    const organization = await api.organization();
    const [lead, vip] = [await organization.segment('Lead'), await organization.segment('VIP')];
    const emails = ['both', 'lead', 'vip'] as const;
    for (const name of emails) {
      const segmentIds = [name === 'vip' ? [] : [lead.id], name === 'lead' ? [] : [vip.id]].flat();
      await organization.contact({ email: `${name}@b.example`, segmentIds });
    }
    const merge = async (into = vip.id) =>
      (await organization.call<BulkChange>('POST', `/segments/${lead.id}/merge`, { into })).data;
    return { organization, lead, vip, merge };
  }
  const totals = async (organization: TestOrganization) => (await organization.totals()).segments;

  test('adds the contacts to the other one, and deletes it', async () => {
    const { organization, lead, vip, merge } = await furnish();
    const change = await whole(organization, await merge(), 'run');
    expect(change).toMatchObject({
      change: { type: 'segments', add: [vip.id], remove: [], merged: { id: lead.id, title: 'Lead' } },
      state: 'finished',
      total: 2,
      changed: 1,
    });
    expect(await totals(organization)).toEqual({ VIP: 3 });
    const { data } = await organization.call<Activity[]>('GET', '/activity?action=segment.deleted');
    expect(data).toHaveLength(1);
  });

  test('is undone, exactly', async () => {
    const { organization, merge } = await furnish();
    const before = await contents(organization, ['version', 'updated_at']);
    const change = await whole(organization, await merge(), 'run');
    const undone = await whole(organization, change, 'undo');
    expect([undone.state, undone.undone]).toEqual(['undone', 1]);
    expect(await contents(organization, ['version', 'updated_at'])).toEqual(before);
    expect(await totals(organization)).toEqual({ Lead: 2, VIP: 2 });
  });

  test('takes along who comes while it runs', async () => {
    const { organization, lead, merge } = await furnish();
    const change = await chunk(organization, await merge());
    expect([change.state, change.processed]).toEqual(['running', 2]);
    await organization.contact({ email: 'late@b.example', segmentIds: [lead.id] });
    const done = await whole(organization, change, 'run');
    expect(done).toMatchObject({ state: 'finished', total: 3, processed: 3, changed: 2 });
    expect(await totals(organization)).toEqual({ VIP: 4 });
    await whole(organization, done, 'undo');
    expect(await totals(organization)).toEqual({ Lead: 3, VIP: 2 });
  });

  test('has referral codes assign the other one', async () => {
    const { organization, lead, vip, merge } = await furnish();
    const code = await organization.referralCode({ code: 'WELCOME', segmentIds: [lead.id] });
    await whole(organization, await merge(), 'run');
    const { data } = await organization.call<ReferralCode[]>('GET', '/referral-codes');
    expect(data).toEqual([{ ...code, segmentIds: [vip.id] }]);
  });

  test('leaves codes as they were when it is undone, and takes along who is in the trash', async () => {
    const { organization, lead, vip, merge } = await furnish();
    const { id } = await organization.referralCode({ code: 'WELCOME', segmentIds: [lead.id] });
    const trashed = await organization.contact({ email: 'trashed@b.example', segmentIds: [lead.id] });
    await organization.call('DELETE', `/contacts/${trashed.id}`);
    const change = await whole(organization, await merge(), 'run');
    await organization.call('POST', '/trash/restore', { ids: [trashed.id] });
    expect((await organization.get(trashed.id)).segments.map(({ segmentId }) => segmentId)).toEqual([vip.id]);
    expect(await totals(organization)).toEqual({ VIP: 4 });
    await whole(organization, change, 'undo');
    const { data } = await organization.call<ReferralCode[]>('GET', '/referral-codes');
    expect(data).toMatchObject([{ id, segmentIds: [lead.id] }]);
  });

  test('of an empty segment deletes it', async () => {
    const { organization, merge } = await furnish();
    for (const { id } of (await organization.call<{ id: string }[]>('GET', '/contacts')).data)
      await organization.call('PUT', `/contacts/${id}`, { segmentIds: [] });
    expect((await whole(organization, await merge(), 'run')).state).toBe('finished');
    expect(await totals(organization)).toEqual({ VIP: 0 });
  });

  test('deletes nothing if the other one is gone, and goes on when it is back', async () => {
    const { organization, vip, merge } = await furnish();
    const change = await merge();
    await organization.call('DELETE', `/segments/${vip.id}`);
    const failed = await whole(organization, change, 'run');
    expect([failed.state, failed.error]).toEqual(['failed', expect.stringContaining('was deleted')]);
    expect(await totals(organization)).toEqual({ Lead: 2 });
    await organization.call('POST', `/trash/segments/${vip.id}/restore`, {});
    await step(organization, change, 'run');
    await whole(organization, change, 'run');
    expect([(await current(organization, change)).state, await totals(organization)]).toEqual([
      'finished',
      { VIP: 3 },
    ]);
  });

  test('says why its undo cannot restore the segment', async () => {
    const { organization, merge } = await furnish();
    const change = await whole(organization, await merge(), 'run');
    const { id } = await organization.segment('lead');
    expect((await whole(organization, change, 'undo')).error).toContain('is now called Lead');
    await organization.call('PUT', `/segments/${id}`, { title: 'New leads' });
    expect((await whole(organization, change, 'undo')).state).toBe('undone');
  });

  test('is not undone without the segment, which would leave its contacts in neither', async () => {
    const { organization, merge } = await furnish();
    const change = await whole(organization, await merge(), 'run');
    const before = await organization.totals();
    const { id } = (change.change as { merged: { id: string } }).merged;
    await api.query('update segments set purged_at = now() where id = $1', [id]);
    const { state, error } = await whole(organization, change, 'undo');
    expect([state, error]).toEqual([
      'failed',
      'Lead was deleted forever, so that its merge cannot be undone.',
    ]);
    expect(await organization.totals()).toEqual(before);
  });

  test('with itself or an unknown one: 400; without the right to change segments no undo: 403', async () => {
    const { organization, lead, merge } = await furnish();
    for (const into of [lead.id, MISSING_ID]) {
      const answer = await organization.call('POST', `/segments/${lead.id}/merge`, { into });
      expect([answer.status, pathsOf(answer)]).toEqual([400, ['into']]);
    }
    const { id } = await whole(organization, await merge(), 'run');
    const writer = await organization.as(['contacts:write', 'contacts:read']);
    expect((await writer('POST', `/bulk-changes/${id}/undo`)).status).toBe(403);
  });
});
