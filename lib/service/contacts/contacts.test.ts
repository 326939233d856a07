import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi } from '../testing/testing';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(engines)('POST /contacts on $name', (engine) => {
  const api = new TestApi(engine);

  test('creates: 201, all of the contact, Location, ETag', async () => {
    const { call, id: organizationId } = await api.organization();
    const { status, headers, body, data } = await call<Contact>('POST', '/contacts', {
      email: 'ana@acme.example',
      phone: '+49 30 901820',
      firstname: ' Ana ',
      lastname: 'Silva',
      jobtitle: 'Buyer',
      company: 'Acme',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(UUID),
        email: 'ana@acme.example',
        phone: '+4930901820',
        contact: { firstname: 'Ana', lastname: 'Silva', jobtitle: 'Buyer', company: 'Acme' },
        segments: [],
        organizationId,
        createdAt: expect.stringMatching(TIME),
        updatedAt: data.createdAt,
      },
    });
    expect(headers.get('Location')).toBe(`/v1/contacts/${data.id}`);
    expect(headers.get('ETag')).toMatch(/^"[^"]+"$/);
    const found = await call('GET', `/contacts/${data.id}`);
    expect(found.body).toEqual(body);
    expect(found.headers.get('ETag')).toBe(headers.get('ETag'));
  });

  test('leaves out details without a value; identifiers without one are null', async () => {
    const { call } = await api.organization();
    const byPhone = await call<Contact>('POST', '/contacts', {
      phone: '+4930901820',
      company: ' ',
      jobtitle: null,
    });
    expect(byPhone.data).toMatchObject({ email: null, phone: '+4930901820', contact: {}, segments: [] });
    expect(Object.keys(byPhone.data.contact)).toEqual([]);
    const byEmail = await call<Contact>('POST', '/contacts', { email: 'a@b.example', phone: '' });
    expect(byEmail.data).toMatchObject({ email: 'a@b.example', phone: null, contact: {} });
  });

  test('changes whom an address leads to: 200, no Location', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: 'ana@acme.example', firstname: 'Ana', company: 'Acme' });
    const { status, data, headers } = await organization.call<Contact>('POST', '/contacts', {
      email: 'ANA@Acme.Example ',
      phone: '+49 (0)30 90-18-20',
      company: 'Globex',
    });
    expect([status, headers.get('Location')]).toEqual([200, null]);
    expect(data).toEqual({
      ...ana,
      phone: '+4930901820',
      contact: { firstname: 'Ana', company: 'Globex' },
      updatedAt: data.updatedAt,
    });
    expect(data.updatedAt >= ana.updatedAt).toBe(true);
  });

  test('erases nothing: absent, null and blank leave what is stored, and updatedAt, ETag and activity', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const stored = await organization.contact({
      email: 'a@b.example',
      phone: '+4930901820',
      firstname: 'José',
      lastname: 'Silva',
      jobtitle: 'Buyer',
      company: 'Acme',
      segmentIds: [vip.id],
    });
    const { etag } = await organization.get(stored.id);
    for (const blank of [undefined, null, '', '  ']) {
      const again = await organization.call<Contact>('POST', '/contacts', {
        email: 'A@B.example',
        phone: blank,
        firstname: ' Jose\u0301 ',
        lastname: blank,
        jobtitle: blank,
        company: blank,
        segmentIds: blank === null ? null : [],
        referralCode: blank,
      });
      expect([again.data, again.headers.get('ETag')]).toEqual([stored, etag]);
    }
    const { data } = await organization.call<unknown[]>('GET', `/activity?subjectId=${stored.id}`);
    expect(data).toHaveLength(1);
  });

  test('finds an address however it is typed', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'jürgen@bücher.example' });
    for (const typed of [
      'JÜRGEN@xn--BCHER-kva.example',
      ' ju\u0308rgen@BÜCHER.example',
      'jürgen＠bücher．example',
    ]) {
      const found = await organization.contact({ email: typed });
      expect(found).toMatchObject({ id, email: 'jürgen@xn--bcher-kva.example' });
    }
  });

  test('bounds fields in characters, not bytes', async () => {
    const organization = await api.organization();
    const text = '😀'.repeat(200);
    const stored = await organization.contact({
      email: 'a@b.example',
      firstname: text,
      lastname: text,
      jobtitle: text,
      company: text,
    });
    expect(stored.contact).toEqual({ firstname: text, lastname: text, jobtitle: text, company: text });
    const answer = await organization.call('POST', '/contacts', {
      email: 'a@b.example',
      firstname: `${text}😀`,
      company: 'x'.repeat(201),
    });
    expect(pathsOf(answer)).toEqual(['firstname', 'company']);
  });

  test('stores long names of any script, and lists them', async () => {
    const organization = await api.organization();
    // Hangul decomposes into three characters each where it is folded for sorting: more than an index row holds.
    const hangul = Array.from({ length: 200 }, (_, index) =>
      String.fromCodePoint(0xac00 + ((index * 7919) % 11172)),
    );
    const name = hangul.join('');
    const expanding = '\ufdfa'.repeat(200);
    await organization.contact({
      email: 'a@b.example',
      firstname: name,
      lastname: hangul.reverse().join(''),
      company: name,
    });
    await organization.contact({
      email: 'b@b.example',
      firstname: expanding,
      lastname: expanding,
      company: expanding,
    });
    for (const sort of ['name', '-company']) {
      const first = await organization.call<Contact[]>('GET', `/contacts?pageSize=1&sort=${sort}`);
      const rest = await organization.call<Contact[]>(
        'GET',
        `/contacts?pageSize=1&sort=${sort}&cursor=${first.meta.nextCursor}`,
      );
      expect([...first.data, ...rest.data]).toHaveLength(2);
    }
  });

  test('whose identifiers lead to two contacts is a conflict that names both; nothing is written', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: 'ana@acme.example', phone: '+4930901821' });
    const ben = await organization.contact({ email: 'ben@acme.example', phone: '+4930901822' });
    const code = await organization.referralCode({ code: 'WELCOME' });
    const answer = await organization.call('POST', '/contacts', {
      email: 'ana@acme.example',
      phone: '+4930901822',
      company: 'Globex',
      referralCode: 'WELCOME',
    });
    expect(answer.status).toBe(409);
    expect(answer.error).toEqual({
      code: 'CONFLICT',
      message: expect.any(String),
      details: [
        { path: 'email', message: expect.stringContaining(ana.id) },
        { path: 'phone', message: expect.stringContaining(ben.id) },
      ],
    });
    expect(await organization.get(ana.id)).toMatchObject(ana);
    expect(await organization.get(ben.id)).toMatchObject(ben);
    expect((await organization.call('GET', '/referral-codes')).data).toEqual([code]);
  });
});
