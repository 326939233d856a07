import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi } from './testing/testing';

/*
 * What the provider's own published client libraries expect of this interface, one by one, so that they work unchanged
 * against this service. The shapes are written out here as those libraries have them; they are not the contract's.
 */

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** Identifiers are nullable and always there; details are optional and never null. */
const contact = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  contact: z.strictObject({
    firstname: z.string().optional(),
    lastname: z.string().optional(),
    jobtitle: z.string().optional(),
    company: z.string().optional(),
  }),
  segments: z.array(z.strictObject({ segmentId: z.uuid(), assignedAt: time })),
  organizationId: z.uuid(),
  createdAt: time,
  updatedAt: time,
});
const one = z.strictObject({ data: contact });
const segments = z.strictObject({
  data: z.array(
    z.strictObject({ id: z.uuid(), title: z.string(), color: z.string().regex(/^#[0-9a-f]{6}$/) }),
  ),
});
const page = z.object({
  data: z.array(contact),
  meta: z.object({ total: z.int(), page: z.int(), pageSize: z.int(), totalPages: z.int() }),
});
const refusal = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string().min(1),
    details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })),
  }),
});

describe.each(engines)('what published clients expect, on $name', (engine) => {
  const api = new TestApi(engine);

  test('an email is null where there is none, and so is a phone', async () => {
    const { call } = await api.organization();
    const byPhone = await call('POST', '/contacts', { phone: '+4930901820' });
    expect(one.parse(byPhone.body).data).toMatchObject({
      email: null,
      phone: '+4930901820',
      contact: {},
      segments: [],
    });
    const byEmail = await call('POST', '/contacts', { email: 'ana@example.com' });
    expect(one.parse(byEmail.body).data).toMatchObject({ email: 'ana@example.com', phone: null });
  });

  test('details without a value are left out, not null', async () => {
    const { call } = await api.organization();
    const body = { email: 'ana@example.com', firstname: 'Ana', lastname: '', jobtitle: null };
    const made = one.parse((await call('POST', '/contacts', body)).body).data;
    expect(made.contact).toEqual({ firstname: 'Ana' });
    const cleared = await call('PUT', `/contacts/${made.id}`, { firstname: null, company: 'Acme' });
    expect(one.parse(cleared.body).data.contact).toEqual({ company: 'Acme' });
  });

  test('a phone is E.164 in whichever way it was typed', async () => {
    const { call } = await api.organization();
    const { body } = await call('POST', '/contacts', { phone: '+49 (30) 90-18.20' });
    expect(one.parse(body).data.phone).toBe('+4930901820');
  });

  test('an email or a phone is required where the other one is missing', async () => {
    const { call } = await api.organization();
    const answer = await call('POST', '/contacts', { firstname: 'Ana' });
    expect(answer.status).toBe(400);
    expect(refusal.parse(answer.body).error.code).toBe('VALIDATION_ERROR');
    expect(pathsOf(answer)).toEqual(['email']);
  });

  test('segmentIds is a JSON array of UUIDs', async () => {
    const organization = await api.organization();
    const { id } = await organization.segment('VIP');
    const { body } = await organization.call('POST', '/contacts', {
      email: 'ana@example.com',
      segmentIds: [id],
    });
    expect(one.parse(body).data.segments).toMatchObject([{ segmentId: id }]);
    for (const segmentIds of [id, `[${id}]`, [{ id }], ['vip']])
      expect(
        (await organization.call('POST', '/contacts', { email: 'ana@example.com', segmentIds })).status,
      ).toBe(400);
    expect(segments.parse((await organization.call('GET', '/segments')).body).data).toMatchObject([{ id }]);
  });

  test('each field of an update is optional, and all of them together are', async () => {
    const organization = await api.organization();
    const before = await organization.contact({
      email: 'ana@example.com',
      phone: '+4930901820',
      company: 'Acme',
    });
    for (const body of [{}, { jobtitle: 'Head' }, { phone: '+4930901821' }, { segmentIds: [] }])
      expect((await organization.call('PUT', `/contacts/${before.id}`, body)).status).toBe(200);
    const after = one.parse((await organization.call('GET', `/contacts/${before.id}`)).body).data;
    expect(after).toMatchObject({
      email: before.email,
      phone: '+4930901821',
      contact: { company: 'Acme', jobtitle: 'Head' },
    });
  });

  test('GET /contacts counts pages from 1 and takes 1 to 100 a page', async () => {
    const organization = await api.organization();
    for (const name of ['a', 'b', 'c']) await organization.contact({ email: `${name}@example.com` });
    const read = async (query: string) =>
      page.parse((await organization.call('GET', `/contacts${query}`)).body);
    expect((await read('')).meta).toMatchObject({ total: 3, page: 1, pageSize: 20, totalPages: 1 });
    const pages = [
      await read('?page=1&pageSize=2'),
      await read('?page=2&pageSize=2'),
      await read('?page=3&pageSize=2'),
    ];
    expect(pages.map(({ data }) => data.length)).toEqual([2, 1, 0]);
    expect(pages.map(({ meta }) => [meta.page, meta.totalPages])).toEqual([
      [1, 2],
      [2, 2],
      [3, 2],
    ]);
    expect((await read('?pageSize=100')).data).toHaveLength(3);
    for (const query of ['page=0', 'page=-1', 'pageSize=0', 'pageSize=101', 'page=one'])
      expect((await organization.call('GET', `/contacts?${query}`)).status).toBe(400);
  });

  test('GET /contacts/{id} answers 401 without a token, and 404 where there is no such contact', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@example.com' });
    expect(one.parse((await organization.call('GET', `/contacts/${id}`)).body).data.id).toBe(id);
    const missing = await organization.call('GET', `/contacts/${MISSING_ID}`);
    expect([missing.status, refusal.parse(missing.body).error.details]).toEqual([404, []]);
    const response = await api.fetch(new Request(`http://roster.test/v1/contacts/${id}`));
    expect(response.status).toBe(401);
    refusal.parse(await response.json());
  });

  test('every success is 200, and 201 where a contact was created', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const body = { email: 'ana@example.com' };
    const made = await call<{ id: string }>('POST', '/contacts', body);
    expect([made.status, (await call('POST', '/contacts', body)).status]).toEqual([201, 200]);
    expect((await call('PUT', `/contacts/${made.data.id}`, { company: 'Acme' })).status).toBe(200);
    expect((await call('GET', '/segments')).status).toBe(200);
    const deleted = await call('DELETE', `/contacts/${made.data.id}`);
    expect([deleted.status, one.parse(deleted.body).data.id]).toEqual([200, made.data.id]);
    const many = await call('DELETE', '/contacts', { ids: [made.data.id] });
    expect([many.status, many.body]).toEqual([200, { data: { count: 0 } }]);
  });

  test('what is answered by 408, 429 or 5xx may be sent again: no call does its work twice', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'FRIEND', maxRedemptions: 1 });
    const { id: segmentId } = await organization.segment('VIP');
    const { token } = organization;
    /** A client that tries again, behind a proxy that loses the first answer to each call. */
    async function persistent(method: string, path: string, body?: unknown) {
      for (const lost of [502, 408, 504, null]) {
        const response = await api.fetch(
          new Request(`http://roster.test/api/v1${path}`, {
            method,
            headers: { Authorization: `bearer ${token}`, 'Content-Type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
          }),
        );
        if (!lost) return { status: response.status, body: (await response.json()) as { data: never } };
      }
      throw new Error('The last answer arrives.');
    }
    const made = await persistent('POST', '/contacts', {
      email: 'ana@example.com',
      referralCode: 'friend',
      segmentIds: [segmentId],
    });
    const { id } = one.parse(made.body).data;
    const { total } = (await organization.call('GET', '/contacts')).meta;
    expect([made.status, total]).toEqual([200, 1]);
    const codes = await organization.call('GET', '/referral-codes');
    expect(codes.data).toMatchObject([{ code: 'FRIEND', redemptionCount: 1 }]);
    const updated = one.parse(
      (await persistent('PUT', `/contacts/${id}`, { company: 'Acme', segmentIds: [] })).body,
    ).data;
    expect(updated).toMatchObject({ contact: { company: 'Acme' }, segments: [] });
    expect((await persistent('DELETE', '/contacts', { ids: [id] })).status).toBe(200);
    expect((await organization.call('GET', '/contacts')).meta.total).toBe(0);
  });
});

describe.each(engines)('a limit of requests, on $name', (engine) => {
  const api = new TestApi(engine, { rateLimit: 2 });

  test('429 says after how many seconds a client may come again', async () => {
    const { call } = await api.organization();
    await call('GET', '/segments');
    await call('GET', '/segments');
    const limited = await call('GET', '/segments');
    expect([limited.status, refusal.parse(limited.body).error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(limited.headers.get('Retry-After')).toMatch(/^[1-9]\d?$/);
  });
});
