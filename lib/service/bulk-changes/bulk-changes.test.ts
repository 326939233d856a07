import { afterEach, describe, expect, test } from 'vitest';
import { ACTOR_HEADER, actorHeader } from '@/lib/contract/actor';
import type { BulkChange, BulkChangeCreate, SegmentCounts } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { ContactFilter } from '@/lib/contract/contact-filter';
import { engines } from '@/lib/database/testing';
import { type Caller, MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, chunk, contents, current, fill, step, whole } from '../testing/testing-bulk';

const deletion = { type: 'delete' as const };

describe.each(engines)('bulk changes on $name', (engine) => {
  const api = new TestApi(engine);
  // So that no chunk is left for the next test.
  afterEach(() => api.jobs.runAll());
  const create = ({ call }: TestOrganization, body: unknown) =>
    call<BulkChange>('POST', '/bulk-changes', body);
  const list = async ({ call }: TestOrganization) => (await call<BulkChange[]>('GET', '/bulk-changes')).data;

  test('are created without changing anything, and can be read', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'a@b.example' });
    const before = await contents(organization);
    const { status, headers, data } = await create(organization, {
      change: deletion,
      ids: [id, id.toUpperCase(), MISSING_ID],
    });
    expect([status, headers.get('Location')]).toEqual([201, `/v1/bulk-changes/${data.id}`]);
    expect(data).toEqual({
      id: data.id,
      change: deletion,
      state: 'running',
      undo: false,
      total: 1,
      processed: 0,
      changed: 0,
      gone: 0,
      undone: 0,
      conflicts: 0,
      error: null,
      createdAt: data.createdAt,
      createdBy: 'First token',
      actor: { kind: 'token', id: await organization.tokenId('First token'), name: 'First token' },
      updatedAt: data.createdAt,
    });
    expect((await organization.call('GET', `/bulk-changes/${data.id}`)).data).toEqual(data);
    expect(await list(organization)).toEqual([data]);
    expect(await contents(organization)).toEqual(before);
  });

  test('are listed latest first, twenty of them', async () => {
    const organization = await api.organization();
    const made = [];
    for (let index = 0; index < 21; index++)
      made.unshift(await bulkChange(organization, deletion, { ids: [MISSING_ID] }));
    expect(await list(organization)).toEqual(made.slice(0, 20));
  });

  test('of one actor are listed, however many others follow', async () => {
    const organization = await api.organization();
    const mine = await bulkChange(organization, deletion, { ids: [MISSING_ID] });
    const other = await organization.as(['contacts:read', 'contacts:write'], { name: 'Shop' });
    for (let index = 0; index < 20; index++)
      await other('POST', '/bulk-changes', { change: deletion, ids: [MISSING_ID] });
    expect(await list(organization)).not.toContainEqual(mine);
    const of = async (id: string | null | undefined) =>
      (await organization.call<BulkChange[]>('GET', `/bulk-changes?createdBy=${id}`)).data;
    expect(await of(mine.actor?.id)).toEqual([mine]);
    const shops = await of(await organization.tokenId('Shop'));
    expect(shops.map(({ createdBy }) => createdBy)).toEqual(Array(20).fill('Shop'));
    expect(await of(MISSING_ID)).toEqual([]);
    for (const query of [
      'createdBy=',
      'createdBy=Shop',
      'createdBy=%00',
      'by=Shop',
      'type=all',
      'underWay=no',
      'undoable=0',
      'before=1',
    ])
      expect((await organization.call('GET', `/bulk-changes?${query}`)).status, query).toBe(400);
  });

  test('that can be undone are listed, however many others follow', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const ids = await fill(organization, 6);
    const vip = (await call<{ id: string }>('POST', '/segments', { title: 'VIP' })).data.id;
    const change = async (of: BulkChangeCreate['change'], ids: string[]) =>
      whole(organization, await bulkChange(organization, of, { ids }), 'run');
    const segments = await change({ type: 'segments', add: [vip], remove: [] }, ids);
    const [three, two, undone] = [
      await change(deletion, ids.slice(0, 3)),
      await change(deletion, ids.slice(3, 5)),
      await change(deletion, ids.slice(5)),
    ];
    await whole(organization, undone, 'undo');
    for (let index = 0; index < 20; index++) await bulkChange(organization, deletion, { ids: [MISSING_ID] });
    const found = async (query: string) => (await call<BulkChange[]>('GET', `/bulk-changes?${query}`)).data;
    expect(await found('type=delete&undoable=1')).toEqual([two, three]);
    expect(await found('undoable=3')).toEqual([three, segments]);
    expect(await found('type=segments')).toEqual([segments]);
    expect(await found(`before=${two.id}`)).toEqual([three, segments]);
    expect(await found(`before=${segments.id}`)).toEqual([]);

    // What has left the trash cannot be undone.
    await call('DELETE', '/trash', { ids: ids.slice(0, 2) });
    await call('POST', '/trash/restore', { ids: ids.slice(3, 5) });
    expect(await found('type=delete&undoable=1')).toEqual([three]);
    expect(await found('type=delete&undoable=2')).toEqual([]);
  });

  test('in progress are listed, however many others follow', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1);
    const undone = await whole(organization, await bulkChange(organization, deletion, { ids }), 'run');
    for (let index = 0; index < 20; index++) await bulkChange(organization, deletion, { ids: [MISSING_ID] });
    const undoing = await step(organization, undone, 'undo');
    expect(undoing).toMatchObject({ state: 'undoing', undo: true });
    expect(await list(organization)).not.toContainEqual(undoing);
    const underWay = async () =>
      (await organization.call<BulkChange[]>('GET', '/bulk-changes?underWay=true')).data;
    expect(await underWay()).toEqual([undoing]);
    const cancelled = await step(organization, undone, 'cancel');
    expect(cancelled).toMatchObject({ state: 'cancelled', undo: true });
    expect(await underWay()).toEqual([]);
  });

  test('of no contacts finish immediately', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'a@b.example' });
    await organization.call('DELETE', `/contacts/${id}`);
    for (const selection of [{ ids: [id, MISSING_ID] }, { filter: {}, expectedCount: 0 }]) {
      const change = await bulkChange(organization, deletion, selection);
      expect(change).toMatchObject({ state: 'finished', total: 0 });
      expect(await step(organization, change, 'run')).toEqual(change);
      expect(await whole(organization, change, 'undo')).toMatchObject({ state: 'undone', total: 0 });
    }
  });

  test('have the same contacts as a list with the same filter, and the same count', async () => {
    const organization = await api.organization();
    const vip = (await organization.segment('VIP')).id;
    const lead = (await organization.segment('Lead')).id;
    const all = [[], [vip], [lead], [vip, lead], []];
    for (const [index, segmentIds] of all.entries())
      for (const name of ['Ana', 'Ben'])
        await organization.contact({ email: `${index}${name}@b.example`, firstname: name, segmentIds });
    const gone = await organization.contact({ email: 'gone@b.example', firstname: 'Ana', segmentIds: [vip] });
    await organization.call('DELETE', `/contacts/${gone.id}`);
    const filters: [ContactFilter, number][] = [
      [{}, 10],
      [{ search: 'ána b.example' }, 5],
      [{ search: '%' }, 0],
      [{ search: '1ana@b.example' }, 1],
      [{ search: '1ana@b.example', segmentId: ['none', vip] }, 1],
      [{ segmentId: [vip, lead] }, 6],
      [{ segmentId: ['none', lead], search: 'ben' }, 4],
      [{ segmentId: [MISSING_ID] }, 0],
      [{ segmentMatch: 'none' }, 10],
      [{ segmentId: ['none', vip], segmentMatch: 'none' }, 2],
    ];
    for (const [filter, count] of filters) {
      const query = new URLSearchParams({ pageSize: '100' });
      if (filter.search) query.set('search', filter.search);
      for (const id of filter.segmentId ?? []) query.append('segmentId', id);
      if (filter.segmentMatch) query.set('segmentMatch', filter.segmentMatch);
      const listed = (await organization.call<Contact[]>('GET', `/contacts?${query}`)).data;
      const counted = await organization.call<SegmentCounts>('POST', '/contacts/segment-counts', { filter });
      const expected = [vip, lead]
        .map((segmentId) => ({
          segmentId,
          count: listed.filter(({ segments }) => segments.some((one) => one.segmentId === segmentId)).length,
        }))
        .filter((one) => one.count > 0);
      const { fingerprint } = counted.data;
      expect(counted.data, JSON.stringify(filter)).toEqual({ total: count, segments: expected, fingerprint });
      const named = { ids: [...listed.map(({ id }) => id), MISSING_ID, gone.id] };
      expect((await organization.call('POST', '/contacts/segment-counts', named)).data).toEqual(counted.data);
      const change = await bulkChange(organization, deletion, {
        filter,
        expectedCount: count,
        expectedFingerprint: fingerprint,
      });
      const rows = await api.query<{ id: string }>(
        'select unnest(contact_ids) as id from bulk_change_chunks where bulk_change_id = $1 order by 1',
        [change.id],
      );
      expect([change.total, rows.map(({ id }) => id)]).toEqual([count, listed.map(({ id }) => id).sort()]);
    }
  });

  test('keep their contacts, whatever matches by the time they run', async () => {
    const organization = await api.organization();
    const vip = (await organization.segment('VIP')).id;
    const ids = [];
    for (const name of ['a', 'b'])
      ids.push((await organization.contact({ email: `${name}@b.example`, segmentIds: [vip] })).id);
    const change = await bulkChange(organization, deletion, {
      filter: { segmentId: [vip] },
      expectedCount: 2,
    });
    await organization.call('PUT', `/contacts/${ids[0]}`, { segmentIds: [] });
    const late = await organization.contact({ email: 'late@b.example', segmentIds: [vip] });
    expect(await whole(organization, change, 'run')).toMatchObject({
      state: 'finished',
      processed: 2,
      changed: 2,
    });
    expect((await organization.call<Contact[]>('GET', '/contacts')).data.map(({ id }) => id)).toEqual([
      late.id,
    ]);
  });

  test('are refused with the new count if it is not as expected', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1_234);
    for (const [selection, count, message] of [
      [{ filter: {}, expectedCount: 1_235 }, 1_234, '1,234 contacts match now, not 1,235.'],
      [
        { filter: {}, expectedCount: 2 ** 53 - 1 },
        1_234,
        '1,234 contacts match now, not 9,007,199,254,740,991.',
      ],
      [{ filter: { search: '77@' }, expectedCount: 0 }, 12, '12 contacts match now, not 0.'],
      [{ filter: { search: '1233@' }, expectedCount: 2 }, 1, '1 contact matches now, not 2.'],
      [{ ids: [...ids.slice(0, 3), MISSING_ID], expectedCount: 4 }, 3, '3 contacts match now, not 4.'],
    ] as const) {
      const { status, error } = await create(organization, { change: deletion, ...selection });
      expect([status, error]).toEqual([
        412,
        {
          code: 'PRECONDITION_FAILED',
          message: 'The number of contacts has changed.',
          details: [{ path: 'expectedCount', message, count, fingerprint: expect.any(String) }],
        },
      ]);
    }
    expect(await list(organization)).toEqual([]);
    expect(
      await api.query('select from bulk_change_chunks where organization_id = $1', [organization.id]),
    ).toEqual([]);
  });

  test('are refused if other contacts match, even as many as expected', async () => {
    const organization = await api.organization();
    const vip = (await organization.segment('VIP')).id;
    const filter = { segmentId: [vip] };
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push((await organization.contact({ email: `${name}@b.example`, segmentIds: [vip] })).id);
    const counted = async (selection: object) =>
      (await organization.call<SegmentCounts>('POST', '/contacts/segment-counts', selection)).data;
    const { fingerprint: expectedFingerprint } = await counted({ filter });
    const meant = { change: deletion, filter, expectedCount: 3, expectedFingerprint };
    // The same contacts, whatever their values and order.
    await organization.call('PUT', `/contacts/${ids[0]}`, { email: 'z@b.example' });
    expect((await create(organization, meant)).status).toBe(201);
    expect(await counted({ ids: ids.toReversed() })).toMatchObject({ fingerprint: expectedFingerprint });

    await organization.call('PUT', `/contacts/${ids[0]}`, { segmentIds: [] });
    await organization.contact({ email: 'late@b.example', segmentIds: [vip] });
    const { fingerprint } = await counted({ filter });
    expect((await create(organization, meant)).error).toEqual({
      code: 'PRECONDITION_FAILED',
      message: 'Other contacts match now.',
      details: [
        {
          path: 'expectedFingerprint',
          message: '3 contacts match now, but not the same as before.',
          count: 3,
          fingerprint,
        },
      ],
    });
    expect(await list(organization)).toHaveLength(1);
    expect((await create(organization, { ...meant, expectedFingerprint: fingerprint })).status).toBe(201);
    const named = { change: deletion, ids, expectedFingerprint: fingerprint };
    expect((await create(organization, named)).error.details).toMatchObject([
      { path: 'expectedFingerprint' },
    ]);
  });

  test('report all problems of a request', async () => {
    const organization = await api.organization();
    const vip = (await organization.segment('VIP')).id;
    const segments = (add: unknown[], remove: unknown[]) => ({
      change: { type: 'segments', add, remove },
      ids: [vip],
    });
    const many = Array.from({ length: 10_001 }, () => MISSING_ID);
    const wrong: [unknown, string[]][] = [
      [null, ['']],
      [[], ['']],
      [{}, ['', 'change']],
      [{ change: {}, filter: {} }, ['change.type', 'expectedCount']],
      [{ change: deletion }, ['']],
      [{ change: deletion, ids: [vip], filter: {}, expectedCount: 1 }, ['']],
      [{ change: deletion, filter: {} }, ['expectedCount']],
      [{ change: deletion, filter: {}, expectedCount: -1 }, ['expectedCount']],
      [{ change: deletion, filter: {}, expectedCount: '1' }, ['expectedCount']],
      [{ change: deletion, ids: [vip], expectedFingerprint: '1\0' }, ['expectedFingerprint']],
      [{ change: deletion, ids: [vip], expectedFingerprint: 1 }, ['expectedFingerprint']],
      [
        { change: deletion, filter: { searched: 'x', segmentId: ['x'] }, expectedCount: 1 },
        ['filter.searched', 'filter.segmentId.0'],
      ],
      [{ change: deletion, ids: [] }, ['ids']],
      [{ change: deletion, ids: many }, ['ids']],
      [{ change: deletion, ids: ['x'] }, ['ids.0']],
      [{ change: { type: 'delete', add: [] }, ids: [vip] }, ['change.add']],
      [{ change: { type: 'merge' }, ids: [vip] }, ['change.type']],
      [{ change: 'delete', ids: [vip] }, ['change']],
      [segments([], []), ['change']],
      [segments([vip], [MISSING_ID, vip.toUpperCase()]), ['change.remove.1']],
      [segments([vip, MISSING_ID], []), ['change.add.1']],
      [
        segments([MISSING_ID], [vip, MISSING_ID.replace('dead', 'beef')]),
        ['change.add.0', 'change.remove.1'],
      ],
      [segments(['x'], []), ['change.add.0']],
    ];
    for (const [body, paths] of wrong) {
      const answer = await create(organization, body);
      expect([answer.status, pathsOf(answer).sort()], JSON.stringify(body).slice(0, 200)).toEqual([
        400,
        paths,
      ]);
      for (const { message } of answer.error.details) expect(message).toMatch(/^[A-Z].*\.$/);
    }
    for (const body of [{}, { ids: [vip], filter: {} }, { ids: many }])
      expect((await organization.call('POST', '/contacts/segment-counts', body)).status).toBe(400);
    expect(await list(organization)).toEqual([]);
  });

  test('are distinguished by the id of their actor, not the name', async () => {
    const organization = await api.organization();
    const ana = { id: '0198c0de-7a11-7000-8000-0000000000a0', name: 'Ana <ana@acme.example>' };
    const call = await organization.console();
    const headers = { [ACTOR_HEADER]: actorHeader(ana) };
    const body = { change: deletion, ids: [MISSING_ID] };
    const hers = (await call<BulkChange>('POST', '/bulk-changes', body, headers)).data;
    const twin = await organization.as(['contacts:read', 'contacts:write'], { name: ana.name });
    const theirs = (await twin<BulkChange>('POST', '/bulk-changes', body, headers)).data;
    expect(theirs.createdBy).toBe(hers.createdBy);
    expect(theirs.actor).toMatchObject({ kind: 'token' });
    const found = await organization.call<BulkChange[]>('GET', `/bulk-changes?createdBy=${ana.id}`);
    expect(found.data).toEqual([hers]);
    expect((await call('GET', '/bulk-changes?createdBy=me', undefined, headers)).data).toEqual([hers]);
    expect((await twin('GET', '/bulk-changes?createdBy=me', undefined, headers)).data).toEqual([theirs]);
    expect((await call('GET', '/bulk-changes?createdBy=me')).data).toEqual([]);
  });

  test('are refused while too many contacts are waiting', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1_500);
    const stored = () =>
      api.query('select from bulk_change_chunks where organization_id = $1', [organization.id]);
    const change = { change: deletion, ids };
    for (const verb of ['undo', 'run'] as const) {
      const waiting = await bulkChange(organization, deletion, { ids });
      // As if created for so many.
      const total = (count: number) =>
        api.query(
          "update jobs set progress = progress || jsonb_build_object('total', $2::int) where id = $1",
          [waiting.id, count],
        );
      await total(2_000_000);
      const before = await stored();
      const refused = await create(organization, change);
      expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
      expect(refused.error.message).toContain('2,000,000 contacts');
      expect(await stored()).toEqual(before);
      expect((await create(await api.organization(), change)).status).toBe(201);
      await whole(organization, waiting, verb);
      expect((await create(organization, change)).status).toBe(201);
      await api.jobs.runAll();
      await api.query('update contacts set deleted_at = null where organization_id = $1', [organization.id]);
    }
  });

  test('that are running can be undone, and the rest stays the same', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 2_500);
    const before = await contents(organization);
    const change = await bulkChange(organization, deletion, { ids });
    await chunk(organization, change);
    await chunk(organization, change);
    expect(await step(organization, change, 'undo')).toMatchObject({ state: 'undoing', undone: 0 });
    const undoing = await chunk(organization, change);
    expect(undoing).toMatchObject({ state: 'undoing', processed: 2_000, changed: 2_000, undone: 1_000 });
    expect(await step(organization, change, 'run')).toEqual(undoing);
    // A cancelled undo keeps its progress, and can be resumed.
    const left = await step(organization, change, 'cancel');
    expect(left).toEqual({ ...undoing, state: 'cancelled', updatedAt: left.updatedAt });
    expect(left.updatedAt >= undoing.updatedAt).toBe(true);
    for (const verb of ['run', 'cancel'] as const)
      expect(await step(organization, change, verb)).toEqual(left);
    expect((await organization.totals()).contacts).toBe(1_500);
    const undone = await whole(organization, change, 'undo');
    expect(undone).toMatchObject({ state: 'undone', undone: 2_000, conflicts: 0 });
    for (const verb of ['run', 'cancel', 'undo'] as const)
      expect(await step(organization, change, verb)).toEqual(undone);
    expect(await contents(organization)).toEqual(before);
    // Its list of contacts is no longer needed.
    const chunks = await api.query('select from bulk_change_chunks where bulk_change_id = $1', [change.id]);
    expect(chunks).toEqual([]);
  });

  test('created again with the same key are the same, or a conflict with another body', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 2);
    const body = { change: deletion, filter: {}, expectedCount: 2 };
    const make = (key: string, sent: object = body, { call }: { call: Caller } = organization) =>
      call<BulkChange>('POST', '/bulk-changes', sent, { 'Idempotency-Key': key });
    const [first, twin] = await Promise.all([make('a'), make('a')]);
    expect([first.status, twin.status, twin.data]).toEqual([201, 201, first.data]);
    expect(twin.headers.get('Location')).toBe(first.headers.get('Location'));
    await whole(organization, first.data, 'run');
    // Even though no contact matches any more.
    expect((await make('a')).data).toMatchObject({ id: first.data.id, state: 'finished', changed: 2 });
    const other = await make('a', { ...body, expectedCount: 0 });
    expect([other.status, other.error.code]).toEqual([409, 'CONFLICT']);
    // Refusals are not stored, and keys are per token.
    expect((await make('b')).status).toBe(412);
    const empty = { change: deletion, ids };
    expect((await make('b', empty)).data.id).not.toBe(first.data.id);
    const call = await organization.as(['contacts:read', 'contacts:write']);
    expect((await make('a', empty, { call })).data.id).not.toBe(first.data.id);
    expect(await list(organization)).toHaveLength(3);
    for (const key of ['', 'ä', 'a b', 'x'.repeat(256)])
      expect(pathsOf(await make(key)), key).toEqual(['Idempotency-Key']);
  });

  test('fail when the token that created them is revoked', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1_500);
    const call = await organization.as(['contacts:read', 'contacts:write'], { name: 'Shop' });
    const { data } = await call<BulkChange>('POST', '/bulk-changes', { change: deletion, ids });
    await chunk(organization, data);
    await api.query("update api_tokens set revoked_at = now() where organization_id = $1 and name = 'Shop'", [
      organization.id,
    ]);
    const failed = await whole(organization, data, 'run');
    expect(failed).toMatchObject({ state: 'failed', processed: 1_000 });
    expect(failed.error).toBe('The API token that started this was revoked or has expired.');
    // Resuming it continues with the new token.
    await step(organization, data, 'run');
    expect(await whole(organization, data, 'run')).toMatchObject({ state: 'finished', changed: 1_500 });
  });

  test('are deleted with the contacts they deleted', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'a@b.example' });
    const [old, young] = [
      await bulkChange(organization, deletion, { ids: [id] }),
      await bulkChange(organization, deletion, { ids: [id] }),
    ];
    await step(organization, old, 'cancel');
    await api.query("update jobs set updated_at = updated_at - interval '31 days' where id = $1", [old.id]);
    await api.purgeTrash();
    expect(await list(organization)).toEqual([await current(organization, young)]);
    const chunks = await api.query(
      'select bulk_change_id as id from bulk_change_chunks where organization_id = $1',
      [organization.id],
    );
    expect(chunks).toEqual([{ id: young.id }]);
    expect((await organization.call('POST', `/bulk-changes/${old.id}/run`)).status).toBe(404);
  });

  test('are kept while any contact they deleted is in the trash', async () => {
    const organization = await api.organization();
    const ids = await fill(organization, 1_001);
    const change = await bulkChange(organization, deletion, { ids });
    const age = (table: string, column: string) =>
      api.query(
        `update ${table} set ${column} = now() - interval '30 days 12 hours' where organization_id = $1 and ${column} is not null`,
        [organization.id],
      );
    await chunk(organization, change);
    await age('contacts', 'deleted_at');
    await chunk(organization, change);
    await age('jobs', 'updated_at');
    await api.purgeTrash();
    expect(await whole(organization, change, 'undo')).toMatchObject({ state: 'undone', undone: 1 });
    await age('jobs', 'updated_at');
    await api.purgeTrash();
    expect(await list(organization)).toEqual([]);
  });
});
