import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';

const ana = {
  email: 'ana@acme.example',
  phone: '+4930901820',
  firstname: 'Ana',
  lastname: 'Silva',
  jobtitle: 'Buyer',
  company: 'Acme',
};

describe.each(engines)('PUT /contacts/{id} on $name', (engine) => {
  const api = new TestApi(engine);
  const put = ({ call }: TestOrganization, id: string, body: unknown, headers?: Record<string, string>) =>
    call<Contact>('PUT', `/contacts/${id}`, body, headers);

  test('takes any subset of the fields; absent ones stay', async () => {
    const organization = await api.organization();
    const stored = await organization.contact(ana);
    const { etag } = await organization.get(stored.id);
    const { status, data, headers, body } = await put(organization, stored.id.toUpperCase(), {
      company: ' Globex ',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { ...stored, contact: { ...stored.contact, company: 'Globex' }, updatedAt: data.updatedAt },
    });
    expect(data.updatedAt >= stored.updatedAt).toBe(true);
    expect(headers.get('Location')).toBeNull();
    expect(headers.get('ETag')).not.toBe(etag);
    expect(await organization.get(stored.id)).toEqual({ ...data, etag: headers.get('ETag') });
  });

  test.each([null, '', '  '])('clears with %j', async (blank) => {
    const organization = await api.organization();
    const { id } = await organization.contact(ana);
    const { data } = await put(organization, id, {
      phone: blank,
      firstname: blank,
      lastname: blank,
      jobtitle: blank,
      company: blank,
    });
    expect(data).toMatchObject({ email: ana.email, phone: null });
    expect(data.contact).toEqual({});
    const other = await put(organization, id, { email: blank, phone: '+4930901821' });
    expect(other.data).toMatchObject({ email: null, phone: '+4930901821' });
  });

  test('does not clear the last of email and phone', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact(ana);
    const before = await organization.get(id);
    const answer = await put(organization, id, { email: null, phone: '', company: 'Globex' });
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'email', message: 'Add an email or phone.' }],
    });
    expect(await organization.get(id)).toEqual(before);
  });

  test('that changes nothing leaves updatedAt, ETag and activity alone', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const { id } = await organization.contact({ ...ana, segmentIds: [vip.id] });
    const before = await organization.get(id);
    for (const body of [
      {},
      ana,
      {
        email: ' ANA@Acme.example',
        phone: '+49 (30) 901820',
        firstname: 'Ana ',
        segmentIds: [vip.id, vip.id],
      },
    ]) {
      const { data, headers } = await put(organization, id, body);
      expect({ ...data, etag: headers.get('ETag') }).toEqual(before);
    }
    const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${id}`);
    expect(data.map(({ action }) => action)).toEqual(['contact.created']);
  });

  test('replaces segments: those that stay keep their time, [] and null remove all', async () => {
    const organization = await api.organization();
    const [vip, lead, old] = [
      await organization.segment('VIP'),
      await organization.segment('Lead'),
      await organization.segment('Old'),
    ];
    const { id, segments } = await organization.contact({ ...ana, segmentIds: [vip.id, old.id] });
    const assigned = segments.find(({ segmentId }) => segmentId === vip.id);
    const { data } = await put(organization, id, { segmentIds: [lead.id, vip.id.toUpperCase(), lead.id] });
    expect(data.segments).toEqual([assigned, { segmentId: lead.id, assignedAt: data.updatedAt }]);
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 1, Old: 0, VIP: 1 } });
    const unchanged = await put(organization, id, { company: 'Globex' });
    expect(unchanged.data.segments).toEqual(data.segments);
    expect((await put(organization, id, { segmentIds: [] })).data.segments).toEqual([]);
    await put(organization, id, { segmentIds: [old.id] });
    expect((await put(organization, id, { segmentIds: null })).data.segments).toEqual([]);
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 0, Old: 0, VIP: 0 } });
  });

  test('to what other contacts have is a conflict that names them; nothing is written', async () => {
    const organization = await api.organization();
    const stored = await organization.contact(ana);
    const ben = await organization.contact({ email: 'ben@acme.example' });
    const eve = await organization.contact({ phone: '+4930901823' });
    const before = await organization.get(stored.id);
    const body = { email: 'BEN@acme.example', phone: '+49 30 901823', company: 'Globex' };
    const answer = await put(organization, stored.id, body);
    expect([answer.status, answer.error.code]).toEqual([409, 'CONFLICT']);
    expect(answer.error.details).toEqual([
      { path: 'email', message: expect.stringContaining(ben.id) },
      { path: 'phone', message: expect.stringContaining(eve.id) },
    ]);
    expect(await organization.get(stored.id)).toEqual(before);
  });

  test('answers 404 for an id that is unknown, malformed or deleted', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact(ana);
    await organization.call('DELETE', `/contacts/${id}`);
    for (const path of [MISSING_ID, `${id}0`, id]) {
      const { status, error } = await put(organization, path, { company: 'Globex' });
      expect([status, error]).toEqual([
        404,
        { code: 'NOT_FOUND', message: 'There is no such contact.', details: [] },
      ]);
    }
  });

  test('gives the contact another ETag by each kind of change', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const { id } = await organization.contact({ ...ana, segmentIds: [vip.id, lead.id] });
    await organization.referralCode({ code: 'WELCOME' });
    const seen = new Set([(await organization.get(id)).etag]);
    for (const [method, path, body] of [
      ['PUT', `/contacts/${id}`, { segmentIds: [lead.id] }],
      ['POST', '/contacts', { email: ana.email, segmentIds: [vip.id] }],
      ['POST', '/contacts', { email: ana.email, referralCode: 'WELCOME' }],
      ['DELETE', `/segments/${vip.id}`, undefined],
      ['PUT', `/contacts/${id}`, { firstname: 'Anna' }],
      ['PUT', `/contacts/${id}`, { firstname: 'Ana' }],
    ] as const) {
      await organization.call(method, path, body);
      const { etag } = await organization.get(id);
      expect([...seen], `${method} ${path}`).not.toContain(etag);
      seen.add(etag);
    }
  });
});
