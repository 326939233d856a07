import { describe, expect, test } from 'vitest';
import { CODE_REDEMPTIONS_LISTED, type CodeRedemption } from '@/lib/contract/referral-code';
import { engines } from '@/lib/database/testing';
import { MISSING_ID, TestApi } from '../testing/testing';

describe.each(engines)('redemptions of a code on $name', (engine) => {
  const api = new TestApi(engine);

  test('are listed latest first, for this code only, without contacts in the trash', async () => {
    const organization = await api.organization();
    const code = await organization.referralCode({ code: 'A' });
    await organization.referralCode({ code: 'B' });
    const list = async () =>
      (await organization.call<CodeRedemption[]>('GET', `/referral-codes/${code.id}/redemptions`)).body;
    expect(await list()).toEqual({ data: [], meta: { next: null } });
    const ana = await organization.contact({ email: 'ana@acme.example', referralCode: 'A' });
    const ben = await organization.contact({ email: 'ben@acme.example', referralCode: 'a' });
    await organization.contact({ email: 'eve@acme.example', referralCode: 'B' });
    const redeemedAt = expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/);
    expect(await list()).toEqual({
      data: [
        { contact: ben, redeemedAt },
        { contact: ana, redeemedAt },
      ],
      meta: { next: null },
    });
    await organization.call('DELETE', `/contacts/${ben.id}`);
    expect(await list()).toMatchObject({ data: [{ contact: { id: ana.id } }] });
  });

  test('are listed a hundred at a time', async () => {
    const organization = await api.organization();
    const code = await organization.referralCode({ code: 'A' });
    const total = CODE_REDEMPTIONS_LISTED + 1;
    const contacts = Array.from({ length: total }, (_, index) => ({
      email: `c${index}@acme.example`,
      referralCode: 'A',
    }));
    await organization.call('POST', '/contacts/batch', { contacts });
    const path = `/referral-codes/${code.id}/redemptions`;
    const first = await organization.call<CodeRedemption[]>('GET', path);
    const { next } = (first.body as { meta: { next: string } }).meta;
    expect(first.data).toHaveLength(CODE_REDEMPTIONS_LISTED);
    const rest = await organization.call<CodeRedemption[]>('GET', `${path}?after=${next}`);
    expect(rest.body).toMatchObject({ meta: { next: null } });
    const ids = [...first.data, ...rest.data].map(({ contact }) => contact.id);
    expect(new Set(ids).size).toBe(total);
  });

  test('of an unknown code: 404', async () => {
    const { call } = await api.organization();
    for (const id of [MISSING_ID, 'x']) {
      const { status, error } = await call('GET', `/referral-codes/${id}/redemptions`);
      expect([status, error.message]).toEqual([404, 'There is no such referral code.']);
    }
  });
});
