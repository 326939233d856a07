import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, chunk, contents, fill, whole } from '../testing/testing-bulk';

/** Contents without versions and times of changes, since an undo is a change. */
const assigned = (organization: TestOrganization) => contents(organization, ['version', 'updated_at']);

describe.each(engines)('bulk change of segments on $name', (engine) => {
  const api = new TestApi(engine);
  const segments = (add: string[], remove: string[]) => ({ type: 'segments' as const, add, remove });
  const titled = async (organization: TestOrganization, ...titles: string[]) => {
    const made = [];
    for (const title of titles) made.push((await organization.segment(title)).id);
    return made as [string, string, string];
  };
  const history = async ({ call }: TestOrganization, id: string) =>
    (await call<Activity[]>('GET', `/activity?subjectId=${id}`)).data;
  const idsOf = ({ segments }: Contact) => segments.map(({ segmentId }) => segmentId);

  test('adds and removes, and leaves other assignments and contacts alone', async () => {
    const organization = await api.organization();
    const [vip, lead, other] = await titled(organization, 'VIP', 'Lead', 'Other');
    const all = [];
    for (const segmentIds of [[], [vip], [other, lead], [vip, lead]])
      all.push(await organization.contact({ email: `${all.length}@b.example`, segmentIds }));
    const [none, has, both, mixed] = all as [Contact, Contact, Contact, Contact];
    const { etag } = await organization.get(mixed.id);
    const change = await bulkChange(organization, segments([vip, vip], [lead]), {
      ids: all.map(({ id }) => id),
    });
    expect(change.change).toEqual(segments([vip], [lead]));
    expect(await whole(organization, change, 'run')).toMatchObject({
      state: 'finished',
      processed: 4,
      changed: 3,
    });
    expect(await organization.get(has.id)).toMatchObject(has);
    expect((await history(organization, has.id)).length).toBe(1);
    for (const [before, expected] of [
      [none, [vip]],
      [both, [other, vip]],
      [mixed, [vip]],
    ] as const) {
      const now = await organization.get(before.id);
      expect(idsOf(now)).toEqual(expected);
      expect(now.updatedAt > before.updatedAt).toBe(true);
      for (const one of before.segments) if (one.segmentId !== lead) expect(now.segments).toContainEqual(one);
      expect((await history(organization, before.id))[0]).toMatchObject({
        action: 'contact.updated',
        before: { segmentIds: idsOf(before) },
        after: { segmentIds: expected },
      });
    }
    expect((await organization.get(mixed.id)).etag).not.toBe(etag);
    expect(await organization.totals()).toEqual({ contacts: 4, segments: { VIP: 4, Lead: 0, Other: 1 } });
  });

  test('undone, leaves no activity newer than the contact', async () => {
    const organization = await api.organization();
    const [vip] = await titled(organization, 'VIP');
    const { id } = await organization.contact({ email: 'a@b.example' });
    const change = await bulkChange(organization, segments([vip], []), { ids: [id] });
    await whole(organization, change, 'run');
    const { updatedAt, etag } = await organization.get(id);
    await whole(organization, change, 'undo');
    const now = await organization.get(id);
    const at = (await history(organization, id))[0]?.at ?? '';
    // Stamped last, so that somebody who polls by it misses nothing.
    expect(at > updatedAt && now.updatedAt >= at).toBe(true);
    expect(now.etag).not.toBe(etag);
  });

  test('does not undo later changes', async () => {
    const organization = await api.organization();
    const [vip, lead, other] = await titled(organization, 'VIP', 'Lead', 'Other');
    const all: Contact[] = [];
    for (let index = 0; index < 6; index++)
      all.push(await organization.contact({ email: `${index}@b.example`, segmentIds: [lead] }));
    const [renamed, reassigned, regained, moved, deleted, left] = all.map(({ id }) => id) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const change = await bulkChange(organization, segments([vip], [lead]), { ids: all.map(({ id }) => id) });
    await whole(organization, change, 'run');
    const put = (id: string, body: object) => organization.call<Contact>('PUT', `/contacts/${id}`, body);
    await put(renamed, { firstname: 'Ana' });
    await put(reassigned, { segmentIds: [] });
    const again = (await put(reassigned, { segmentIds: [vip] })).data;
    const back = (await put(regained, { segmentIds: [vip, lead] })).data;
    await put(moved, { segmentIds: [other, lead] });
    await organization.call('DELETE', `/contacts/${deleted}`);
    expect(await whole(organization, change, 'undo')).toMatchObject({
      state: 'undone',
      changed: 6,
      undone: 4,
    });

    const now = async (id: string) => await organization.get(id);
    const original = (id: string) => all.find((one) => one.id === id) as Contact;
    // Its segments are restored; its time of change stays.
    expect(await now(renamed)).toMatchObject({
      contact: { firstname: 'Ana' },
      segments: original(renamed).segments,
    });
    expect((await now(renamed)).updatedAt > original(renamed).updatedAt).toBe(true);
    // An assignment that was removed and added again stays. What the change removed comes back.
    expect(idsOf(await now(reassigned))).toEqual([lead, vip]);
    expect((await now(reassigned)).segments).toContainEqual(again.segments[0]);
    expect((await now(regained)).segments).toEqual(
      back.segments.filter(({ segmentId }) => segmentId === lead),
    );
    expect(idsOf(await now(moved)).sort()).toEqual([lead, other].sort());
    expect(await now(left)).toMatchObject({ ...original(left), updatedAt: expect.any(String) });
    await organization.call('POST', '/trash/restore', { ids: [deleted] });
    expect(idsOf(await now(deleted))).toEqual([vip]);
    expect(await organization.totals()).toEqual({ contacts: 6, segments: { VIP: 2, Lead: 5, Other: 1 } });
  });

  test('ignores a segment deleted meanwhile', async () => {
    const organization = await api.organization();
    const [vip, lead, other] = await titled(organization, 'VIP', 'Lead', 'Other');
    const { id } = await organization.contact({ email: 'a@b.example', segmentIds: [lead, other] });
    const change = await bulkChange(organization, segments([vip], [lead, other]), { ids: [id] });
    await organization.call('DELETE', `/segments/${vip}`);
    expect(await whole(organization, change, 'run')).toMatchObject({ changed: 1 });
    expect(idsOf(await organization.get(id))).toEqual([]);
    await organization.call('DELETE', `/segments/${other}`);
    expect(await whole(organization, change, 'undo')).toMatchObject({ undone: 1 });
    expect(idsOf(await organization.get(id))).toEqual([lead]);
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 1 } });
  });

  test('of many segments processes fewer contacts at a time', async () => {
    const organization = await api.organization();
    const rows = await api.query<{ id: string }>(
      `insert into segments (organization_id, id, title, color, created_at)
       select $1, gen_random_uuid(), 'S' || n, '#000000', now() from generate_series(1, 100) n returning id`,
      [organization.id],
    );
    const ids = await fill(organization, 60);
    const before = await assigned(organization);
    const change = await bulkChange(
      organization,
      segments(
        rows.map(({ id }) => id),
        [],
      ),
      { ids },
    );
    expect(await chunk(organization, change)).toMatchObject({ state: 'running', processed: 40 });
    expect(await chunk(organization, change)).toMatchObject({ state: 'finished', changed: 60 });
    expect((await organization.totals()).segments).toMatchObject({ S1: 60, S100: 60 });
    await whole(organization, change, 'undo');
    expect(await assigned(organization)).toEqual(before);
  });
});
