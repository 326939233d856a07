import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { Contact } from '@/lib/contract/contact';
import type { batchReport } from '@/lib/contract/contact-batch';
import { engines } from '@/lib/database/testing';
import { purgeAnswers } from '../shared/answer-once';
import { caller, TestApi, type TestOrganization } from '../testing/testing';

const key = { 'Idempotency-Key': 'order-7' };

describe.each(engines)('manners on $name', (engine) => {
  const api = new TestApi(engine);
  const get = (path: string, { token }: TestOrganization, headers: Record<string, string> = {}) =>
    api.fetch(
      new Request(`http://roster.test/v1${path}`, {
        headers: { Authorization: `Bearer ${token}`, ...headers },
      }),
    );

  test('PATCH is the same as PUT', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@acme.example', company: 'Acme' });
    const { data } = await organization.call<Contact>('PATCH', `/contacts/${id}`, {
      company: null,
      lastname: 'Silva',
    });
    expect(data.contact).toEqual({ lastname: 'Silva' });
    const { headers } = await organization.call('POST', `/contacts/${id}`, {});
    expect(headers.get('Allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']);
  });

  test('a limited token reads in each answer what it may still do; others have no limit', async () => {
    const organization = await api.organization();
    const limited = caller(api.over(api.database, { rateLimit: 2 }), organization.token);
    const first = await limited('GET', '/organization');
    expect(first.headers.get('RateLimit-Policy')).toBe('"minute";q=2;w=60');
    expect(first.headers.get('RateLimit')).toMatch(/^"minute";r=1;t=(60|5\d)$/);
    const refused = await limited('GET', '/contacts/none');
    expect([refused.status, refused.headers.get('RateLimit')]).toEqual([
      404,
      expect.stringContaining('r=0;'),
    ]);
    const over = await limited('GET', '/organization');
    expect([over.status, over.headers.get('RateLimit')]).toEqual([429, expect.stringContaining('r=0;')]);
    expect((await organization.call('GET', '/organization')).headers.has('RateLimit')).toBe(false);
  });

  test('a list that is known by its ETag is not sent again until something changes', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@acme.example' });
    const etag = (await get('/contacts', organization)).headers.get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await get('/contacts', organization, { 'If-None-Match': `"other", ${etag}` });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', etag]);
    await organization.call('PUT', `/contacts/${id}`, { company: 'Acme' });
    const changed = await get('/contacts', organization, { 'If-None-Match': etag });
    expect([changed.status, changed.headers.get('ETag') === etag]).toEqual([200, false]);
    const one = await organization.get(id);
    expect((await get(`/contacts/${id}`, organization, { 'If-None-Match': one.etag })).status).toBe(304);
  });

  test('only pages of chosen origins may call, and read what headers say', async () => {
    const { token } = await api.organization();
    const open = api.over(api.database, { origins: ['https://app.example.com'] });
    const ask = (instance: Pick<typeof open, 'fetch'>, origin: string, method = 'GET') =>
      instance.fetch(
        new Request('http://roster.test/v1/contacts', {
          method,
          headers: {
            Origin: origin,
            ...(method === 'OPTIONS'
              ? { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization' }
              : { Authorization: `Bearer ${token}` }),
          },
        }),
      );
    const allowed = (response: Response) => response.headers.get('Access-Control-Allow-Origin');
    const preflight = await ask(open, 'https://app.example.com', 'OPTIONS');
    expect([preflight.status, allowed(preflight)]).toEqual([204, 'https://app.example.com']);
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
    const answer = await ask(open, 'https://app.example.com');
    expect([answer.status, allowed(answer)]).toEqual([200, 'https://app.example.com']);
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag');
    expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false);
    expect(allowed(await ask(open, 'https://evil.example'))).toBeNull();
    expect(allowed(await ask(open, 'https://evil.example', 'OPTIONS'))).toBeNull();
    expect(allowed(await ask(api, 'https://app.example.com'))).toBeNull();
    expect((await ask(api, 'https://app.example.com', 'OPTIONS')).status).toBe(405);
  });

  describe('an Idempotency-Key', () => {
    const stored = ({ id }: TestOrganization) =>
      api.query('select contact_ids from idempotent_answers where organization_id = $1', [id]);

    test('repeats the first answer, whatever has happened since', async () => {
      const organization = await api.organization();
      const send = (headers: object = key) =>
        organization.call<Contact>('POST', '/contacts', { email: 'ana@acme.example' }, { ...headers });
      const first = await send();
      expect(first.status).toBe(201);
      await organization.call('PUT', `/contacts/${first.data.id}`, { company: 'Acme' });
      const again = await send();
      expect([again.status, again.text]).toEqual([201, first.text]);
      for (const name of ['ETag', 'Location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect((await send({})).data.contact).toEqual({ company: 'Acme' });
    });

    test('has requests at once wait for the answer of the first, unless that is a refusal or never comes', async () => {
      const organization = await api.organization();
      const send = (body: object, key: string) =>
        organization.call('POST', '/contacts', body, { 'Idempotency-Key': key });
      const known = await organization.contact({ email: 'ana@acme.example' });
      for (let round = 0; round < 10; round++) {
        const [one, other] = await Promise.all(
          [1, 2].map(() => send({ email: `new${round}@acme.example` }, `round-${round}`)),
        );
        expect([one?.status, other?.status, other?.text]).toEqual([201, 201, one?.text]);
      }
      const phone = { phone: '+4930901820' };
      await organization.contact(phone);
      const refused = await Promise.all([1, 2].map(() => send({ ...phone, email: known.email }, 'refused')));
      expect(refused.map(({ status }) => status)).toEqual([409, 409]);
      const other = await Promise.all(['a', 'b'].map((name) => send({ email: `${name}@x.example` }, 'same')));
      expect(other.map(({ status }) => status).sort()).toEqual([201, 409]);
      // Its instance has died before it answered.
      await send({ email: 'dead@acme.example' }, 'dead');
      await api.query(
        `update idempotent_answers set answer = '', created_at = now() - interval '24 hours 6 s' where key = 'dead'`,
      );
      expect((await send({ email: 'dead@acme.example' }, 'dead')).status).toBe(200);
    });

    test('repeats that of a batch, and of two at once the one that ended first', async () => {
      const organization = await api.organization();
      const send = () =>
        organization.call<z.infer<typeof batchReport>>(
          'POST',
          '/contacts/batch',
          { contacts: [{ email: 'ana@acme.example' }, {}] },
          key,
        );
      const both = await Promise.all([send(), send()]);
      expect(both[0].text).toBe(both[1].text);
      expect((await send()).text).toBe(both[0].text);
      expect(both[0].data).toMatchObject({ failed: 1 });
      expect((await organization.totals()).contacts).toBe(1);
    });

    test('of another body, operation or version is refused, and that of another token is another', async () => {
      const organization = await api.organization();
      const { call } = organization;
      const body = { email: 'ana@acme.example' };
      await call('POST', '/contacts', body, key);
      const statuses = [
        await call('POST', '/contacts', { email: 'ben@acme.example' }, key),
        await call('POST', '/contacts/batch', { contacts: [body] }, key),
        await call('POST', '/contacts', body, { ...key, 'If-None-Match': '*' }),
      ].map(({ error }) => [error.code, error.message]);
      expect(statuses).toEqual(
        Array.from({ length: 3 }, () => ['CONFLICT', 'This Idempotency-Key was used for another request.']),
      );
      const other = caller(api, await organization.issue());
      expect((await other('POST', '/contacts', { email: 'ben@acme.example' }, key)).status).toBe(201);
      expect((await organization.totals()).contacts).toBe(2);
    });

    test('keeps no refusal, nothing longer than a day, and nothing about erased people', async () => {
      const organization = await api.organization();
      const body = { email: 'ana@acme.example', segmentIds: ['0198c0de-7a11-7000-8000-00000000dead'] };
      expect((await organization.call('POST', '/contacts', body, key)).status).toBe(400);
      const { data } = await organization.call<Contact>(
        'POST',
        '/contacts',
        { email: 'ana@acme.example' },
        key,
      );
      expect(await stored(organization)).toEqual([{ contact_ids: [data.id] }]);
      await api.query("update idempotent_answers set created_at = now() - interval '24 hours'");
      expect((await organization.call('POST', '/contacts', { email: 'ana@acme.example' }, key)).status).toBe(
        200,
      );
      await purgeAnswers(api.database);
      expect(await stored(organization)).toHaveLength(1);
      await organization.call('DELETE', `/contacts/${data.id}`);
      await organization.call('DELETE', '/trash', { ids: [data.id] });
      expect(await stored(organization)).toEqual([]);
      await organization.call('POST', '/contacts', { email: 'ben@acme.example' }, key);
      await api.query("update idempotent_answers set created_at = now() - interval '24 hours'");
      await purgeAnswers(api.database);
      expect(await stored(organization)).toEqual([]);
    });
  });
});
