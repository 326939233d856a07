import { describe, expect, test, vi } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { Segment, SegmentRulePreview } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi } from '@/lib/service/testing/testing';

describe.each(engines)('segments by rule on $name', (engine) => {
  const api = new TestApi(engine);

  async function setUp() {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    await organization.contact({ email: 'ana@x.example', company: 'Acme', segmentIds: [vip.id] });
    await organization.contact({ email: 'ben@x.example', company: 'Acme' });
    await organization.contact({ email: 'cleo@x.example', jobtitle: 'Buyer' });
    const rule = async (title: string, rule: object) =>
      (await call<Segment>('POST', '/segments', { title, rule })).data.id;
    const members = async (query: string) =>
      (await call<Contact[]>('GET', `/contacts?sort=email&${query}`)).data.map(
        ({ email }) => email?.split('@')[0],
      );
    return { organization, call, vip, rule, members };
  }

  test('have the contacts that match, are counted, and may name one another', async () => {
    const { call, vip, rule, members } = await setUp();
    const acme = await rule('Acme', { company: ['acme'] });
    const others = await rule('Acme, no VIP', { segmentId: [acme], companyContains: 'acm' });
    await call('PUT', `/segments/${others}`, {
      rule: { segmentId: [vip.id], segmentMatch: 'none', company: ['Acme'] },
    });
    const outside = await rule('Outside', { segmentId: [acme], segmentMatch: 'none' });
    expect(await members(`segmentId=${acme}`)).toEqual(['ana', 'ben']);
    expect(await members(`segmentId=${others}`)).toEqual(['ben']);
    expect(await members(`segmentId=${outside}`)).toEqual(['cleo']);
    expect(await members(`segmentId=${outside}&segmentId=${vip.id}`)).toEqual(['ana', 'cleo']);
    expect(await members(`segmentId=${acme}&segmentId=${vip.id}&segmentMatch=all`)).toEqual(['ana']);
    expect(await members(`segmentId=${acme}&segmentMatch=none`)).toEqual(['cleo']);
    const { data } = await call<Segment[]>('GET', '/segments?include=contactCount');
    expect(data.map(({ title, contactCount, rule }) => [title, contactCount, rule !== undefined])).toEqual([
      ['Acme', 2, true],
      ['Acme, no VIP', 1, true],
      ['Outside', 1, true],
      ['VIP', 1, false],
    ]);
  });

  test('may ask for many values of several fields', async () => {
    const { organization, rule, members } = await setUp();
    for (const label of ['One', 'Two', 'Three', 'Four'])
      await organization.post('/fields', { label, type: 'number' });
    const fields = { one: '1.50', two: '0', three: '3', four: '4' };
    await organization.contact({ email: 'fay@x.example', fields });
    const values = Array.from({ length: 100 }, (_, n) => String(n / 2));
    const id = await rule('Many', { fields: { one: values, two: values, three: values, four: values } });
    expect(await members(`segmentId=${id}`)).toEqual(['fay']);
    expect(await members(`segmentId=${id}&segmentMatch=none`)).toEqual(['ana', 'ben', 'cleo']);
    const none = await rule('None', { fields: { one: [], two: values } });
    expect(await members(`segmentId=${none}`)).toEqual([]);
  });

  test('are counted with few connections of the database', async () => {
    const { call, rule } = await setUp();
    for (let n = 0; n < 12; n++) await rule(`Company ${n}`, { company: [`Acme ${n}`] });
    const { pool } = api.database;
    const connect = pool.connect.bind(pool);
    let [open, most] = [0, 0];
    const spy = vi.spyOn(pool, 'connect').mockImplementation((async () => {
      const client = await connect();
      const release = client.release.bind(client);
      most = Math.max(most, ++open);
      client.release = (cause) => {
        open--;
        client.release = release;
        release(cause);
      };
      return client;
    }) as never);
    const { data } = await call<Segment[]>('GET', '/segments?include=contactCount');
    spy.mockRestore();
    expect(data.map(({ contactCount }) => contactCount)).toEqual([...Array.from({ length: 12 }, () => 0), 1]);
    expect(most).toBeLessThanOrEqual(3);
  });

  test('refuse assignments, with what to do', async () => {
    const { organization, call, rule } = await setUp();
    const id = await rule('Acme', { company: ['acme'] });
    const message = 'People join Acme by its rule.';
    const body = { email: 'dee@x.example', segmentIds: [id] };
    for (const [path, given] of [
      ['/contacts', body],
      ['/referral-codes', { code: 'WELCOME', segmentIds: [id] }],
      ['/bulk-changes', { change: { type: 'segments', add: [id], remove: [] }, ids: [id] }],
    ] as const) {
      const { status, error } = await call('POST', path, given);
      expect([path, status, error.details[0]?.message]).toEqual([path, 400, message]);
    }
    const { data } = await call<{ results: { error: { details: object[] } }[] }>('POST', '/contacts/batch', {
      contacts: [body],
    });
    expect(JSON.stringify(data)).toContain(message);
    const { id: plain } = await organization.segment('Plain');
    expect((await call('POST', `/segments/${id}/merge`, { into: plain })).error.message).toBe(message);
    expect((await call('POST', `/segments/${plain}/merge`, { into: id })).error.details[0]?.message).toBe(
      message,
    );
    const { id: imported } = await organization.importFile('email,segments\ndee@x.example,Acme\n', ['plan']);
    const rows = await call('GET', `/imports/${imported}/rows`);
    expect(JSON.stringify(rows.data)).toContain(message);
  });

  test('become one by rule and one by hand again, with the people that are assigned', async () => {
    const { call, vip, members } = await setUp();
    const update = (body: object) => call('PUT', `/segments/${vip.id}`, body);
    await update({ rule: { jobtitle: ['buyer'] } });
    expect(await members(`segmentId=${vip.id}`)).toEqual(['cleo']);
    expect(await members('segmentId=none')).toEqual(['ana', 'ben', 'cleo']);
    const { data } = await call<Contact[]>('GET', '/contacts?search=ana@x.example');
    expect(data[0]?.segments).toEqual([]);
    await update({ title: 'Very important' });
    expect(await members(`segmentId=${vip.id}`)).toEqual(['cleo']);
    await update({ rule: null });
    expect(await members(`segmentId=${vip.id}`)).toEqual(['ana']);
  });

  test('are not overwritten by who expects another one', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const rule = { company: ['Acme'], segmentMatch: 'any' };
    const { id } = (await call<Segment>('POST', '/segments', { title: 'Rule', rule })).data;
    const put = (body: object) => call<Segment>('PUT', `/segments/${id}`, body);
    const other = { ...rule, has: ['email'] };
    expect((await put({ rule: other, expectedRule: rule })).data.rule).toEqual(other);
    for (const expectedRule of [rule, null])
      expect((await put({ rule: null, expectedRule })).status).toBe(412);
    expect((await put({ title: 'Renamed' })).data).toMatchObject({ title: 'Renamed', rule: other });
    expect((await put({ rule: null, expectedRule: other })).data).not.toHaveProperty('rule');
    expect((await put({ rule, expectedRule: null })).data.rule).toEqual(rule);
  });

  test('tell before a change who joins and who leaves', async () => {
    const { organization, call, vip, rule } = await setUp();
    const { id: gone } = await organization.contact({ email: 'gone@x.example', company: 'Acme' });
    await call('DELETE', `/contacts/${gone}`);
    const preview = async (id: string, rule: object | null) =>
      call<SegmentRulePreview>('POST', `/segments/${id}/rule/preview`, { rule });
    const moves = async (id: string, rule: object | null) => {
      const { joins, leaves } = (await preview(id, rule)).data;
      return [joins, leaves].map(({ count, contacts }) => [count, ...contacts.map(({ name }) => name)]);
    };
    const [ana, ben, cleo] = ['ana@x.example', 'ben@x.example', 'cleo@x.example'];
    expect(await moves(vip.id, { lacks: ['company'] })).toEqual([
      [1, cleo],
      [1, ana],
    ]);
    const acme = await rule('Acme', { company: ['acme'] });
    expect(await moves(acme, { company: ['ACME'] })).toEqual([[0], [0]]);
    expect(await moves(acme, { segmentId: [vip.id], segmentMatch: 'none' })).toEqual([
      [1, cleo],
      [1, ana],
    ]);
    expect(await moves(acme, null)).toEqual([[0], [2, ana, ben]]);
    await call('PUT', `/segments/${vip.id}`, { rule: { segmentId: [acme] } });
    expect(await moves(vip.id, null)).toEqual([[0], [1, ben]]);
    const circle = await preview(acme, { segmentId: [vip.id] });
    expect([circle.status, pathsOf(circle)]).toEqual([400, ['rule.segmentId.0']]);
    await call('DELETE', `/segments/${acme}`);
    expect(await moves(vip.id, { jobtitle: ['buyer'] })).toEqual([[1, cleo], [0]]);
    for (let n = 10; n < 32; n++) await organization.contact({ email: `${n}@x.example`, jobtitle: 'Seller' });
    const { joins } = (await preview(vip.id, { jobtitle: ['seller'] })).data;
    expect([joins.count, joins.contacts.length, joins.contacts[0]?.name]).toEqual([22, 20, '10@x.example']);
  });

  test('go in no circle, and name nothing that does not exist', async () => {
    const { call, vip, rule } = await setUp();
    const one = await rule('One', { segmentId: [vip.id] });
    const two = await rule('Two', { segmentId: [one] });
    const update = (id: string, rule: object) => call('PUT', `/segments/${id}`, { rule });
    const circle = await update(one, { segmentId: [vip.id, two] });
    expect(circle.error.details).toEqual([
      { path: 'rule.segmentId.1', message: 'This goes in a circle: One → Two → One.' },
    ]);
    expect((await update(one, { segmentId: [one] })).error.details[0]?.message).toBe(
      'A segment can’t use itself in its rule.',
    );
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(
      pathsOf(await update(one, { segmentId: [unknown], referralCode: 'NONE', fields: { plan: ['pro'] } })),
    ).toEqual(['rule.fields.plan', 'rule.segmentId.0', 'rule.referralCode']);
    expect(pathsOf(await update(one, {}))).toEqual(['rule']);
    expect(pathsOf(await update(one, { importId: unknown }))).toEqual(['rule.importId', 'rule']);
    let last = two;
    for (let n = 0; n < 18; n++) last = await rule(`Rule ${n}`, { segmentId: [last] });
    expect(pathsOf(await call('POST', '/segments', { title: 'Last', rule: { segmentId: [last] } }))).toEqual([
      'rule.segmentId',
    ]);
  });

  test('have nobody while they name something deleted or archived, and say so', async () => {
    const { call, vip, rule, members } = await setUp();
    const { data: field } = await call<{ id: string }>('POST', '/fields', { label: 'Plan', type: 'text' });
    await call('POST', '/contacts', { email: 'ana@x.example', fields: { plan: 'pro' } });
    const named = await rule('VIP or pro', { segmentId: [vip.id], lacks: ['jobtitle'] });
    const outer = await rule('Others', { segmentId: [named], segmentMatch: 'none' });
    const pro = await rule('Pro', { fields: { plan: ['pro'] } });
    await rule('Unplanned', { lacks: ['fields.plan'] });
    const problems = async () =>
      (await call<Segment[]>('GET', '/segments')).data.flatMap(({ title, ruleProblem }) =>
        ruleProblem ? [[title, ruleProblem]] : [],
      );
    expect([
      await members(`segmentId=${outer}`),
      await members(`segmentId=${pro}`),
      await problems(),
    ]).toEqual([['ben', 'cleo'], ['ana'], []]);
    await call('DELETE', `/segments/${vip.id}`);
    await call('PUT', `/fields/${field.id}`, { archived: true });
    expect(await problems()).toEqual([
      ['Others', 'The segment “VIP” is in the trash.'],
      ['Pro', 'The field “Plan” is archived.'],
      ['Unplanned', 'The field “Plan” is archived.'],
      ['VIP or pro', 'The segment “VIP” is in the trash.'],
    ]);
    for (const id of [named, outer, pro]) expect(await members(`segmentId=${id}`)).toEqual([]);
    await call('POST', `/trash/segments/${vip.id}/restore`, {});
    await call('PUT', `/fields/${field.id}`, { archived: false });
    expect([
      await members(`segmentId=${named}`),
      await members(`segmentId=${pro}`),
      await problems(),
    ]).toEqual([['ana'], ['ana'], []]);
  });
});
