import { describe, expect, test } from 'vitest';
import { CODE_REDEMPTIONS_LISTED, type CodeDay, type CodeRedemption } from '@/lib/contract/referral-code';
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

  test('are counted by day, also of contacts in the trash, and before that if deleted forever', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const code = await organization.referralCode({ code: 'A' });
    await organization.referralCode({ code: 'B' });
    const growth = async (days?: number) =>
      (await call<CodeDay[]>('GET', `/referral-codes/${code.id}/growth${days ? `?days=${days}` : ''}`)).data;
    const counts = async (days?: number) => (await growth(days)).map(({ added, count }) => [added, count]);
    expect(await counts(2)).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const names = ['ana', 'ben', 'eve', 'kim'];
    const ids: string[] = [];
    for (const name of names)
      ids.push((await organization.contact({ email: `${name}@acme.example`, referralCode: 'A' })).id);
    await organization.contact({ email: 'zoe@acme.example', referralCode: 'B' });
    /** The first or last millisecond of the day `ago` days before today, in UTC. */
    const redeem = (id: string | undefined, ago: number, end: boolean) =>
      api.query(
        `update redemptions set redeemed_at = current_date - $2::integer + case when $3::boolean then interval '1 day - 1 ms' else interval '0' end where contact_id = $1`,
        [id, ago, end],
      );
    await redeem(ids[0], 3, true);
    await redeem(ids[1], 2, false);
    await redeem(ids[2], 1, true);
    const expected = [
      [1, 2],
      [1, 3],
      [1, 4],
    ];
    expect(await counts(3)).toEqual(expected);
    await call('DELETE', `/contacts/${ids[1]}`);
    expect(await counts(3)).toEqual(expected);
    await call('DELETE', '/trash', { ids: [ids[1]] });
    expect(await counts(3)).toEqual([[0, 2], ...expected.slice(1)]);
    const days = await growth();
    expect(days).toHaveLength(90);
    expect(days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10));
    const { status } = await call('GET', `/referral-codes/${code.id}/growth?days=366`);
    expect(status).toBe(400);
  });

  test('of an unknown code: 404', async () => {
    const { call } = await api.organization();
    for (const id of [MISSING_ID, 'x'])
      for (const list of ['redemptions', 'growth']) {
        const { status, error } = await call('GET', `/referral-codes/${id}/${list}`);
        expect([status, error.message]).toEqual([404, 'There is no such referral code.']);
      }
  });
});
