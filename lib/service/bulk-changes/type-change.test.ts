import { describe, expect, test } from 'vitest';
import type { BulkChange } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import type { Field, FieldValues } from '@/lib/contract/field';
import type { FieldTypePlan } from '@/lib/contract/field-type';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { chunk, whole } from '../testing/testing-bulk';

const add = async ({ call }: TestOrganization, body: object) =>
  (await call<Field>('POST', '/fields', body)).data;

/** Contacts named a, b and so on, each with the value in a field. */
async function withValues(
  organization: TestOrganization,
  key: string,
  values: unknown[],
): Promise<Contact[]> {
  const made: Contact[] = [];
  for (const [index, value] of values.entries())
    made.push(
      await organization.contact({
        email: `${String.fromCharCode(97 + index)}@x.example`,
        ...(value !== undefined && { fields: { [key]: value } }),
      }),
    );
  return made;
}

/** The value of each contact in a field, `null` for none, those in the trash included. */
async function valuesOf({ api, id }: TestOrganization, key: string) {
  const rows = await api.query<{ fields: FieldValues | null }>(
    'select fields from contacts where organization_id = $1 and merged_into is null order by email',
    [id],
  );
  return rows.map(({ fields }) => fields?.[key] ?? null);
}

const preview = async ({ call }: TestOrganization, { id }: Field, body: object) =>
  (await call<FieldTypePlan>('POST', `/fields/${id}/type/preview`, body)).data;

/** Changes the type of a field, without running a chunk. */
async function begin(organization: TestOrganization, field: Field, body: object): Promise<BulkChange> {
  const { inconvertible } = await preview(organization, field, body);
  const answer = await organization.call<BulkChange>('POST', `/fields/${field.id}/type`, {
    ...body,
    clear: inconvertible,
  });
  expect(answer.status).toBe(201);
  return answer.data;
}

const change = async (organization: TestOrganization, field: Field, body: object) =>
  whole(organization, await begin(organization, field, body), 'run');

describe.each(engines)('changes of type on $name', (engine) => {
  const api = new TestApi(engine);

  test('are counted first, then convert all values, those in the trash included, and are undone as one', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Seats', type: 'text' });
    const values = ['777', '1 234,50', 'many', '0042', undefined, '12', 'many'];
    const contacts = await withValues(organization, 'seats', values);
    await call('DELETE', `/contacts/${contacts[5]?.id}`);
    expect(await preview(organization, field, { type: 'number' })).toEqual({
      convertible: 3,
      inconvertible: 3,
      examples: [
        { contactId: contacts[2]?.id, value: 'many', message: 'Not a number.', count: 2 },
        { contactId: contacts[3]?.id, value: '0042', message: 'Leading zeros would be lost.', count: 1 },
      ],
    });
    const few = await call('POST', `/fields/${field.id}/type`, { type: 'number', clear: 1 });
    expect([few.status, few.error?.details[0]?.count]).toEqual([412, 3]);
    const done = await change(organization, field, { type: 'number' });
    expect(done).toMatchObject({
      change: { type: 'fieldType', label: 'Seats', from: 'text', to: 'number' },
      state: 'finished',
      changed: 6,
      cleared: 3,
    });
    expect(await valuesOf(organization, 'seats')).toEqual(['777', '1234.50', null, null, null, '12', null]);
    const { data: history } = await call<{ before: object; after: object }[]>(
      'GET',
      `/activity?subjectId=${contacts[2]?.id}`,
    );
    expect(history[0]).toMatchObject({ before: { 'fields.seats': 'many' }, after: {} });
    const { data: entries } = await call<{ before: object; after: object }[]>(
      'GET',
      `/activity?subjectId=${field.id}`,
    );
    expect(entries[0]).toMatchObject({
      before: { type: 'text' },
      after: { type: 'number', values: 3, cleared: 3, bulkChangeId: done.id },
    });
    const finds = async (text: string) =>
      (await call<Contact[]>('GET', `/contacts?fields.seats.contains=${text}`)).data?.length;

    const undone = await whole(organization, done, 'undo');
    expect([await finds('777'), await finds('many')]).toEqual([1, 2]);
    expect(undone).toMatchObject({ state: 'undone', undone: 6 });
    expect(undone.kept).toBeUndefined();
    expect(await valuesOf(organization, 'seats')).toEqual(values.map((value) => value ?? null));
    expect((await call<Field[]>('GET', '/fields')).data[0]?.type).toBe('text');
  });

  test('to choices make options of the values, and labels back', async () => {
    const organization = await api.organization();
    const field = await add(organization, { label: 'Plan', type: 'text' });
    await withValues(organization, 'plan', ['Pro', 'Free trial', 'Pro']);
    const options = [
      { value: 'free_trial', label: 'Free trial', color: null },
      { value: 'pro', label: 'Pro', color: null },
    ];
    expect(await preview(organization, field, { type: 'choice' })).toMatchObject({
      inconvertible: 0,
      options,
    });
    await change(organization, field, { type: 'choice' });
    expect(await valuesOf(organization, 'plan')).toEqual(['pro', 'free_trial', 'pro']);
    await change(organization, field, { type: 'choices' });
    expect(await valuesOf(organization, 'plan')).toEqual([['pro'], ['free_trial'], ['pro']]);
    await change(organization, field, { type: 'text' });
    expect(await valuesOf(organization, 'plan')).toEqual(['Pro', 'Free trial', 'Pro']);
    const given = { type: 'choices', options: [{ label: 'Pro' }] };
    expect(await preview(organization, field, given)).toMatchObject({ convertible: 2, inconvertible: 1 });
    const many = await add(organization, { label: 'Code', type: 'text' });
    await withValues(
      organization,
      'code',
      Array.from({ length: 101 }, (_, index) => `c${index}`),
    ).catch(() => {});
    await api.query(
      `insert into contacts (organization_id, id, email, created_at, updated_at, fields)
       select $1, gen_random_uuid(), n || '@many.example', now(), now(), jsonb_build_object('code', 'c' || n)
       from generate_series(1, 101) n`,
      [organization.id],
    );
    const refused = await organization.call('POST', `/fields/${many.id}/type/preview`, { type: 'choice' });
    expect([refused.status, pathsOf(refused)]).toEqual([400, ['options']]);
  });

  test('to choices give labels back when they are undone, also of options added or renamed since', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Plan', type: 'text' });
    const [a] = await withValues(organization, 'plan', ['Pro', 'Free', 'Pro']);
    const done = await change(organization, field, { type: 'choice' });
    const options = [
      { value: 'free', label: 'Free of charge' },
      { value: 'pro', label: 'Pro' },
      { label: 'Gold' },
    ];
    expect((await call('PUT', `/fields/${field.id}`, { options })).status).toBe(200);
    for (const [email, plan] of [
      ['a', 'gold'],
      ['d', 'free'],
    ])
      await call('POST', '/contacts', { email: `${email}@x.example`, fields: { plan } });
    const undone = await whole(organization, done, 'undo');
    expect(await valuesOf(organization, 'plan')).toEqual(['Gold', 'Free', 'Pro', 'Free of charge']);
    expect(undone.kept).toMatchObject([{ contactId: a?.id, reason: 'edited' }]);
  });

  test('give the undo of an older merge the labels of options', async () => {
    const organization = await api.organization();
    const field = await add(organization, {
      label: 'Plan',
      type: 'choice',
      options: [{ label: 'Pro' }, { label: 'Free trial' }],
    });
    const [a, b] = await withValues(organization, 'plan', ['pro', 'free_trial']);
    const take = ['fields.plan'];
    const merged = await organization.call('POST', `/contacts/${a?.id}/merge`, { from: b?.id, take });
    expect(await valuesOf(organization, 'plan')).toEqual(['free_trial']);
    await change(organization, field, { type: 'text' });
    await organization.call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`);
    expect(await valuesOf(organization, 'plan')).toEqual(['Pro', 'Free trial']);
  });

  test('to ids keep one of several, and give all back with former ids', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'CRM', type: 'id' });
    const [ann, ben] = await withValues(organization, 'crm', ['A1', 'B2']);
    await call('POST', `/contacts/${ann?.id}/merge`, { from: ben?.id });
    const leadsTo = async (id: string) =>
      (await call<Contact[]>('GET', `/contacts?fields.crm=${id}`)).data.map((one) => one.id);
    const text = await change(organization, field, { type: 'text' });
    const [, , third] = await withValues(organization, 'crm', ['A1', undefined, 'A1', 'C3', 'A1']);
    expect(await preview(organization, field, { type: 'id' })).toMatchObject({
      convertible: 2,
      inconvertible: 2,
      examples: [{ contactId: third?.id, value: 'A1', message: 'Another contact has this value.', count: 2 }],
    });
    const ids = await change(organization, field, { type: 'id' });

    expect(await leadsTo('A1')).toEqual([ann?.id]);
    expect((await call('POST', '/contacts', { email: 'c@x.example', fields: { crm: 'A1' } })).status).toBe(
      409,
    );
    const early = await call('POST', `/bulk-changes/${text.id}/undo`);
    expect(early.status).toBe(409);
    await whole(organization, ids, 'undo');
    expect(await valuesOf(organization, 'crm')).toEqual(['A1', 'A1', 'C3', 'A1']);
    const undone = await whole(organization, text, 'undo');
    expect(undone.kept).toMatchObject([{ reason: 'unfit' }, { reason: 'unfit' }]);
    expect(await valuesOf(organization, 'crm')).toEqual(['A1', null, 'C3', null]);
    expect(
      (await call<Contact>('POST', '/contacts', { fields: { crm: 'B2' }, firstname: 'Ann' })).data.id,
    ).toBe(ann?.id);
    expect(await leadsTo('C3')).toHaveLength(1);
  });

  test('convert what was changed since when they are undone, also halfway', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Vip', type: 'text' });
    const [a, b, c] = await withValues(organization, 'vip', ['yes', 'no', 'maybe', undefined]);
    const started = await begin(organization, field, { type: 'boolean' });
    // New values have the new type at once, and the change leaves them alone.
    expect((await call('PUT', `/contacts/${a?.id}`, { fields: { vip: 'yes' } })).status).toBe(400);
    await call('PUT', `/contacts/${b?.id}`, { fields: { vip: true } });
    expect((await call('PUT', `/fields/${field.id}`, { archived: true })).status).toBe(409);
    expect((await call('POST', `/fields/${field.id}/type`, { type: 'text', clear: 0 })).status).toBe(409);
    expect((await call('POST', `/bulk-changes/${started.id}/cancel`)).status).toBe(409);
    const done = await chunk(organization, started);
    expect(await valuesOf(organization, 'vip')).toEqual([true, true, null, null]);
    await call('PUT', `/contacts/${c?.id}`, { fields: { vip: false } });
    await call('POST', '/contacts', { email: 'd@x.example', fields: { vip: true } });
    const undone = await whole(organization, done, 'undo');
    expect(await valuesOf(organization, 'vip')).toEqual(['yes', 'true', 'false', 'true']);
    expect(undone.kept?.map(({ name, reason }) => [name, reason])).toEqual([
      ['b@x.example', 'edited'],
      ['c@x.example', 'edited'],
    ]);
    const unstarted = await begin(organization, field, { type: 'boolean' });
    await whole(organization, unstarted, 'undo');
    expect(await valuesOf(organization, 'vip')).toEqual(['yes', 'true', 'false', 'true']);
  });

  test('leave older undos only what the new type takes', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Size', type: 'text' });
    const [a, b] = await withValues(organization, 'size', ['7', 'large']);
    const bulk = await call<BulkChange>('POST', '/bulk-changes', {
      change: { type: 'field', field: 'fields.size', value: '9' },
      ids: [a?.id, b?.id],
    });
    await api.jobs.runAll();
    const merged = await call('POST', `/contacts/${a?.id}/merge`, { from: b?.id });
    await change(organization, field, { type: 'number' });
    await call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`);
    expect(await valuesOf(organization, 'size')).toEqual(['9', '9']);
    const undone = await whole(organization, bulk.data, 'undo');
    expect(await valuesOf(organization, 'size')).toEqual(['7', '9']);
    expect(undone.kept).toMatchObject([{ contactId: b?.id, reason: 'edited' }]);
  });

  test('let the undo of an import keep whom it would give a former value', async () => {
    const organization = await api.organization();
    const field = await add(organization, { label: 'Size', type: 'text' });
    await withValues(organization, 'size', ['large', '7']);
    const { id } = await organization.importFile('email,Size\na@x.example,8\nb@x.example,9\n');
    await change(organization, field, { type: 'number' });
    await organization.call('POST', `/imports/${id}/undo`);
    await api.jobs.runAll();
    expect(await valuesOf(organization, 'size')).toEqual(['8', '7']);
    const { data } = await organization.call<{ kept: object[] }>('GET', `/imports/${id}/undo`);
    expect(data.kept).toMatchObject([{ name: 'a@x.example', reason: 'edited' }]);
  });
});

describe.each(engines)('deletions of fields on $name', (engine) => {
  const api = new TestApi(engine);

  test('need the number of values, clear them all, and cannot be undone', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Plan', type: 'text' });
    const [a] = await withValues(organization, 'plan', ['Pro', 'Free', undefined]);
    await call('DELETE', `/contacts/${a?.id}`);
    await call('PUT', `/fields/${field.id}`, { archived: true });
    const { data } = await call('POST', `/fields/${field.id}/type/preview`, { type: 'link' });
    expect(data).toMatchObject({ convertible: 0, inconvertible: 2 });
    for (const query of ['', '?values=1']) {
      const refused = await call('DELETE', `/fields/${field.id}${query}`);
      expect([refused.status, refused.error?.details[0]?.count]).toEqual([409, 2]);
    }
    expect((await call('DELETE', `/fields/${field.id}?values=2`)).status).toBe(200);
    await api.jobs.runAll();
    const [made] = (await call<BulkChange[]>('GET', '/bulk-changes?type=fieldDeletion')).data;
    expect(made).toMatchObject({ change: { label: 'Plan' }, state: 'finished', changed: 2 });
    expect((await call('POST', `/bulk-changes/${made?.id}/undo`)).status).toBe(409);
    expect(await valuesOf(organization, 'plan')).toEqual([null, null, null]);
    expect((await call<Field[]>('GET', '/fields')).data).toEqual([]);
    await add(organization, { label: 'Plan', type: 'number' });
  });

  test('stop if the field is restored', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const field = await add(organization, { label: 'Plan', type: 'text' });
    await withValues(organization, 'plan', ['Pro']);
    await call('PUT', `/fields/${field.id}`, { archived: true });
    await call('DELETE', `/fields/${field.id}?values=1`);
    await call('PUT', `/fields/${field.id}`, { archived: false });
    await api.jobs.runAll();
    const [made] = (await call<BulkChange[]>('GET', '/bulk-changes?type=fieldDeletion')).data;
    expect(made).toMatchObject({ state: 'failed', error: 'The field was restored.' });
    expect(await valuesOf(organization, 'plan')).toEqual(['Pro']);
  });
});
