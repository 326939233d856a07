import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact, Redemption } from '@/lib/contract/contact';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, TestApi, type TestOrganization } from '../testing/testing';

const PAST = '2020-01-01T00:00:00Z';

describe.each(engines)('redeeming referral codes on $name', (engine) => {
  const api = new TestApi(engine);
  const countOf = async ({ call }: TestOrganization, code: string) =>
    (await call<ReferralCode[]>('GET', '/referral-codes')).data.find((one) => one.code === code)
      ?.redemptionCount;
  const redeem = ({ call }: TestOrganization, email: string, referralCode: string, more: object = {}) =>
    call<Contact>('POST', '/contacts', { email, referralCode, ...more });

  test('records contact, code and time, and assigns the segments of the code', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const code = await organization.referralCode({
      code: 'Welcome',
      label: 'Hello',
      segmentIds: [vip.id, lead.id],
    });
    const { status, data } = await redeem(organization, 'a@b.example', '  wELCOME ', {
      segmentIds: [vip.id],
    });
    expect(status).toBe(201);
    expect(data.segments.map(({ segmentId }) => segmentId).sort()).toEqual([vip.id, lead.id].sort());
    const found = await organization.call<Redemption[]>('GET', `/contacts/${data.id}/redemptions`);
    expect(found.body).toEqual({
      data: [{ referralCodeId: code.id, code: 'Welcome', label: 'Hello', redeemedAt: data.createdAt }],
    });
    expect(await countOf(organization, 'Welcome')).toBe(1);
    expect(await organization.totals()).toEqual({ contacts: 1, segments: { Lead: 1, VIP: 1 } });
    const activity = await organization.call<Activity[]>('GET', `/activity?subjectId=${data.id}`);
    expect(activity.data[0]?.after).toMatchObject({ email: 'a@b.example', referralCode: 'Welcome' });
  });

  test('is by what a code looks like', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'Ｓpring\u200b 26' });
    for (const [index, typed] of ['SPRING\u200b 26', '\ufeffspring\u00a026', 'ＳＰＲＩＮＧ　２６'].entries())
      expect((await redeem(organization, `${index}@b.example`, typed)).status).toBe(201);
    expect(await countOf(organization, 'Spring 26')).toBe(3);
  });

  test('by a contact that exists is a change of it', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const ana = await organization.contact({ email: 'a@b.example' });
    const before = await organization.get(ana.id);
    await organization.referralCode({ code: 'A', segmentIds: [vip.id] });
    const { status, data, headers } = await redeem(organization, 'a@b.example', 'A');
    expect([status, data.id, data.segments.length]).toEqual([200, ana.id, 1]);
    expect(headers.get('ETag')).not.toBe(before.etag);
    const activity = await organization.call<Activity[]>('GET', `/activity?subjectId=${ana.id}`);
    expect(activity.data[0]).toMatchObject({
      action: 'contact.updated',
      before: { segmentIds: [] },
      after: { segmentIds: [vip.id], referralCode: 'A' },
    });
  });

  test('a second time changes and counts nothing, even when it could not be redeemed any more', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const code = await organization.referralCode({ code: 'A', maxRedemptions: 1, segmentIds: [vip.id] });
    const first = await redeem(organization, 'a@b.example', 'A');
    await organization.call('PUT', `/contacts/${first.data.id}`, { segmentIds: [] });
    const stored = await organization.get(first.data.id);
    const path = `/referral-codes/${code.id}`;
    for (const change of [{}, { expiresAt: PAST }, { active: false }, { referrerId: stored.id }]) {
      expect((await organization.call('PUT', path, change)).status).toBe(200);
      const again = await redeem(organization, 'a@b.example', 'a');
      expect(again.status).toBe(200);
      expect({ ...again.data, etag: again.headers.get('ETag') }).toEqual(stored);
    }
    expect(await countOf(organization, 'A')).toBe(1);
  });

  test('that fails, fails the whole request', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const ana = await organization.contact({ email: 'a@b.example', company: 'Acme' });
    for (const settings of [
      { code: 'OFF', active: false },
      { code: 'PAST', expiresAt: PAST },
      { code: 'ONCE', maxRedemptions: 1 },
      { code: 'ANA', referrerId: ana.id },
    ])
      await organization.referralCode({ segmentIds: [vip.id], ...settings });
    await redeem(organization, 'first@b.example', 'ONCE');
    const state = async () => [
      await organization.get(ana.id),
      await organization.totals(),
      (await organization.call('GET', '/referral-codes')).body,
      (await organization.call('GET', `/activity?subjectId=${ana.id}`)).body,
    ];
    const before = await state();
    for (const [code, message] of [
      ['NONE', 'Unknown referral code.'],
      ['OFF', 'This referral code is turned off.'],
      ['PAST', 'This referral code has expired.'],
      ['ONCE', 'This referral code is used up.'],
      ['ana', 'A contact cannot redeem its own referral code.'],
    ] as const)
      for (const email of code === 'ana' ? ['a@b.example'] : ['a@b.example', 'new@b.example']) {
        const more = { company: 'Globex', segmentIds: [vip.id] };
        const { status, error } = await redeem(organization, email, code, more);
        expect([status, error]).toEqual([
          400,
          {
            code: 'VALIDATION_ERROR',
            message: expect.any(String),
            details: [{ path: 'referralCode', message }],
          },
        ]);
      }
    expect(await state()).toEqual(before);
  });

  test('is listed for the contact, latest last', async () => {
    const organization = await api.organization();
    for (const code of ['TWO', 'MANY']) await organization.referralCode({ code });
    await redeem(organization, 'a@b.example', 'TWO');
    const { data } = await redeem(organization, 'a@b.example', 'MANY');
    const found = await organization.call<Redemption[]>('GET', `/contacts/${data.id}/redemptions`);
    expect(found.data.map(({ code }) => code)).toEqual(['TWO', 'MANY']);
  });

  test('of the last one by many at once: exactly one gets it', async () => {
    const organization = await api.organization();
    await organization.referralCode({ code: 'LAST', maxRedemptions: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => redeem(organization, `${index}@b.example`, 'LAST')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(19);
    expect(await countOf(organization, 'LAST')).toBe(1);
    expect((await organization.totals()).contacts).toBe(1);
  });

  test('are asked of an unknown contact: 404', async () => {
    const { call } = await api.organization();
    for (const id of [MISSING_ID, 'x']) {
      const { status, error } = await call('GET', `/contacts/${id}/redemptions`);
      expect([status, error.message]).toEqual([404, 'There is no such contact.']);
    }
  });
});
