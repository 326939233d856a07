import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { Membership, Segment } from '@/lib/contract/segment';
import { engines } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';

describe.each(engines)('why a contact is in a segment on $name', (engine) => {
  const api = new TestApi(engine);

  async function setUp() {
    const organization = await api.organization();
    const { call } = organization;
    const vip = await organization.segment('VIP');
    const rule = async (title: string, rule: object) =>
      (await call<Segment>('POST', '/segments', { title, rule })).data.id;
    const why = async (segmentId: string, contactId: string) =>
      (await call<Membership>('GET', `/segments/${segmentId}/membership?contactId=${contactId}`)).data;
    /** The membership in short, with the change that began it. */
    const told = async (segmentId: string, contactId: string) => {
      const { in: isIn, since, cause } = await why(segmentId, contactId);
      const changed =
        cause &&
        (cause.action
          ? `${cause.action} ${Object.keys({ ...cause.before, ...cause.after }).join()}`
          : cause.type);
      return [isIn, since !== null, changed];
    };
    const person = (email: string, body: object = {}) => organization.contact({ email, ...body });
    /** Moves everything recorded of a contact to some days ago. */
    const age = async (id: string, days: number) => {
      const ago = `- make_interval(days => ${days})`;
      await api.query(`update contacts set created_at = created_at ${ago} where id = $1`, [id]);
      await api.query(
        `update activities set at = at ${ago}, resource = case when jsonb_typeof(resource) = 'array'
           then jsonb_set(resource, '{1}', to_jsonb((resource ->> 1)::timestamptz ${ago})) else resource end where subject_id = $1`,
        [id],
      );
    };
    return { organization, call, vip, rule, why, told, person, age };
  }

  test('is told with each condition, and with what began it, for people of different histories', async () => {
    const { organization, call, vip, rule, why, told, person, age } = await setUp();
    const acme = await rule('Acme', { company: ['Acme'], segmentId: [vip.id], segmentMatch: 'none' });
    const recent = await rule('Recent', { created: 'last-30-days' });

    const always = await person('a@x.example', { company: 'ACME' });
    expect(await told(acme, always.id)).toEqual([true, true, 'contact.created email,company']);
    const joined = await person('b@x.example', { company: 'Other' });
    await call('PUT', `/contacts/${joined.id}`, { jobtitle: 'Buyer' });
    await call('PUT', `/contacts/${joined.id}`, { company: 'Acme' });
    await call('PUT', `/contacts/${joined.id}`, { jobtitle: 'Head' });
    const { data: known } = await call<Contact>('GET', `/contacts/${joined.id}`);
    expect(await why(acme, joined.id)).toMatchObject({
      in: true,
      cause: {
        type: 'change',
        actor: { name: 'First token' },
        before: { company: 'Other' },
        after: { company: 'Acme' },
      },
      conditions: [
        { name: 'company', asked: ['Acme'], holds: true, value: 'Acme' },
        { name: 'segmentId', asked: [vip.id], holds: true, value: [] },
      ],
    });
    expect((await why(acme, joined.id)).since).not.toBe(known.updatedAt);
    const left = await person('c@x.example', { company: 'Acme' });
    await call('PUT', `/contacts/${left.id}`, { company: null });
    expect(await told(acme, left.id)).toEqual([false, true, 'contact.updated company']);
    const excluded = await person('d@x.example', { company: 'Acme' });
    await call('PUT', `/contacts/${excluded.id}`, { segmentIds: [vip.id] });
    expect(await told(acme, excluded.id)).toEqual([false, true, 'contact.updated segmentIds']);
    const never = await person('e@x.example');
    expect(await told(acme, never.id)).toEqual([false, false, null]);
    const back = await person('f@x.example', { company: 'Acme' });
    await call('DELETE', `/contacts/${back.id}`);
    await call('POST', '/trash/restore', { ids: [back.id] });
    expect((await told(acme, back.id))[2]).toContain('contact.restored');

    const fresh = await person('g@x.example');
    await age(fresh.id, 10);
    expect(await told(recent, fresh.id)).toEqual([true, true, 'contact.created email']);
    const old = await person('h@x.example');
    await age(old.id, 41);
    await call('PUT', `/contacts/${old.id}`, { company: 'Acme' });
    const { since, ...outcome } = await why(recent, old.id);
    expect(outcome).toMatchObject({
      in: false,
      cause: { type: 'time' },
      conditions: [{ name: 'created', holds: false }],
    });
    const days = (Date.now() - Date.parse(since ?? '')) / 86_400_000;
    expect([days > 10, days < 13, since?.slice(10)]).toEqual([true, true, 'T00:00:00.000Z']);

    await call('PUT', `/segments/${recent}`, { rule: { company: ['Acme'] } });
    expect(await told(recent, old.id)).toEqual([true, true, 'segment.updated rule']);
    expect(await told(recent, fresh.id)).toEqual([false, true, 'segment.updated rule']);
    expect((await told(recent, always.id))[2]).toBe('contact.created email,company');
    const { id: merged } = await person('i@x.example', { company: 'Acme' });
    const into = await person('j@x.example');
    await call('POST', `/contacts/${into.id}/merge`, { from: merged, take: ['company'] });
    expect((await told(acme, into.id))[2]).toContain('contact.merged');
    expect(await told(acme, merged)).toEqual(await told(acme, into.id));
    expect((await told(vip.id, excluded.id))[2]).toContain('segmentIds');
    await organization.post('/referral-codes', { code: 'WELCOME' });
    const coded = await rule('By code', { referralCode: 'welcome' });
    const redeemed = await person('k@x.example');
    await call('POST', '/contacts', { email: 'k@x.example', referralCode: 'WELCOME' });
    expect(await told(coded, redeemed.id)).toEqual([true, true, 'contact.updated referralCode']);
  });

  test('says null for since where the activity is gone, and names what does not exist', async () => {
    const { call, rule, told, person } = await setUp();
    const acme = await rule('Acme', { company: ['Acme'] });
    const { id } = await person('a@x.example', { company: 'Acme' });
    await call('PUT', `/contacts/${id}`, { jobtitle: 'Buyer' });
    await api.query("delete from activities where subject_id = $1 and action = 'contact.created'", [id]);
    expect(await told(acme, id)).toEqual([true, false, null]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await call('GET', `/segments/${unknown}/membership?contactId=${id}`)).status).toBe(404);
    const { status, error } = await call('GET', `/segments/${acme}/membership?contactId=${unknown}`);
    expect([status, error.details[0]?.path]).toEqual([400, 'contactId']);
  });
});
