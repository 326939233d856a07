import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { Segment } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';

describe.each(engines)('segments by rule in answers on $name', (engine) => {
  const api = new TestApi(engine);
  const rule = async ({ call }: TestOrganization, title: string, rule: object) =>
    (await call<Segment>('POST', '/segments', { title, rule })).data.id;
  const list = async ({ call }: TestOrganization, query = '') =>
    (await call<Contact[]>('GET', `/contacts?sort=email${query}`)).data;

  test('are those whose lists have the contact, in each list and on the record', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await organization.post('/fields', { label: 'Plan', type: 'text' });
    await organization.post('/referral-codes', { code: 'FRIEND' });
    const vip = await organization.segment('VIP');
    const people: object[] = [
      { email: 'a@x.example', company: 'Acme', segmentIds: [vip.id] },
      { email: 'b@x.example', company: 'ÁCME', fields: { plan: 'pro' } },
      { email: 'c@x.example', referralCode: 'friend', jobtitle: 'Buyer' },
      { phone: '+4930901820' },
    ];
    for (const person of people) await organization.contact(person);
    for (const contact of await list(organization)) expect(contact).not.toHaveProperty('ruleSegments');

    const acme = await rule(organization, 'Acme', { company: ['acme'] });
    const rules = [
      acme,
      await rule(organization, 'Outside', { segmentId: [acme, vip.id], segmentMatch: 'none' }),
      await rule(organization, 'Pro', { fields: { plan: ['pro'] } }),
      await rule(organization, 'Friends', { referralCode: 'FRIEND' }),
      await rule(organization, 'Found', { search: 'buy' }),
      await rule(organization, 'Today', { created: 'today', jobtitleContains: 'buy' }),
      await rule(organization, 'Nobody', { lacks: ['email', 'phone'] }),
    ];
    await api.query('update organizations set time_zone = $2 where id = $1', [
      organization.id,
      'Pacific/Auckland',
    ]);
    const all = await list(organization);
    for (const id of rules) {
      const found = all.flatMap((one) => (one.ruleSegments?.includes(id) ? one.id : []));
      expect(found).toEqual((await list(organization, `&segmentId=${id}`)).map((one) => one.id));
    }
    expect(all.map(({ ruleSegments = [] }) => ruleSegments.length)).toEqual([1, 2, 4, 1]);
    expect(all[0]?.segments.map(({ segmentId }) => segmentId)).toEqual([vip.id]);
    for (const { id, ruleSegments } of [...all, ...(await list(organization, '&search=example'))])
      expect((await call<Contact>('GET', `/contacts/${id}`)).data.ruleSegments).toEqual(ruleSegments);
  });

  test('are as now: after a change of a rule, of what it names, and of the contact', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const { id } = await organization.contact({ email: 'a@x.example', company: 'Acme' });
    const acme = await rule(organization, 'Acme', { company: ['Acme'] });
    const both = await rule(organization, 'Both', { segmentId: [acme] });
    const read = async () => (await call<Contact>('GET', `/contacts/${id}`)).data.ruleSegments?.length;
    expect(await read()).toBe(2);
    const { headers } = await call('GET', `/contacts/${id}`);
    await call('PUT', `/segments/${acme}`, { rule: { company: ['Beta'] } });
    expect(await read()).toBe(0);
    const again = await call('GET', `/contacts/${id}`, undefined, {
      'If-None-Match': headers.get('ETag') ?? '',
    });
    expect(again.status).toBe(200);
    await call('PUT', `/contacts/${id}`, { company: 'Beta' });
    expect(await read()).toBe(2);
    await call('DELETE', `/segments/${acme}`);
    expect(await read()).toBe(0);
    await call('PUT', `/segments/${both}`, { rule: null });
    expect(await read()).toBeUndefined();
  });

  test('hide what a segment made by a rule was assigned to while it was by hand', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const made = await rule(organization, 'Acme', { company: ['Acme'] });
    await call('PUT', `/segments/${made}`, { rule: null });
    await organization.contact({ email: 'a@x.example', segmentIds: [made] });
    await organization.contact({ email: 'b@x.example', company: 'Acme' });
    const assigned = async () => (await list(organization)).map(({ segments }) => segments.length);
    expect(await assigned()).toEqual([1, 0]);
    await call('PUT', `/segments/${made}`, { rule: { company: ['Acme'] } });
    expect(await assigned()).toEqual([0, 0]);
    expect((await list(organization, '&segmentId=none')).map(({ email }) => email)).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
    await call('PUT', `/segments/${made}`, { rule: null });
    expect(await assigned()).toEqual([1, 0]);
  });
});
