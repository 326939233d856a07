import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { ValueCounts } from '@/lib/contract/bulk-change';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { bulkChange, contents, whole } from '../testing/testing-bulk';

const set = (field: 'company' | 'jobtitle', value: string | null) => ({
  type: 'field' as const,
  field,
  value,
});

describe.each(engines)('bulk change of a field on $name', (engine) => {
  const api = new TestApi(engine);
  const count = async ({ call }: TestOrganization, body: object) =>
    (await call<ValueCounts>('POST', '/contacts/value-counts', body)).data;
  const companyOf = async (organization: TestOrganization, id: string) =>
    (await organization.get(id)).contact.company;

  test('is previewed, run and undone, and recorded for each contact', async () => {
    const organization = await api.organization();
    const made = [];
    for (const company of ['Acme', 'acme', 'Beta', 'Beta', null])
      made.push(await organization.contact({ email: `${made.length}@b.example`, company }));
    const ids = made.map(({ id }) => id);
    const { fingerprint, ...counts } = await count(organization, { ids, field: 'company', value: ' Acme ' });
    expect(counts).toEqual({
      total: 5,
      same: 1,
      empty: 1,
      values: [
        { value: 'Beta', count: 2 },
        { value: 'acme', count: 1 },
      ],
    });
    expect(await count(organization, { filter: {}, field: 'company' })).toMatchObject({
      total: 5,
      same: 1,
      values: [
        { value: expect.stringMatching(/acme/i), count: 2 },
        { value: 'Beta', count: 2 },
      ],
      fingerprint,
    });
    expect((await count(organization, { filter: {}, field: 'company', limit: 1 })).values).toHaveLength(1);
    expect(await count(organization, { filter: {}, field: 'company', countLimit: 3 })).toMatchObject({
      total: 3,
    });
    const filter = { companyContains: 'a' };
    expect(
      (await organization.call('POST', '/contacts/segment-counts', { filter, countLimit: 1 })).data,
    ).toMatchObject({
      total: 1,
      segments: [],
    });
    expect(await count(organization, { filter, field: 'jobtitle', value: 'CEO' })).toMatchObject({
      total: 2,
      same: 0,
      empty: 2,
    });

    const before = await contents(organization, ['version', 'updated_at']);
    const change = await bulkChange(organization, set('company', ' Acme '), {
      filter: {},
      expectedCount: 5,
      expectedFingerprint: fingerprint,
    });
    expect(change.change).toEqual(set('company', 'Acme'));
    const done = await whole(organization, change, 'run');
    expect(done).toMatchObject({ state: 'finished', total: 5, processed: 5, changed: 4, gone: 0 });
    for (const { id } of made) expect(await companyOf(organization, id)).toBe('Acme');
    const [entry] = (await organization.call<Activity[]>('GET', `/activity?subjectId=${ids[2]}`)).data;
    expect(entry).toMatchObject({
      action: 'contact.updated',
      before: { company: 'Beta' },
      after: { company: 'Acme' },
    });
    expect((await organization.call<Activity[]>('GET', `/activity?subjectId=${ids[0]}`)).data).toHaveLength(
      1,
    );
    expect((await organization.call<unknown[]>('GET', '/bulk-changes?type=field&undoable=4')).data).toEqual([
      done,
    ]);

    expect(await whole(organization, done, 'undo')).toMatchObject({ state: 'undone', undone: 4 });
    expect(await contents(organization, ['version', 'updated_at'])).toEqual(before);
  });

  test('clears, keeps what was changed since, and passes over who is in the trash', async () => {
    const organization = await api.organization();
    const [kept, later, gone] = await Promise.all(
      ['Kept', 'Later', 'Gone'].map((company) =>
        organization.contact({ email: `${company}@b.example`, company }),
      ),
    );
    const ids = [kept, later, gone].map((one) => one?.id as string);
    const change = await bulkChange(organization, set('company', null), { ids });
    await organization.call('DELETE', `/contacts/${gone?.id}`);
    expect(await whole(organization, change, 'run')).toMatchObject({ changed: 2, gone: 1 });
    expect(await companyOf(organization, kept?.id as string)).toBeUndefined();
    await organization.call('PUT', `/contacts/${later?.id}`, { company: 'Newer' });
    expect(await whole(organization, change, 'undo')).toMatchObject({ state: 'undone', undone: 1 });
    expect(await companyOf(organization, kept?.id as string)).toBe('Kept');
    expect(await companyOf(organization, later?.id as string)).toBe('Newer');
    await organization.call('POST', '/trash/restore', { ids: [gone?.id] });
    expect(await companyOf(organization, gone?.id as string)).toBe('Gone');
  });

  test('leaves nothing of who is deleted forever, and is undone for the others', async () => {
    const organization = await api.organization();
    const [ana, ben] = await Promise.all(
      ['ana', 'ben'].map((name) =>
        organization.contact({ email: `${name}@b.example`, jobtitle: `Canary of ${name}` }),
      ),
    );
    const change = await bulkChange(organization, set('jobtitle', 'CEO'), {
      ids: [ana?.id as string, ben?.id as string],
    });
    await whole(organization, change, 'run');
    await organization.call('DELETE', `/contacts/${ana?.id}`);
    await organization.call('DELETE', '/trash', { ids: [ana?.id] });
    const kept = await api.query('select field_changes from bulk_change_chunks where bulk_change_id = $1', [
      change.id,
    ]);
    expect(kept).toEqual([{ field_changes: { [ben?.id as string]: 'Canary of ben' } }]);
    expect(await whole(organization, change, 'undo')).toMatchObject({ state: 'undone', undone: 1 });
  });

  test('sets own fields of each type, counts their values, and undoes it', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const options = [{ label: 'Basic' }, { label: 'Pro' }];
    for (const body of [
      { label: 'Plan', type: 'choice', options },
      { label: 'Tags', type: 'choices', options },
      { label: 'Score', type: 'number' },
      { label: 'Vip', type: 'boolean' },
      { label: 'CRM id', type: 'id' },
    ])
      expect((await call('POST', '/fields', body)).status).toBe(201);
    const first = { plan: 'pro', tags: ['basic', 'pro'], score: '7', vip: false };
    const ana = await organization.contact({ email: 'ana@b.example', fields: first });
    const ben = await organization.contact({ email: 'ben@b.example', fields: { plan: 'basic' } });
    await organization.contact({ email: 'cy@b.example' });
    const fieldsOf = async (id: string) => (await organization.get(id)).fields;

    for (const [field, value, values] of [
      ['fields.plan', 'basic', [{ value: 'pro', count: 1 }]],
      ['fields.tags', ['pro', 'basic'], []],
      ['fields.tags', ['pro'], [{ value: '["basic", "pro"]', count: 1 }]],
      ['fields.score', 8, [{ value: '7', count: 1 }]],
      ['fields.vip', true, [{ value: 'false', count: 1 }]],
    ] as const)
      expect(await count(organization, { filter: {}, field, value })).toMatchObject({ total: 3, values });

    for (const [field, values] of [
      [
        'fields.tags',
        [
          { value: 'basic', count: 1 },
          { value: 'pro', count: 1 },
        ],
      ],
      [
        'fields.plan',
        [
          { value: 'basic', count: 1 },
          { value: 'pro', count: 1 },
        ],
      ],
      ['fields.vip', [{ value: 'false', count: 1 }]],
    ] as const)
      expect((await count(organization, { filter: {}, field, each: true })).values).toEqual(values);

    const before = await contents(organization, ['version', 'updated_at']);
    const all = { filter: {}, expectedCount: 3 };
    for (const [field, value, stored, changed] of [
      ['fields.plan', 'basic', 'basic', 2],
      ['fields.tags', ['pro', 'basic'] as string[], ['basic', 'pro'], 2],
      ['fields.score', '8.50', '8.50', 3],
      ['fields.vip', null, undefined, 1],
    ] as const) {
      const change = await bulkChange(organization, { type: 'field', field, value }, all);
      const done = await whole(organization, change, 'run');
      expect(done).toMatchObject({ state: 'finished', changed });
      expect((await fieldsOf(ana.id))?.[field.slice('fields.'.length)]).toEqual(stored);
      expect(await whole(organization, done, 'undo')).toMatchObject({ state: 'undone', undone: changed });
    }
    expect(await contents(organization, ['version', 'updated_at'])).toEqual(before);

    // What was changed since stays.
    const change = await bulkChange(organization, { type: 'field', field: 'fields.plan', value: null }, all);
    await whole(organization, change, 'run');
    await call('PUT', `/contacts/${ben.id}`, { fields: { plan: 'pro' } });
    expect(await whole(organization, change, 'undo')).toMatchObject({ undone: 1 });
    expect([await fieldsOf(ana.id), await fieldsOf(ben.id)]).toMatchObject([first, { plan: 'pro' }]);

    for (const [field, value, path] of [
      ['fields.none', 'x', 'change.field'],
      ['fields.crm_id', 'x', 'change.field'],
      ['fields.score', 'many', 'change.value'],
      ['fields.plan', 'free', 'change.value'],
    ] as const) {
      const answer = await call('POST', '/bulk-changes', {
        change: { type: 'field', field, value },
        ...all,
      });
      expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
    }
  });

  test('names what is wrong', async () => {
    const { call } = await api.organization();
    const ask = async (change: object) =>
      pathsOf(await call('POST', '/bulk-changes', { change, filter: {}, expectedCount: 0 }));
    expect(await ask({ type: 'field', field: 'email', value: 'a@b.example' })).toEqual(['change.field']);
    expect(await ask({ type: 'field', field: 'company' })).toEqual(['change.value']);
    expect(await ask({ type: 'field', field: 'company', value: 'x'.repeat(201) })).toEqual(['change.value']);
    expect(pathsOf(await call('POST', '/contacts/value-counts', { field: 'email' }))).toEqual(['field', '']);
    const limited = { filter: {}, field: 'company', countLimit: 0 };
    expect(pathsOf(await call('POST', '/contacts/value-counts', limited))).toEqual(['countLimit']);
  });
});
