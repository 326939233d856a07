import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { Field } from '@/lib/contract/field';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const plan = {
  label: 'Plan',
  type: 'choice',
  options: [{ label: 'Pro' }, { label: 'Free', color: '#2563EB' }],
};

async function fieldsOf(organization: TestOrganization, ...bodies: object[]) {
  const made: Record<string, Field> = {};
  for (const body of bodies) {
    const { data } = await organization.call<Field>('POST', '/fields', body);
    made[data.key] = data;
  }
  return made as Record<string, Field> & { plan: Field };
}

describe.each(engines)('own fields on $name', (engine) => {
  const api = new TestApi(engine);

  test('have a key from the label in any script, an order and their options', async () => {
    const organization = await api.organization();
    const labels = ['Größe (cm)', 'プラン', 'プラン 2', 'Größe – cm', 'Constructor', '2nd phone'];
    await fieldsOf(organization, plan, ...labels.map((label) => ({ label, type: 'text' })));
    const { data } = await organization.call<Field[]>('GET', '/fields');
    expect(data.map(({ key }) => key)).toEqual([
      'plan',
      'grosse_cm',
      'field',
      'field_2',
      'grosse_cm_2',
      'constructor_2',
      'nd_phone',
    ]);
    expect(data[0]).toMatchObject({
      position: 1,
      archived: false,
      options: [
        { value: 'pro', label: 'Pro', color: null },
        { value: 'free', label: 'Free', color: '#2563eb' },
      ],
    });
    await organization.call('PUT', `/fields/${data[4]?.id}`, { position: 2 });
    const moved = await organization.call<Field[]>('GET', '/fields');
    expect(moved.data.map(({ key, position }) => [key, position]).slice(0, 3)).toEqual([
      ['plan', 1],
      ['grosse_cm_2', 2],
      ['grosse_cm', 3],
    ]);
  });

  test('are refused with a taken label or key, without options, and beyond a hundred', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await fieldsOf(organization, plan);
    expect(pathsOf(await call('POST', '/fields', { label: 'PLAN', type: 'text' }))).toEqual(['label']);
    expect(pathsOf(await call('POST', '/fields', { label: 'Other', key: 'plan', type: 'text' }))).toEqual([
      'key',
    ]);
    for (const [body, path] of [
      [{ label: 'A', type: 'choice' }, 'options'],
      [{ label: 'A', type: 'text', options: [{ label: 'B' }] }, 'options'],
      [{ label: 'A', type: 'choice', options: [{ label: 'B' }, { label: 'B' }] }, 'options.1.label'],
      [{ label: ' ', type: 'text' }, 'label'],
      [{ label: 'A', type: 'money' }, 'type'],
      [{ label: 'A', type: 'text', key: 'A' }, 'key'],
      [{ label: 'A', type: 'text', key: 'constructor' }, 'key'],
    ] as const) {
      const answer = await call('POST', '/fields', body);
      expect([answer.status, pathsOf(answer)]).toEqual([400, [path]]);
    }
    for (let more = 2; more <= 100; more++)
      expect((await call('POST', '/fields', { label: `F${more}`, type: 'text' })).status).toBe(201);
    expect((await call('POST', '/fields', { label: 'One more', type: 'text' })).status).toBe(409);
  });

  const everything = [
    plan,
    { label: 'Customer no.', type: 'text', key: 'customer_no' },
    { label: 'Score', type: 'number' },
    { label: 'Since', type: 'date' },
    { label: 'VIP', type: 'boolean' },
    { label: 'Tags', type: 'choices', options: [{ label: 'A' }, { label: 'B' }, { label: 'C' }] },
    { label: 'Site', type: 'link' },
  ];
  const values = {
    customer_no: '0042',
    score: '12345678901234567890.10',
    since: '2024-02-29',
    vip: false,
    tags: ['a', 'c'],
    site: 'https://example.com/a?b=c#d',
    plan: 'pro',
  };

  test('keep every value as it is given, in all answers, the activity and events', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await fieldsOf(organization, ...everything);
    const created = await organization.contact({
      email: 'ana@b.example',
      fields: { ...values, tags: ['c', 'a', 'c'] },
    });
    expect(created.fields).toEqual(values);
    expect((await organization.get(created.id)).fields).toEqual(values);
    const { data: listed } = await call<Contact[]>('GET', '/contacts');
    expect(listed[0]?.fields).toEqual(values);
    // Blank, null and absent keep; the same values change nothing.
    const blank = { customer_no: ' ', score: null, tags: [], plan: '', vip: false };
    const kept = await organization.contact({ email: 'ana@b.example', fields: blank });
    expect(kept).toEqual(created);
    const updated = await call<Contact>('PATCH', `/contacts/${created.id}`, {
      fields: { score: 7, since: null, tags: [], vip: true, site: ' ' },
    });
    expect(updated.data.fields).toEqual({ customer_no: '0042', score: '7', vip: true, plan: 'pro' });
    const { data: activity } = await call<{ before: object; after: object }[]>(
      'GET',
      `/activity?subjectId=${created.id}`,
    );
    expect(activity[0]?.before).toEqual({
      'fields.score': values.score,
      'fields.since': values.since,
      'fields.tags': values.tags,
      'fields.vip': false,
      'fields.site': values.site,
    });
    expect(activity[0]?.after).toEqual({ 'fields.score': '7', 'fields.vip': true });
    await api.sealActivity();
    const { data: events } = await call<{ data: Contact; changes: { field: string }[] }[]>('GET', '/events');
    expect(events.map(({ data }) => data.fields)).toEqual([values, updated.data.fields]);
    expect(events[1]?.changes.find(({ field }) => field === 'fields.since')).toEqual({
      field: 'fields.since',
      before: '2024-02-29',
      after: null,
    });
    // Cleared, the contact looks as if there were no fields.
    const cleared = Object.fromEntries(Object.keys(values).map((key) => [key, null]));
    const { data } = await call<Contact>('PUT', `/contacts/${created.id}`, { fields: cleared });
    expect(data).not.toHaveProperty('fields');
  });

  test('refuse unknown keys and bad values with their paths, in each way to write', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const made = await fieldsOf(organization, ...everything, { label: 'Old', type: 'text' });
    await call('PUT', `/fields/${made.old?.id}`, { archived: true });
    const bad = {
      nope: 'x',
      old: 'x',
      customer_no: 42,
      score: '1,5',
      since: '2025-02-29',
      vip: 'yes',
      tags: ['a', 'z'],
      site: 'javascript:alert(1)',
      plan: 'Pro',
    };
    const paths = Object.keys(bad).map((key) => `fields.${key}`);
    const { id } = await organization.contact({ email: 'ana@b.example' });
    for (const [method, path] of [
      ['POST', '/contacts'],
      ['POST', '/contacts/preview'],
      ['PUT', `/contacts/${id}`],
      ['POST', `/contacts/${id}/preview`],
    ] as const) {
      const answer = await call(method, path, { email: 'ana@b.example', fields: bad });
      expect([answer.status, pathsOf(answer)]).toEqual([400, paths]);
      // Beside other problems, too.
      const both = await call(method, path, { email: 'no', fields: { nope: 'x' } });
      expect(pathsOf(both)).toEqual(expect.arrayContaining(['email', 'fields.nope']));
    }
    const batch = await call<{ failed: number; results: { errors: { path: string }[] }[] }>(
      'POST',
      '/contacts/batch',
      {
        contacts: [
          { email: 'a@b.example', fields: { plan: 'free' } },
          { email: 'b@b.example', fields: bad },
        ],
      },
    );
    expect(batch.data.failed).toBe(1);
    expect(batch.data.results[1]?.errors.map(({ path }) => path)).toEqual(
      paths.map((path) => `contacts.1.${path}`),
    );
    for (const score of [Number.MAX_SAFE_INTEGER, 0.1 + 0.2, 1e21, '007', '1e3', '.5', Number.MAX_VALUE]) {
      const answer = await call('POST', '/contacts', { email: 'ana@b.example', fields: { score } });
      expect(pathsOf(answer)).toEqual(['fields.score']);
    }
    expect(pathsOf(await call('POST', '/contacts', { email: 'ana@b.example', fields: 'x' }))).toEqual([
      'fields',
    ]);
    const preview = await call<{ changes: unknown[] }>('POST', '/contacts/preview', {
      email: 'ana@b.example',
      fields: { vip: true },
    });
    expect(preview.data.changes).toEqual([{ field: 'fields.vip', before: null, after: true }]);
  });

  test('hide while archived, keep their values, and are deleted only without any', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { plan: field, customer_no } = await fieldsOf(organization, plan, everything[1] as object);
    const { id } = await organization.contact({
      email: 'ana@b.example',
      fields: { plan: 'pro', customer_no: '1' },
    });
    const path = `/fields/${field.id}`;
    expect((await call('DELETE', path)).status).toBe(409);
    await call('PUT', path, { archived: true });
    expect((await organization.get(id)).fields).toEqual({ customer_no: '1' });
    expect((await call<Contact[]>('GET', '/contacts')).data[0]?.fields).toEqual({ customer_no: '1' });
    expect(pathsOf(await call('GET', '/contacts?fields.plan=pro'))).toEqual(['fields.plan']);
    const { data } = await call<Contact>('PUT', `/contacts/${id}`, { fields: { customer_no: '2' } });
    expect(data.fields).toEqual({ customer_no: '2' });
    await call('DELETE', `/contacts/${id}`);
    const refused = await call('DELETE', path);
    expect([refused.status, refused.error.details[0]?.count]).toEqual([409, 1]);
    expect(refused.error.message).toContain('1 contact has a value in "Plan" (1 in the trash)');
    await call('POST', '/trash/restore', { ids: [id] });
    await call('PUT', path, { archived: false });
    expect((await organization.get(id)).fields).toEqual({ plan: 'pro', customer_no: '2' });
    // An option in use stays, any other may go.
    const options = [{ value: 'free', label: 'Gratis' }];
    expect(pathsOf(await call('PUT', path, { options }))).toEqual(['options']);
    const kept = await call<Field>('PUT', path, { options: [{ value: 'pro', label: 'Professional' }] });
    expect(kept.data.options).toEqual([{ value: 'pro', label: 'Professional', color: null }]);
    await call('PUT', `/contacts/${id}`, { fields: { plan: null } });
    await call('PUT', path, { archived: true });
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(404);
    expect((await call<Field[]>('GET', '/fields')).data.map((one) => one.id)).toEqual([customer_no?.id]);
    const { data: activity } = await call<{ action: string; subject: string }[]>(
      'GET',
      '/activity?action=field',
    );
    expect(activity.map(({ action, subject }) => [action, subject])).toEqual([
      ['field.deleted', 'Plan'],
      ['field.updated', null],
      ['field.updated', null],
      ['field.updated', null],
      ['field.updated', null],
      ['field.created', 'Customer no.'],
      ['field.created', 'Plan'],
    ]);
  });

  test('fill a merge where the contact that stays has none, unless taken, and come back by its undo', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const made = await fieldsOf(organization, ...everything, { label: 'Old', type: 'text' });
    const own = { customer_no: '1', plan: 'free', old: 'x' };
    const others = { customer_no: '2', plan: 'pro', score: '1.10', tags: ['b'], old: 'y' };
    const { id } = await organization.contact({ email: 'ana@b.example', fields: own });
    const { id: from } = await organization.contact({ phone: '+4930901820', fields: others });
    await call('PUT', `/fields/${made.old?.id}`, { archived: true });
    const body = { from, take: ['phone', 'fields.plan', 'fields.vip'] };
    expect(pathsOf(await call('POST', `/contacts/${id}/merge`, { from, take: ['fields.old'] }))).toEqual([
      'take',
    ]);
    const preview = await call<{ changes: { field: string }[] }>(
      'POST',
      `/contacts/${id}/merge/preview`,
      body,
    );
    expect(preview.data.changes.map(({ field }) => field).sort()).toEqual([
      'fields.plan',
      'fields.score',
      'fields.tags',
      'phone',
    ]);
    const merged = await call<Contact>('POST', `/contacts/${id}/merge`, body);
    expect(merged.data.fields).toEqual({ customer_no: '1', plan: 'pro', score: '1.10', tags: ['b'] });
    const again = await call('POST', `/contacts/${id}/merge`, body);
    expect(again.headers.get('Merge-Id')).toBe(merged.headers.get('Merge-Id'));
    expect((await call('POST', `/contacts/${id}/merge`, { from, take: ['phone'] })).status).toBe(404);
    // What was changed since stays.
    await call('PUT', `/contacts/${id}`, { fields: { score: '9', since: '2026-01-31' } });
    const { data } = await call<{ contact: Contact; restored: Contact }>(
      'POST',
      `/merges/${merged.headers.get('Merge-Id')}/undo`,
    );
    const { old: _, ...shown } = others;
    expect(data.contact.fields).toEqual({ customer_no: '1', plan: 'free', score: '9', since: '2026-01-31' });
    expect(data.restored.fields).toEqual(shown);
    await call('PUT', `/fields/${made.old?.id}`, { archived: false });
    expect((await organization.get(id)).fields?.old).toBe('x');
    expect((await organization.get(from)).fields).toEqual(others);
  });

  test('stay in the trash, and with an import that is undone', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await fieldsOf(organization, plan);
    const { id } = await organization.contact({ email: 'ana@b.example', fields: { plan: 'pro' } });
    await call('DELETE', `/contacts/${id}`);
    await call('POST', '/trash/restore', { ids: [id] });
    expect((await organization.get(id)).fields).toEqual({ plan: 'pro' });
    const run = await organization.importFile('Email,Company\nana@b.example,Acme\nben@b.example,Acme\n');
    const { data: found } = await call<Contact[]>('GET', '/contacts?email=ben@b.example');
    const ben = found[0]?.id;
    await call('PUT', `/contacts/${ben}`, { fields: { plan: 'free' } });
    expect((await organization.get(id)).fields).toEqual({ plan: 'pro' });
    await call('POST', `/imports/${run.id}/undo`);
    await api.jobs.runAll();
    expect(await organization.get(id)).toMatchObject({ contact: {}, fields: { plan: 'pro' } });
    // Given a value since, it is kept.
    expect(await organization.get(ben as string)).toMatchObject({ fields: { plan: 'free' } });
    const { data } = await call<{ action: string; after: object | null }[]>(
      'GET',
      `/activity?subjectId=${id}`,
    );
    expect(data.find(({ action }) => action === 'contact.restored')?.after).toEqual({
      email: 'ana@b.example',
      'fields.plan': 'pro',
    });
  });

  test('get no value of a deleted field with their key back, by no undo', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const create = () => call<Field>('POST', '/fields', { label: 'Plan', type: 'text' });
    const { data: old } = await create();
    const email = (name: string) => `${name}@b.example`;
    const made = ['ana', 'ben', 'cleo', 'dan'].map((name) =>
      organization.contact({ email: email(name), fields: { plan: name === 'dan' ? null : 'old' } }),
    );
    const [ana, ben, cleo, dan] = (await Promise.all(made)).map(({ id }) => id);
    const imported = await organization.importFile('Email,Plan\nana@b.example,same\n');
    const change = { type: 'field', field: 'fields.plan', value: 'same' };
    const bulk = await call<{ id: string }>('POST', '/bulk-changes', { change, ids: [ben] });
    await api.jobs.runAll();
    const merged = await call<Contact>('POST', `/contacts/${dan}/merge`, { from: cleo, take: [] });
    expect(merged.data.fields).toEqual({ plan: 'old' });
    await call('PUT', `/fields/${old.id}`, { archived: true });
    expect((await call('DELETE', `/fields/${old.id}?values=3`)).status).toBe(200);
    await api.jobs.runAll();
    await create();
    const values = { fields: { plan: 'same' } };
    for (const id of [ana, ben]) await call('PUT', `/contacts/${id}`, values);
    await call('POST', `/imports/${imported.id}/undo`);
    await call('POST', `/bulk-changes/${bulk.data.id}/undo`);
    expect((await call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`)).status).toBe(200);
    await api.jobs.runAll();
    const { data } = await call<Contact[]>('GET', '/contacts?sort=email');
    expect(data.map(({ fields }) => fields?.plan)).toEqual(['same', 'same', undefined, undefined]);
  });

  test('are there for writers that race with the deletion of a field', async () => {
    const organization = await api.organization();
    const { call } = organization;
    for (let round = 0; round < 5; round++) {
      const { data } = await call<Field>('POST', '/fields', { label: `Race ${round}`, type: 'text' });
      const [, , written] = await Promise.all([
        call('PUT', `/fields/${data.id}`, { archived: true }),
        call('DELETE', `/fields/${data.id}`),
        call<Contact>('POST', '/contacts', { email: `${round}@b.example`, fields: { [data.key]: 'x' } }),
        call('DELETE', `/fields/${data.id}`),
      ]);
      const rows = await api.query<{ n: number }>(
        `select count(*)::int as n from contacts c where organization_id = $1 and fields ? $2
           and not exists (select from fields f where f.organization_id = $1 and f.key = $2)`,
        [organization.id, data.key],
      );
      expect([201, 400]).toContain(written.status);
      expect(rows[0]?.n).toBe(0);
    }
  });

  test('filter by one value or several, by ranges, by presence; unknown ones are refused', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await fieldsOf(organization, ...everything);
    const other = await api.organization();
    await fieldsOf(other, { label: 'Score', type: 'text' });
    await other.contact({ email: 'x@b.example', fields: { score: 'not a number' } });
    const contacts = {
      a: { plan: 'pro', score: '1.50', since: '2024-01-31', tags: ['a', 'b'], vip: true, customer_no: '007' },
      b: { plan: 'free', score: '-3', since: '2024-02-01', tags: ['b'], vip: false },
      c: { score: '10', customer_no: '7' },
      d: {},
    };
    for (const [name, fields] of Object.entries(contacts))
      await organization.contact({ email: `${name}@b.example`, fields });
    const found = async (query: string) => {
      const { data } = await call<Contact[]>('GET', `/contacts?sort=email&${query}`);
      return data.map(({ email }) => email?.[0]).join('');
    };
    for (const [query, expected] of [
      ['fields.plan=pro', 'a'],
      ['fields.plan=pro&fields.plan=free', 'ab'],
      ['fields.customer_no=7', 'c'],
      ['fields.score=1.5', 'a'],
      ['fields.score=10.00&fields.score=-3.0', 'bc'],
      ['fields.score.from=1.5', 'ac'],
      ['fields.score.to=1.5', 'ab'],
      ['fields.since.from=2024-02-01', 'b'],
      ['fields.since.to=2024-01-31', 'a'],
      ['fields.tags=b', 'ab'],
      ['fields.vip=false', 'b'],
      ['has=fields.plan', 'ab'],
      ['lacks=fields.plan', 'cd'],
      ['has=email&has=fields.score&lacks=fields.plan', 'c'],
      ['fields.plan=pro&search=a@b.example', 'a'],
    ] as const)
      expect([query, await found(query)]).toEqual([query, expected]);
    for (const [query, path] of [
      ['fields.nope=x', 'fields.nope'],
      ['fields.plan=nope', 'fields.plan'],
      ['fields.plan.from=pro', 'fields.plan.from'],
      ['fields.since=today', 'fields.since'],
      ['fields.plan=', 'fields.plan'],
      ['has=fields.nope', 'has.0'],
      ['has=nope', 'has.0'],
    ] as const) {
      const answer = await call('GET', `/contacts?${query}`);
      expect([query, answer.status, pathsOf(answer)]).toEqual([query, 400, [path]]);
    }
    const filter = { fields: { plan: ['pro'], 'score.from': '1' } };
    const counts = await call<{ total: number }>('POST', '/contacts/segment-counts', { filter });
    expect(counts.data.total).toBe(1);
    const csv = await call('GET', '/contacts.csv?fields.plan=pro');
    expect(csv.text.trim().split('\r\n')).toHaveLength(2);
    const wrong = await call('POST', '/contacts/segment-counts', { filter: { fields: { nope: ['x'] } } });
    expect(pathsOf(wrong)).toEqual(['filter.fields.nope']);
  });

  test('sort numbers by size and text by its letters, without a value last, page after page', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await fieldsOf(organization, { label: 'Score', type: 'number' }, { label: 'City', type: 'text' });
    const scores = ['10', '9.5', '-2', '-10', '0', '100.25', null];
    for (const [index, score] of scores.entries())
      await organization.contact({
        email: `${index}@b.example`,
        fields: { score, city: ['berlin', 'Aachen', 'Zug', 'ulm'][index] ?? null },
      });
    const read = async (sort: string, key: string) => {
      const found: unknown[] = [];
      let cursor = '';
      do {
        const page = await call<Contact[]>('GET', `/contacts?sort=${sort}&pageSize=2${cursor}`);
        found.push(...page.data.map(({ fields }) => fields?.[key] ?? null));
        const { nextCursor } = page.meta as { nextCursor: string | null };
        cursor = nextCursor ? `&cursor=${nextCursor}` : '';
      } while (cursor);
      return found;
    };
    const rising = ['-10', '-2', '0', '9.5', '10', '100.25'];
    expect(await read('fields.score', 'score')).toEqual([...rising, null]);
    expect(await read('-fields.score', 'score')).toEqual([...rising.toReversed(), null]);
    expect((await read('fields.city', 'city')).slice(0, 4)).toEqual(['Aachen', 'berlin', 'ulm', 'Zug']);
    const other = await api.organization();
    expect(pathsOf(await other.call('GET', '/contacts?sort=fields.score'))).toEqual(['sort']);
    // Keys stand in SQL, so no other form reaches it.
    for (const key of ["score'--", "score' or 1=1", 'Score', 'score desc', ''])
      expect(pathsOf(await call('GET', `/contacts?sort=fields.${encodeURIComponent(key)}`))).toEqual([
        'sort',
      ]);
  });
});
