import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, pathsOf, TestApi } from '../testing/testing';

describe.each(engines)('referral codes on $name', (engine) => {
  const api = new TestApi(engine);

  test('are created with defaults: 201 and Location', async () => {
    const organization = await api.organization();
    const { status, headers, body, data } = await organization.call<ReferralCode>('POST', '/referral-codes', {
      code: '  Summer 2027 ',
    });
    expect(status).toBe(201);
    expect(headers.get('Location')).toBe(`/v1/referral-codes/${data.id}`);
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        code: 'Summer 2027',
        label: null,
        referrerId: null,
        maxRedemptions: null,
        redemptionCount: 0,
        expiresAt: null,
        segmentIds: [],
        active: true,
        createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    });
    expect((await organization.call('GET', '/referral-codes')).body).toEqual({ data: [data] });
  });

  test('are created with all settings, and listed latest first', async () => {
    const organization = await api.organization();
    const first = await organization.referralCode({ code: 'first' });
    const vip = await organization.segment('VIP');
    const ana = await organization.contact({ email: 'ana@acme.example' });
    const code = await organization.referralCode({
      code: 'ANA',
      label: ' Ana’s friends ',
      referrerId: ana.id.toUpperCase(),
      maxRedemptions: 3,
      expiresAt: '2099-01-01T00:00:00+01:00',
      segmentIds: [vip.id, vip.id],
      active: false,
    });
    expect(code).toMatchObject({
      label: 'Ana’s friends',
      referrerId: ana.id,
      maxRedemptions: 3,
      expiresAt: '2098-12-31T23:00:00.000Z',
      segmentIds: [vip.id],
      active: false,
    });
    expect((await organization.call('GET', '/referral-codes')).data).toEqual([code, first]);
  });

  test('are unique regardless of case', async () => {
    const organization = await api.organization();
    const { id } = await organization.referralCode({ code: 'Größe-1' });
    const { status, error } = await organization.call('POST', '/referral-codes', { code: ' GRÖßE-1' });
    expect(status).toBe(409);
    expect(error).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'code', message: 'The referral code "Größe-1" already exists.', id }],
    });
    const other = await api.organization();
    await other.referralCode({ code: 'Größe-1' });
  });

  test.each([
    [{}, ['code']],
    [{ code: ' ' }, ['code']],
    [{ code: 'x'.repeat(65) }, ['code']],
    [{ code: 'a\u0000' }, ['code']],
    [{ code: 'A', maxRedemptions: 0 }, ['maxRedemptions']],
    [{ code: 'A', maxRedemptions: 1.5 }, ['maxRedemptions']],
    [{ code: 'A', maxRedemptions: 1_000_000_001 }, ['maxRedemptions']],
    [{ code: 'A', maxRedemptions: 1e300 }, ['maxRedemptions']],
    [{ code: 'A', maxRedemptions: '5' }, ['maxRedemptions']],
    [{ code: 'A', expiresAt: 'soon' }, ['expiresAt']],
    [{ code: 'A', active: 'yes', label: 1, foo: 1 }, ['active', 'foo', 'label']],
    [{ code: 'A', redemptionCount: 0 }, ['redemptionCount']],
    [{ code: 'A', segmentIds: [MISSING_ID], referrerId: MISSING_ID }, ['referrerId', 'segmentIds.0']],
  ])('are refused as %j', async (body, paths) => {
    const organization = await api.organization();
    const answer = await organization.call('POST', '/referral-codes', body);
    expect(answer.status).toBe(400);
    expect(pathsOf(answer).sort()).toEqual(paths);
    expect((await organization.call('GET', '/referral-codes')).data).toEqual([]);
  });

  test('change in any subset of their settings; null clears', async () => {
    const organization = await api.organization();
    const [vip, lead] = [await organization.segment('VIP'), await organization.segment('Lead')];
    const ana = await organization.contact({ email: 'ana@acme.example' });
    const settings = {
      label: 'Label',
      referrerId: ana.id,
      maxRedemptions: 3,
      expiresAt: '2099-01-01T00:00:00.000Z',
      segmentIds: [vip.id],
    };
    const code = await organization.referralCode({ code: 'A', ...settings });
    const put = async (body: unknown) =>
      (await organization.call<ReferralCode>('PUT', `/referral-codes/${code.id}`, body)).data;
    expect(await put({})).toEqual(code);
    expect(await put({ active: false })).toEqual({ ...code, active: false });
    expect(await put({ segmentIds: [lead.id] })).toEqual({ ...code, active: false, segmentIds: [lead.id] });
    const cleared = { label: null, referrerId: null, maxRedemptions: null, expiresAt: null, segmentIds: [] };
    expect(await put({ ...cleared, active: true })).toEqual({ ...code, ...cleared });
    expect(await put({ ...settings, expiresAt: '2099-01-01T00:00:00Z' })).toEqual(code);
    const renamed = await organization.call('PUT', `/referral-codes/${code.id}`, { code: 'B' });
    expect(pathsOf(renamed)).toEqual(['code']);
  });

  test('record changes with the API’s field names, and nothing without a change', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const code = await organization.referralCode({ code: 'A', label: 'Label', segmentIds: [vip.id] });
    for (const body of [
      {},
      { label: 'Label', active: true },
      { segmentIds: [vip.id] },
      { maxRedemptions: 5, expiresAt },
      { label: null, segmentIds: [] },
    ])
      await organization.call('PUT', `/referral-codes/${code.id}`, body);
    const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${code.id}`);
    expect(data.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      {
        action: 'referral-code.updated',
        before: { label: 'Label', segmentIds: [vip.id] },
        after: { segmentIds: [] },
      },
      { action: 'referral-code.updated', before: {}, after: { maxRedemptions: 5, expiresAt } },
      {
        action: 'referral-code.created',
        before: null,
        after: { code: 'A', label: 'Label', active: true, segmentIds: [vip.id] },
      },
    ]);
  });

  test('keep both of two concurrent changes', async () => {
    const organization = await api.organization();
    for (let round = 1; round <= 5; round++) {
      const { id } = await organization.referralCode({ code: `A${round}` });
      await Promise.all(
        [{ label: 'Label' }, { maxRedemptions: round }, { active: false }].map((body) =>
          organization.call('PUT', `/referral-codes/${id}`, body),
        ),
      );
      const { data } = await organization.call<ReferralCode[]>('GET', '/referral-codes');
      expect(data[0]).toMatchObject({ label: 'Label', maxRedemptions: round, active: false });
    }
  });

  test('cannot be limited to fewer redemptions than they have', async () => {
    const organization = await api.organization();
    const code = await organization.referralCode({ code: 'A' });
    for (const email of ['a@b.example', 'b@b.example'])
      await organization.contact({ email, referralCode: 'A' });
    const answer = await organization.call('PUT', `/referral-codes/${code.id}`, {
      maxRedemptions: 1,
      referrerId: MISSING_ID,
    });
    expect(pathsOf(answer).sort()).toEqual(['maxRedemptions', 'referrerId']);
    const { data } = await organization.call<ReferralCode>('PUT', `/referral-codes/${code.id}`, {
      maxRedemptions: 2,
    });
    expect(data).toMatchObject({ maxRedemptions: 2, redemptionCount: 2 });
  });

  test('that do not exist: 404', async () => {
    const { call } = await api.organization();
    // As with contacts, 404 takes precedence over an invalid body.
    for (const id of [MISSING_ID, 'x'])
      for (const body of [{ active: false }, { segmentIds: [MISSING_ID] }]) {
        const { status, error } = await call('PUT', `/referral-codes/${id}`, body);
        expect([status, error.message]).toEqual([404, 'There is no such referral code.']);
      }
  });

  test('lose a deleted segment and a purged referrer', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    const ana = await organization.contact({ email: 'ana@acme.example' });
    await organization.referralCode({ code: 'A', segmentIds: [vip.id], referrerId: ana.id });
    const codes = async () => (await organization.call<ReferralCode[]>('GET', '/referral-codes')).data;
    await organization.call('DELETE', `/segments/${vip.id}`);
    await organization.call('DELETE', `/contacts/${ana.id}`);
    expect(await codes()).toMatchObject([{ segmentIds: [], referrerId: ana.id }]);
    await organization.call('DELETE', '/trash', { ids: [ana.id] });
    expect(await codes()).toMatchObject([{ referrerId: null }]);
  });
});
