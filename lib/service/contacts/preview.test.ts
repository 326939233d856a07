import { describe, expect, test } from 'vitest';
import type { Contact, ContactUpsert } from '@/lib/contract/contact';
import type { ContactPreview } from '@/lib/contract/contact-preview';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const EMAIL = 'ana@acme.example';

describe.each(engines)('POST /contacts/preview on $name', (engine) => {
  const api = new TestApi(engine);
  const preview = async ({ call }: TestOrganization, body: ContactUpsert) =>
    (await call<ContactPreview>('POST', '/contacts/preview', body)).data;
  const activities = ({ id }: TestOrganization) =>
    api.query('select from activities where organization_id = $1', [id]);

  test('nobody has the email: creates, each field from nothing, in its stored form', async () => {
    const organization = await api.organization();
    const body = { email: ' ANA@Acme.example', phone: '+49 (0)30 901820', firstname: ' Ana ', company: '' };
    expect(await preview(organization, body)).toEqual({
      outcome: 'create',
      email: EMAIL,
      phone: '+4930901820',
      unusualPhone: false,
      contact: null,
      etag: null,
      changes: [
        { field: 'email', before: null, after: EMAIL },
        { field: 'phone', before: null, after: '+4930901820' },
        { field: 'firstname', before: null, after: 'Ana' },
      ],
      segmentsAdded: [],
      segmentsRemoved: [],
      conflicts: {},
      referralCode: null,
    });
    expect(await preview(organization, { phone: '+861112345678' })).toMatchObject({ unusualPhone: true });
    expect(await activities(organization)).toEqual([]);
    expect((await organization.totals()).contacts).toBe(0);
  });

  test('somebody has it: updates whom, as stored, and what changes; then nothing is left to change', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ana = await organization.contact({ email: EMAIL, company: 'Acme', segmentIds: [vip.id] });
    const { etag } = await organization.get(ana.id);
    const body = {
      email: EMAIL,
      phone: '+4930901820',
      company: 'Globex',
      jobtitle: ' ',
      segmentIds: [vip.id, lead.id],
    };
    const data = await preview(organization, body);
    expect(data).toMatchObject({
      outcome: 'update',
      contact: ana,
      etag,
      changes: [
        { field: 'phone', before: null, after: '+4930901820' },
        { field: 'company', before: 'Acme', after: 'Globex' },
      ],
      segmentsAdded: [lead.id],
      conflicts: {},
    });
    expect(await organization.get(ana.id)).toEqual({ ...ana, etag });
    const saved = await organization.contact(body);
    expect(await preview(organization, body)).toMatchObject({
      outcome: 'unchanged',
      contact: saved,
      changes: [],
      segmentsAdded: [],
    });
    expect(await activities(organization)).toHaveLength(4);
  });

  test('the email is one contact’s and the phone another’s: both of them', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: EMAIL });
    const ben = await organization.contact({ phone: '+4930901820' });
    expect(
      await preview(organization, { email: EMAIL, phone: '+4930901820', referralCode: 'NONE' }),
    ).toMatchObject({
      outcome: 'conflict',
      contact: null,
      etag: null,
      changes: [],
      conflicts: { email: ana, phone: ben },
      referralCode: { redeems: false, message: 'Unknown referral code.' },
    });
    expect(await preview(organization, { email: EMAIL, phone: '+4930901820' })).toMatchObject({
      outcome: 'conflict',
      referralCode: null,
    });
  });

  test('a referral code is previewed beside the contact', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.referralCode({ code: 'ONCE', maxRedemptions: 1, segmentIds: [vip.id] });
    const body = { email: EMAIL, referralCode: ' once ' };
    expect(await preview(organization, body)).toMatchObject({
      outcome: 'create',
      segmentsAdded: [vip.id],
      referralCode: { redeems: true, message: null },
    });
    await organization.contact(body);
    expect(await preview(organization, body)).toMatchObject({
      outcome: 'unchanged',
      segmentsAdded: [],
      referralCode: { redeems: false, message: null },
    });
    const late = { email: 'ben@acme.example', company: 'Acme' };
    for (const [referralCode, message] of [
      ['ONCE', 'This referral code is used up.'],
      ['NONE', 'Unknown referral code.'],
    ] as const) {
      const data = await preview(organization, { ...late, referralCode });
      expect(data).toMatchObject({
        outcome: 'create',
        segmentsAdded: [],
        referralCode: { redeems: false, message },
      });
      const { error } = await organization.call('POST', '/contacts', { ...late, referralCode });
      expect(error.details).toEqual([{ path: 'referralCode', message }]);
    }
    const [code] = (await organization.call<{ redemptionCount: number }[]>('GET', '/referral-codes')).data;
    expect(code?.redemptionCount).toBe(1);
  });

  test('what an upsert would refuse as not valid is refused in the same words', async () => {
    const { call } = await api.organization();
    for (const body of [
      {},
      { email: 'ana', phone: '+49 1', firstName: 'Ana' },
      { email: EMAIL, segmentIds: [MISSING_ID] },
      { email: EMAIL, segmentIds: ['x'] },
    ]) {
      const answer = await call('POST', '/contacts/preview', body);
      expect(answer.status).toBe(400);
      expect(answer.error).toEqual((await call('POST', '/contacts', body)).error);
      expect(pathsOf(answer).length).toBeGreaterThan(0);
    }
  });

  test('what is in the trash is not there', async () => {
    const organization = await api.organization();
    const ana = await organization.contact({ email: EMAIL });
    await organization.call<Contact>('DELETE', `/contacts/${ana.id}`);
    expect(await preview(organization, { email: EMAIL })).toMatchObject({ outcome: 'create', contact: null });
  });

  test('an update: what is cleared, added and removed, whom it conflicts with, and nothing written', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ana = await organization.contact({ email: EMAIL, company: 'Acme', segmentIds: [vip.id] });
    const ben = await organization.contact({ email: 'ben@acme.example' });
    const { etag } = await organization.get(ana.id);
    const ask = (body: object, id = ana.id) =>
      organization.call<ContactPreview>('POST', `/contacts/${id}/preview`, body);
    const before = await activities(organization);
    expect((await ask({ company: '', firstname: 'Ana', segmentIds: [lead.id] })).data).toMatchObject({
      outcome: 'update',
      contact: ana,
      etag,
      changes: [
        { field: 'firstname', before: null, after: 'Ana' },
        { field: 'company', before: 'Acme', after: null },
      ],
      segmentsAdded: [lead.id],
      segmentsRemoved: [vip.id],
    });
    expect((await ask({ company: ' Acme ' })).data).toMatchObject({ outcome: 'unchanged', changes: [] });
    expect((await ask({ email: 'ben@acme.example' })).data).toMatchObject({
      outcome: 'conflict',
      conflicts: { email: ben },
    });
    expect(pathsOf(await ask({ email: '', segmentIds: [MISSING_ID] }))).toEqual(['email', 'segmentIds.0']);
    expect((await ask({}, MISSING_ID)).status).toBe(404);
    expect(await organization.get(ana.id)).toMatchObject({ etag });
    expect(await activities(organization)).toEqual(before);
  });
});
