import { beforeAll, describe, expect, test } from 'vitest';
import { embeddedEngine } from '@/lib/database/testing';
import { provideRuntime, type Runtime } from '@/lib/runtime';
import { TestApi, type TestOrganization } from '@/lib/service/testing/testing';
import { createReferralCodes, updateReferralCode } from './code-actions';

describe('a referrer', () => {
  const service = new TestApi(embeddedEngine);
  let organization: TestOrganization;

  beforeAll(async () => {
    organization = await service.organization('Acme');
    const staff = { session: async () => ({ role: 'admin', organization: { id: organization.id } }) };
    const phoneCountry = { code: 'DE' };
    const callAs = () => service.callAs(organization.token);
    provideRuntime({ callAs, staff, phoneCountry, log: service.log } as unknown as Runtime);
  });

  test('is set by email or phone, cleared, or refused at its field', async () => {
    const ben = await organization.contact({ email: 'ben@b.example', phone: '+4930901820' });
    const { id } = await organization.referralCode({ code: 'FAIR' });
    const set = (referrer: string) => updateReferralCode({ id, settings: { referrer } }, organization.id);
    for (const referrer of ['BEN@b.example', '030 901820', '+49 30 901820'])
      for (const [given, referrerId] of [[referrer, ben.id] as const, ['', null] as const])
        expect(await set(given)).toMatchObject({ ok: true, data: { referrerId } });
    const message = 'No contact with this email or phone';
    const refused = { ok: false, error: { message, details: [{ path: 'referrer', message }] } };
    for (const referrer of ['Ben', 'b@b.example', '+49 30 901821'])
      expect(await set(referrer)).toMatchObject(refused);
    const settings = { referrer: 'b@b.example' };
    expect(await createReferralCodes({ codes: ['A'], settings }, organization.id)).toMatchObject(refused);
    expect((await organization.call('GET', '/referral-codes')).data).toMatchObject([{ referrerId: null }]);
  });
});
