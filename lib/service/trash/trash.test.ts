import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { RestoreResult, TrashedContact } from '@/lib/contract/trash';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, chunk, fill, step, whole } from '../testing/testing-bulk';

describe.each(engines)('trash on $name', (engine) => {
  const api = new TestApi(engine, { trashDays: 30 });
  const trash = ({ call }: TestOrganization, query = '') => call<TrashedContact[]>('GET', `/trash${query}`);
  const trashed = async (organization: TestOrganization, email: string, phone?: string) => {
    const contact = await organization.contact({ email, phone });
    const { headers } = await organization.call('DELETE', `/contacts/${contact.id}`);
    return { ...contact, deletionId: headers.get('Deletion-Id') as string };
  };
  const restore = ({ call }: TestOrganization, body: object) =>
    call<RestoreResult>('POST', '/trash/restore', body);

  test('lists deleted contacts unchanged: when, by whom, until when', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const contact = await organization.contact({
      email: 'a@b.example',
      firstname: 'Ana',
      segmentIds: [vip.id],
    });
    await organization.call('DELETE', `/contacts/${contact.id}`);
    const { body, data } = await trash(organization);
    const deletedAt = data[0]?.deletedAt as string;
    expect(body).toEqual({
      data: [
        {
          ...contact,
          deletedAt,
          purgeAt: new Date(Date.parse(deletedAt) + 30 * 86_400_000).toISOString(),
          deletedBy: 'First token',
          actor: { kind: 'token', id: expect.any(String), name: 'First token' },
        },
      ],
      meta: {
        total: 1,
        totalIsExact: true,
        page: 1,
        pageSize: 20,
        totalPages: 1,
        nextCursor: null,
        previousCursor: null,
      },
    });
    await organization.contact({ email: 'b@b.example' });
    expect((await trash(organization)).meta.total).toBe(1);
  });

  test('is listed latest first, with pages and cursors both ways, and searchable', async () => {
    const organization = await api.organization();
    const ids = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await trashed(organization, `ana${index}@b.example`)).id);
    const many = [
      await organization.contact({ email: 'ben@b.example' }),
      await organization.contact({ email: 'bob@b.example' }),
    ];
    await organization.call('DELETE', '/contacts', { ids: many.map(({ id }) => id) });
    const all = (await trash(organization)).data.map(({ id }) => id);
    expect(all.slice(2)).toEqual(ids);
    const walked: string[] = [];
    const pages = [await trash(organization, '?pageSize=3')];
    for (
      let page = pages[0];
      page;
      page = page.meta.nextCursor
        ? await trash(organization, `?pageSize=3&cursor=${page.meta.nextCursor}`)
        : undefined
    ) {
      walked.push(...page.data.map(({ id }) => id));
      pages.push(page);
    }
    expect(walked).toEqual(all);
    const back = await trash(organization, `?pageSize=3&cursor=${pages.at(-1)?.meta.previousCursor}`);
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(3, 6));
    const last = await trash(organization, '?pageSize=3&cursor=last');
    expect(last.data.map(({ id }) => id)).toEqual(all.slice(-3));
    expect(last.meta.nextCursor).toBeNull();
    const beforeLast = await trash(organization, `?pageSize=3&cursor=${last.meta.previousCursor}`);
    expect(beforeLast.data.map(({ id }) => id)).toEqual(all.slice(-6, -3));
    expect((await trash(organization, '?pageSize=3&page=3')).data.map(({ id }) => id)).toEqual(all.slice(6));
    const few = await trash(organization, '?pageSize=3&countLimit=4');
    expect(few.data.map(({ id }) => id)).toEqual(all.slice(0, 3));
    expect(few.meta).toMatchObject({ total: 4, totalIsExact: false, totalPages: 2 });
    expect((await trash(organization, '?search=ANA')).meta.total).toBe(5);
    expect((await trash(organization, '?search=b_n')).meta.total).toBe(0);
    expect((await trash(organization, '?search=ben%20b.example')).meta.total).toBe(1);
  });

  test('restores contacts exactly', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const code = await organization.referralCode({ code: 'A', segmentIds: [lead.id] });
    const { id } = await organization.contact({
      email: 'a@b.example',
      phone: '+4930901820',
      segmentIds: [vip.id],
      referralCode: 'A',
    });
    await organization.call('PUT', `/contacts/${id}`, { firstname: 'Ana' });
    await organization.referralCode({ code: 'B', referrerId: id });
    const state = async () => [
      await organization.get(id),
      await organization.totals(),
      (await organization.call('GET', `/contacts/${id}/redemptions`)).body,
      (await organization.call('GET', '/referral-codes')).body,
      (await organization.call('GET', '/contacts?search=ana')).body,
      (await organization.call('GET', `/contacts?segmentId=${vip.id}`)).body,
    ];
    const before = await state();
    await organization.call('DELETE', `/contacts/${id}`);
    expect((await organization.totals()).contacts).toBe(0);
    const { status, body } = await restore(organization, { ids: [id, id.toUpperCase(), MISSING_ID] });
    expect([status, body]).toEqual([200, { data: { count: 1, conflicts: [] } }]);
    expect(await state()).toEqual(before);
    expect((await trash(organization)).data).toEqual([]);
    expect((await restore(organization, { ids: [id] })).data).toEqual({ count: 0, conflicts: [] });
    expect((await organization.contact({ email: 'a@b.example', referralCode: 'A' })).id).toBe(id);
    expect((await organization.call('GET', '/referral-codes')).data).toContainEqual({
      ...code,
      redemptionCount: 1,
    });
  });

  test('restores exactly one deletion', async () => {
    const organization = await api.organization();
    const one = await trashed(organization, 'one@b.example');
    const many = [];
    for (const name of ['a', 'b', 'c'])
      many.push((await organization.contact({ email: `${name}@b.example` })).id);
    const { headers } = await organization.call('DELETE', '/contacts', { ids: [...many, one.id] });
    const deletionId = headers.get('Deletion-Id');
    expect((await restore(organization, { deletionId })).data).toEqual({ count: 3, conflicts: [] });
    expect((await restore(organization, { deletionId })).data).toEqual({ count: 0, conflicts: [] });
    expect((await trash(organization)).data.map(({ id }) => id)).toEqual([one.id]);
    expect((await restore(organization, { deletionId: one.deletionId })).data.count).toBe(1);
    expect((await restore(organization, { deletionId: MISSING_ID })).data.count).toBe(0);
  });

  test('keeps contacts whose email or phone is taken, and says by whom', async () => {
    const organization = await api.organization();
    const both = await trashed(organization, 'a@b.example', '+4930901820');
    const onePhone = await trashed(organization, 'c@b.example', '+4930901821');
    const free = await trashed(organization, 'free@b.example');
    const byEmail = await organization.contact({ email: 'a@b.example' });
    const byPhone = await organization.contact({ phone: '+4930901820' });
    const other = await organization.contact({ phone: '+4930901821' });
    const { data } = await restore(organization, { ids: [both.id, onePhone.id, free.id] });
    expect(data).toEqual({
      count: 1,
      conflicts: [
        { id: both.id, path: 'email', contactId: byEmail.id, message: expect.stringContaining(byEmail.id) },
        { id: both.id, path: 'phone', contactId: byPhone.id, message: expect.stringContaining(byPhone.id) },
        { id: onePhone.id, path: 'phone', contactId: other.id, message: expect.stringContaining(other.id) },
      ],
    });
    expect((await trash(organization)).data.map(({ id }) => id)).toEqual([onePhone.id, both.id]);
    expect((await organization.totals()).contacts).toBe(4);
  });

  test('is purged: only contacts in it', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'A' });
    const gone = await organization.contact({
      email: 'secret@b.example',
      firstname: 'Secret',
      referralCode: 'A',
    });
    await organization.call('PUT', `/contacts/${gone.id}`, { phone: '+4930901820' });
    const live = await organization.contact({ email: 'live@b.example' });
    await organization.call('DELETE', `/contacts/${gone.id}`);
    const { status, body } = await organization.call('DELETE', '/trash', {
      ids: [gone.id, live.id, gone.id, MISSING_ID],
    });
    expect([status, body]).toEqual([200, { data: { count: 1 } }]);
    expect((await restore(organization, { ids: [gone.id] })).data.count).toBe(0);
    expect(await organization.get(live.id)).toMatchObject(live);
    expect((await organization.totals()).contacts).toBe(1);
    for (const ids of [[], ['x']])
      expect((await organization.call('DELETE', '/trash', { ids })).status).toBe(400);
  });

  test('is purged by a bulk change, which cannot be undone', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 452);
    const change = await bulkChange(organization, { type: 'delete' }, { ids: ids.slice(1) });
    await whole(organization, change, 'run');
    const restored = await restore(organization, { ids: ids.slice(450, 451) });
    expect(restored.data.count).toBe(1);
    const purge = { change: { type: 'purge' }, ids: ids.slice(0, 451) };
    const write = await organization.as(['contacts:read', 'contacts:write']);
    expect((await write('POST', '/bulk-changes', purge)).error.message).toContain('contacts:purge');
    for (const filter of [{ search: 'a' }, { segmentMatch: 'none' }]) {
      const filtered = { change: { type: 'purge' }, filter, expectedCount: 1 };
      expect(pathsOf(await organization.call('POST', '/bulk-changes', filtered))).toEqual(['filter']);
    }

    const { data } = await organization.call<BulkChange>('POST', '/bulk-changes', purge);
    expect(await chunk(organization, data)).toMatchObject({ state: 'running', total: 449, changed: 200 });
    expect((await trash(organization)).meta.total).toBe(250);
    await step(organization, data, 'cancel');
    // Resuming or undoing it is refused, and changes nothing.
    for (const verb of ['run', 'undo'])
      expect((await organization.call('POST', `/bulk-changes/${data.id}/${verb}`)).status).toBe(409);
    const rest = await bulkChange(organization, { type: 'purge' }, { ids });
    expect(await whole(organization, rest, 'run')).toMatchObject({
      state: 'finished',
      changed: 250,
      gone: 0,
    });
    expect((await trash(organization)).data).toEqual([]);
    expect((await organization.totals()).contacts).toBe(2);
    expect((await organization.call<BulkChange[]>('GET', '/bulk-changes?undoable=1')).data).toEqual([]);
  });

  test('is emptied by a bulk change that expects its number of contacts', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 4);
    await organization.call('DELETE', '/contacts', { ids: ids.slice(1) });
    const empty = (expectedCount: number) =>
      organization.call<BulkChange>('POST', '/bulk-changes', {
        change: { type: 'purge' },
        filter: {},
        expectedCount,
      });
    const refused = await empty(4);
    expect(refused.status).toBe(412);
    expect(refused.error.details).toMatchObject([{ path: 'expectedCount', count: 3 }]);
    const { data } = await empty(3);
    expect(await whole(organization, data, 'run')).toMatchObject({ state: 'finished', changed: 3 });
    expect((await trash(organization)).data).toEqual([]);
    expect((await organization.totals()).contacts).toBe(1);
  });

  test('is purged automatically after its days, in every organization', async () => {
    const organizations = [await api.organization(), await api.organization()];
    const kept: Contact[] = [];
    for (const organization of organizations) {
      const old = await trashed(organization, 'old@b.example');
      kept.push(await trashed(organization, 'young@b.example'));
      for (const [id, age] of [
        [old.id, '31 days'],
        [kept.at(-1)?.id, '29 days'],
      ])
        await api.query('update contacts set deleted_at = now() - $2::interval where id = $1', [id, age]);
    }
    await api.purgeTrash();
    await api.purgeTrash();
    // The second time there is nothing to do, and no job.
    const jobs = await api.query(
      "select state, progress from jobs where kind = 'trash-purge' and organization_id = any($1)",
      [organizations.map(({ id }) => id)],
    );
    expect(jobs).toEqual([1, 2].map(() => ({ state: 'finished', progress: { purged: 1 } })));
    for (const [index, organization] of organizations.entries()) {
      expect((await trash(organization)).data.map(({ id }) => id)).toEqual([kept[index]?.id]);
      const { data } = await organization.call<Activity[]>('GET', '/activity?pageSize=1');
      expect(data[0]).toMatchObject({ action: 'contact.purged', actor: { kind: 'system', name: 'Trash' } });
    }
  });

  test('is not emptied by a clock that jumps forward: a purge takes the oldest day', async () => {
    const organization = await api.organization();
    const ages = [40, 39.5, 38, 37];
    for (const [n, age] of ages.entries()) {
      const { id } = await trashed(organization, `p${n}@b.example`);
      await api.query("update contacts set deleted_at = now() - $2 * interval '1 day' where id = $1", [
        id,
        age,
      ]);
    }
    const left = async () => (await trash(organization)).meta.total;
    for (let hour = 0; hour < 3; hour++) await api.purgeTrash();
    expect(await left()).toBe(2);
    // Faster than a day brings another, so that a backlog ends.
    const later = "update jobs set created_at = created_at - interval '3 hours' where organization_id = $1";
    await api.query(later, [organization.id]);
    await api.purgeTrash();
    expect(await left()).toBe(1);
  });
});
