import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { TrashedContact } from '@/lib/contract/trash';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, fill, step, whole } from '../testing/testing-bulk';

const deletion = { type: 'delete' as const };

describe.each(engines)('bulk deletion on $name', (engine) => {
  const api = new TestApi(engine);
  const trash = ({ call }: TestOrganization) => call<TrashedContact[]>('GET', '/trash');

  test('moves contacts to the trash like a deletion, and records each', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const contact = await organization.contact({ email: 'a@b.example', segmentIds: [vip.id] });
    const headers = { 'X-Request-Id': 'the-change' };
    const body = { change: deletion, ids: [contact.id] };
    const { data: change } = await organization.call<BulkChange>('POST', '/bulk-changes', body, headers);
    await whole(organization, change, 'run');
    expect(await organization.totals()).toEqual({ contacts: 0, segments: { VIP: 0 } });
    expect((await trash(organization)).data).toMatchObject([{ ...contact, deletedBy: 'First token' }]);
    const history = await organization.call<Activity[]>('GET', `/activity?subjectId=${contact.id}`);
    expect(history.data[0]).toMatchObject({
      action: 'contact.deleted',
      before: { email: 'a@b.example', segmentIds: [vip.id] },
      requestId: 'the-change',
    });
    const restored = await organization.call('POST', '/trash/restore', { deletionId: change.id });
    expect(restored.data).toEqual({ count: 1, conflicts: [] });
  });

  test('leaves contacts in the trash if their email or phone is taken, and counts them', async () => {
    const organization = await api.organization();
    const [one, two, three] = await fill(organization, 3);
    const change = await bulkChange(organization, deletion, { ids: [one, two, three] as string[] });
    await whole(organization, change, 'run');
    const taken = await organization.contact({ email: '1@many.example' });
    const last = await whole(organization, change, 'undo');
    expect(last).toMatchObject({ state: 'undone', changed: 3, undone: 2, conflicts: 1 });
    expect((await trash(organization)).data.map(({ id }) => id)).toEqual([two]);
    // They can be restored once it is free again.
    await organization.call('DELETE', `/contacts/${taken.id}`);
    expect(await step(organization, change, 'undo')).toEqual(last);
    const restored = await organization.call('POST', '/trash/restore', { deletionId: change.id });
    expect(restored.data).toMatchObject({ count: 1 });
  });

  test('of more contacts than a request may have is undone, not restored', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 10_001);
    const change = await bulkChange(organization, deletion, { filter: {}, expectedCount: ids.length });
    await api.query(
      'update contacts set deleted_at = now(), deleted_by = $2, deletion_id = $3 where id = any($1)',
      [ids, 'Somebody', change.id],
    );
    const body = { deletionId: change.id };
    const refused = await organization.call('POST', '/trash/restore', body);
    expect([refused.status, pathsOf(refused)]).toEqual([400, ['deletionId']]);
    await organization.call('DELETE', '/trash', { ids: ids.slice(1) });
    expect((await organization.call('POST', '/trash/restore', body)).data).toMatchObject({ count: 1 });
  });
});
