import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { Field } from '@/lib/contract/field';
import type { ReferralCode } from '@/lib/contract/referral-code';
import { grantableScopes } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { seed } from '../samples/sample-data';
import { TestApi } from '../testing/testing';

describe.each(engines)('organization on $name', (engine) => {
  const api = new TestApi(engine);

  test('is readable by every token, with the token’s scopes', async () => {
    const organization = await api.organization('Größe & Co');
    const { status, body } = await organization.call('GET', '/organization');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        id: organization.id,
        name: 'Größe & Co',
        scopes: grantableScopes,
      },
    });
    const other = await organization.as(['activity:read']);
    expect((await other('GET', '/organization')).data).toMatchObject({ scopes: ['activity:read'] });
  });

  describe('sample data', () => {
    test('fills an empty organization, once', async () => {
      const organization = await api.organization();
      const { status, data } = await organization.call<{ count: number }>('POST', '/sample-data');
      expect(status).toBe(200);
      expect(data.count).toBeGreaterThan(100);
      const { contacts, segments } = await organization.totals();
      expect(contacts).toBe(data.count);
      expect(Object.keys(segments).length).toBeGreaterThanOrEqual(12);
      expect((await organization.call<unknown[]>('GET', '/referral-codes')).data.length).toBeGreaterThan(3);
      const again = await organization.call('POST', '/sample-data');
      expect([again.status, again.error.code, again.error.details]).toEqual([409, 'CONFLICT', []]);
      expect(await organization.totals()).toEqual({ contacts, segments });
    });

    test('has own fields, marks, notes, referrers and contacts that came by a code', async () => {
      const organization = await api.organization();
      await organization.post('/fields', { label: 'plan', key: 'level', type: 'text' });
      await organization.post('/fields', { label: 'Number', key: 'customer_number', type: 'text' });
      await organization.call('POST', '/sample-data');
      const fields = (await organization.call<Field[]>('GET', '/fields')).data;
      // Own fields stay as they are: no label is there twice, and sample values have keys of their own.
      expect(fields.map(({ key, type }) => `${key} ${type}`)).toEqual([
        'level text',
        'customer_number text',
        'customer_number_2 text',
        'customer_since date',
        'newsletter_languages choices',
        'crm_id id',
      ]);
      const total = async (query: string) =>
        (await organization.call('GET', `/contacts?pageSize=1&${query}`)).meta.total;
      expect(await total('has=fields.crm_id')).toBe(240);
      expect(await total('fields.newsletter_languages=german')).toBeGreaterThan(50);
      expect(await total('fields.customer_number_2=000012')).toBe(1);
      expect(await total('has=fields.level')).toBe(0);
      expect(await total('doNotContact=true')).toBe(3);
      expect((await organization.contact({ fields: { crm_id: 'CRM-00007' } })).fields?.crm_id).toBe(
        'CRM-00007',
      );
      expect((await organization.totals()).contacts).toBe(240);
      const codes = (await organization.call<ReferralCode[]>('GET', '/referral-codes')).data;
      expect(codes.filter(({ referrerId }) => referrerId)).toHaveLength(4);
      for (const { code, redemptionCount } of codes) {
        expect(redemptionCount).toBeGreaterThan(0);
        expect(await total(`referralCode=${code}`)).toBe(redemptionCount);
      }
    });

    test('requires all scopes that its parts require', async () => {
      const organization = await api.organization();
      for (const missing of ['segments:write', 'referral-codes:write', 'fields:manage'] as const) {
        const call = await organization.as(grantableScopes.filter((scope) => scope !== missing));
        const { status, error } = await call('POST', '/sample-data');
        expect([status, error.message]).toEqual([403, `This token lacks the scope ${missing}.`]);
      }
      expect((await organization.totals()).contacts).toBe(0);
    });

    test('is recorded with its actor', async () => {
      const organization = await api.organization();
      await organization.call('POST', '/sample-data');
      const { data } = await organization.call<Contact[]>('GET', '/contacts?pageSize=1');
      const { rows } = await api.database.pool.query(
        'select action, count(*)::int from activities where organization_id = $1 group by action order by action',
        [organization.id],
      );
      expect(rows).toEqual([
        { action: 'contact.created', count: 240 },
        { action: 'contact.noted', count: 4 },
        { action: 'contact.updated', count: 3 },
        { action: 'field.created', count: 5 },
        { action: 'referral-code.created', count: 6 },
        { action: 'segment.created', count: 12 },
      ]);
      const [spread] = await api.query(
        `select count(distinct at::date)::int > 30 as days, max(now() - at) < interval '91 days' as recent,
           (select cardinality(sample_ids) from organizations where id = $1) as ids
         from activities where organization_id = $1`,
        [organization.id],
      );
      expect(spread).toEqual({ days: true, recent: true, ids: 263 });
      const [{ id, email, phone }] = data as [Contact];
      const history = await organization.call<Activity[]>('GET', `/activity?subjectId=${id}`);
      expect(history.data).toMatchObject([
        { before: null, after: { ...(email && { email }), ...(phone && { phone }) } },
      ]);
    });

    test('has the right counters, also after later changes', async () => {
      const organization = await api.organization();
      await organization.call('POST', '/sample-data');
      const { contacts, segments } = await organization.totals();
      const counted: Record<string, number> = {};
      const list = await organization.call<{ id: string; title: string }[]>('GET', '/segments');
      const titles = new Map(list.data.map(({ id, title }) => [id, title]));
      const all: Contact[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `/contacts?pageSize=100&sort=createdAt${cursor && `&cursor=${cursor}`}`;
        const page = await organization.call<Contact[]>('GET', query);
        all.push(...page.data);
        cursor = page.meta.nextCursor;
      }
      for (const title of titles.values()) counted[title] = 0;
      for (const contact of all)
        for (const { segmentId } of contact.segments) {
          const title = titles.get(segmentId) as string;
          counted[title] = (counted[title] ?? 0) + 1;
        }
      expect([all.length, counted]).toEqual([contacts, segments]);
      await organization.call('DELETE', `/contacts/${all[0]?.id}`);
      expect((await organization.totals()).contacts).toBe(contacts - 1);
    });

    test('is valid by the rules of requests', async () => {
      const organization = await api.organization();
      await organization.call('POST', '/sample-data');
      const { data } = await organization.call<Contact[]>('GET', '/contacts?pageSize=40&sort=name');
      for (const { id, email, phone, contact, updatedAt } of data) {
        const again = await organization.contact({ email, phone, ...contact });
        expect([again.id, again.updatedAt]).toEqual([id, updatedAt]);
      }
    });

    test('is loaded once by concurrent requests', async () => {
      const organization = await api.organization();
      const answers = await Promise.all([1, 2, 3].map(() => organization.call('POST', '/sample-data')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      const loaded = answers.find(({ status }) => status === 200)?.data as { count: number };
      expect((await organization.totals()).contacts).toBe(loaded.count);
    });

    test('can be seeded again, even if earlier contacts were edited', async () => {
      const organization = await api.organization();
      const more = () => seed(api.database, organization.id, { contacts: 3, segments: 0, referralCodes: 0 });
      await more();
      for (const change of ["email = 'ana@example.com'", "email = null, phone = '+4930901820'"]) {
        await api.query(
          `update contacts set ${change} where organization_id = $1 and id = (
             select id from contacts where organization_id = $1 and email like '%.example'
             order by substring(email from '\\d+')::integer desc limit 1)`,
          [organization.id],
        );
        await more();
      }
      expect((await organization.totals()).contacts).toBe(9);
    });

    test.each(['contact', 'segment'])('is refused if there is a %s', async (kind) => {
      const organization = await api.organization();
      if (kind === 'contact') await organization.contact({ email: 'a@b.example' });
      else await organization.segment('VIP');
      expect((await organization.call('POST', '/sample-data')).status).toBe(409);
    });
  });
});
