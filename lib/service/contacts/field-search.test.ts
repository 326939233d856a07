import { beforeEach, describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { grantableScopes } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { type Caller, TestApi, type TestOrganization } from '../testing/testing';

const fields = {
  nickname: 'Zaphod Ünal',
  motto: 'Panicless',
  customer_no: '2024-0042/7',
  site: 'https://www.example.com/in/Marvin_B',
  crm_id: '0099-A',
  city: '東京都港区',
  plan: 'platinum',
  since: '2019-07-15',
  score: '777333',
};

describe.each(engines)('searching values of own fields on $name', (engine) => {
  const api = new TestApi(engine);
  let organization: TestOrganization;
  let ids: Record<string, string>;
  let ana: Contact;

  beforeEach(async () => {
    organization = await api.organization();
    ids = await createFields(organization);
    ana = await organization.contact({ email: 'ana@x.example', fields });
    await organization.contact({ email: 'ben@x.example', fields: { nickname: 'Ford' } });
    await organization.contact({ email: 'cem@x.example' });
  });

  const createFields = async (organization: TestOrganization) => {
    const types = {
      nickname: 'id',
      customer_no: 'id',
      motto: 'text',
      site: 'link',
      crm_id: 'id',
      city: 'id',
    };
    const made: Record<string, string> = {};
    for (const [key, type] of Object.entries({ ...types, since: 'date', score: 'number' }))
      made[key] = await organization.post('/fields', { label: key, key, type });
    const options = [{ label: 'Platinum' }];
    made.plan = await organization.post('/fields', { label: 'plan', type: 'choice', options });
    return made;
  };
  const find = async (search: string, path = '/contacts', call: Caller = organization.call) => {
    const { data } = await call<Contact[]>('GET', `${path}?${new URLSearchParams({ search })}`);
    return data.map(({ id }) => id);
  };
  const searches = ['zaphod', 'unal', 'za', '2024-0042', '202400427', '0042/7'];
  const others = ['0099-a', '0099', '港区', 'ana zaphod 0099'];

  test('finds ids, however they are spelled, and no other types', async () => {
    for (const search of [...searches, ...others])
      expect([search, await find(search)]).toEqual([search, [ana.id]]);
    for (const search of ['platinum', '2019-07', '777333', 'panicless', 'marvin', 'nickname', 'ben zaphod'])
      expect([search, await find(search)]).toEqual([search, []]);
  });

  test('follows changes of values, and keeps them when anything else changes', async () => {
    const path = `/contacts/${ana.id}`;
    await organization.call('PATCH', path, { company: 'Heart of Gold' });
    expect(await find('gold zaphod')).toEqual([ana.id]);
    await organization.call('PATCH', path, { fields: { nickname: 'Trillian' } });
    expect([await find('zaphod'), await find('trillian gold 0099')]).toEqual([[], [ana.id]]);
    await organization.call('PATCH', path, {
      fields: Object.fromEntries(Object.keys(fields).map((key) => [key, null])),
    });
    expect([await find('trillian'), await find('0099'), await find('gold')]).toEqual([[], [], [ana.id]]);
    const [row] = await api.query<{ text: string }>(
      `select search_text as text from contacts where email in ('cem@x.example') and organization_id = $1`,
      [organization.id],
    );
    expect(row?.text).toBe('   cem@x.example   ');
  });

  test('finds nothing by archived fields, and all again later, in the list and the trash', async () => {
    const archive = (archived: boolean) => organization.call('PUT', `/fields/${ids.nickname}`, { archived });
    await archive(true);
    expect([await find('zaphod'), await find('ana'), await find('0099')]).toEqual([[], [ana.id], [ana.id]]);
    await organization.call('PATCH', `/contacts/${ana.id}`, { fields: { crm_id: '0100' } });
    await organization.call('DELETE', `/contacts/${ana.id}`);
    expect([await find('zaphod', '/trash'), await find('0100', '/trash')]).toEqual([[], [ana.id]]);
    await archive(false);
    expect([await find('zaphod'), await find('zaphod', '/trash')]).toEqual([[], [ana.id]]);
    await organization.call('POST', '/trash/restore', { ids: [ana.id] });
    expect(await find('zaphod 0100')).toEqual([ana.id]);
  });

  test('finds values that an import, a merge and its undo wrote', async () => {
    await organization.importFile('email,nickname\ndora@x.example,Slartibartfast');
    const [dora] = await find('slartibartfast');
    expect(dora).toBeDefined();
    const body = { from: dora, take: ['fields.nickname'] };
    const { headers } = await organization.call('POST', `/contacts/${ana.id}/merge`, body);
    expect([await find('slartibartfast'), await find('zaphod')]).toEqual([[ana.id], []]);
    await organization.call('POST', `/merges/${headers.get('Merge-Id')}/undo`);
    expect([await find('slartibartfast'), await find('zaphod')]).toEqual([[dora], [ana.id]]);
  });

  test('finds nothing for another organization with the same fields, and without the scope', async () => {
    const other = await api.organization('Other');
    await createFields(other);
    const unscoped = await organization.as(grantableScopes.filter((scope) => scope !== 'contacts:read'));
    for (const search of ['ana', ...searches, ...others])
      for (const path of ['/contacts', '/trash']) {
        expect(await find(search, path, other.call)).toEqual([]);
        expect((await unscoped('GET', `${path}?${new URLSearchParams({ search })}`)).status).toBe(403);
      }
  });
});
