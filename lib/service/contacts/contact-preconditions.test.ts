import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { TestApi, type TestOrganization } from '../testing/testing';

const EMAIL = 'ana@acme.example';

describe.each(engines)('preconditions of contacts on $name', (engine) => {
  const api = new TestApi(engine);
  const post = ({ call }: TestOrganization, body: object, headers: Record<string, string>) =>
    call<Contact>('POST', '/contacts', body, headers);
  const onlyCreate = { 'If-None-Match': '*' };

  test('If-None-Match: * creates, and changes nothing that is there', async () => {
    const organization = await api.organization();
    const code = await organization.referralCode({ code: 'WELCOME' });
    const created = await post(organization, { email: EMAIL }, onlyCreate);
    expect(created.status).toBe(201);
    const again = await post(
      organization,
      { email: EMAIL, company: 'Globex', referralCode: 'WELCOME' },
      onlyCreate,
    );
    expect([again.status, again.error.code, again.error.details]).toEqual([412, 'PRECONDITION_FAILED', []]);
    expect(await organization.get(created.data.id)).toMatchObject(created.data);
    expect((await organization.call('GET', '/referral-codes')).data).toEqual([code]);
    expect((await organization.call<unknown[]>('GET', '/activity?pageSize=100')).data).toHaveLength(2);
  });

  test.each(['PUT', 'DELETE', 'POST'])(
    'If-Match lets a %s through for the version that is, and for no other',
    async (method) => {
      const organization = await api.organization();
      const send = async (header: string) => {
        const path = method === 'POST' ? '/contacts' : `/contacts/${(await ana()).id}`;
        const body = method === 'DELETE' ? undefined : { email: EMAIL, company: `For ${header}` };
        return organization.call(method, path, body, { 'If-Match': header });
      };
      const ana = async () => organization.get((await organization.contact({ email: EMAIL })).id);
      const { id, etag: old } = await ana();
      await organization.call('PUT', `/contacts/${id}`, { company: 'Globex' });
      const before = await ana();
      for (const header of [old, `W/${before.etag}`, '"x"', before.etag.slice(1, -1), '"*"', '', 'W/*']) {
        const { status, error } = await send(header);
        expect([header, status, error]).toMatchObject([
          header,
          412,
          { code: 'PRECONDITION_FAILED', details: [] },
        ]);
      }
      expect(await ana()).toEqual(before);
      for (const toHeader of [
        (etag: string) => etag,
        () => '*',
        (etag: string) => `"stale", ${etag}`,
        (etag: string) => ` ${etag} ,W/"x"`,
      ])
        expect((await send(toHeader((await ana()).etag))).status).toBe(200);
    },
  );

  test('If-None-Match with versions excludes these', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: EMAIL });
    const { etag } = await organization.get(ana.id);
    for (const [header, status] of [
      [etag, 412],
      [`W/${etag}`, 412],
      ['"other"', 200],
    ] as const)
      expect((await post(organization, { email: EMAIL }, { 'If-None-Match': header })).status).toBe(status);
  });

  test('among calls that are made together each is judged by its own', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: EMAIL });
    const { etag } = await organization.get(ana.id);
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => post(organization, { email: 'new@acme.example' }, onlyCreate)),
      ...Array.from({ length: 10 }, (_, index) =>
        post(organization, { email: EMAIL, company: `Company ${index}` }, { 'If-Match': etag }),
      ),
      ...Array.from({ length: 10 }, (_, index) =>
        post(organization, { email: `free${index}@acme.example` }, {}),
      ),
    ]);
    const count = (part: typeof answers, status: number) =>
      part.filter((answer) => answer.status === status).length;
    expect([count(answers.slice(0, 10), 201), count(answers.slice(0, 10), 412)]).toEqual([1, 9]);
    expect([count(answers.slice(10, 20), 200), count(answers.slice(10, 20), 412)]).toEqual([1, 9]);
    expect(count(answers.slice(20), 201)).toBe(10);
    const changed = answers.slice(10, 20).find(({ status }) => status === 200);
    expect(await organization.get(ana.id)).toMatchObject(changed?.data as Contact);
  });
});
