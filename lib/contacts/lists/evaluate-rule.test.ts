import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SegmentRule, segmentMatches } from '@/lib/contract/contact-filter';
import { parameters, runScoped } from '@/lib/database/statement';
import { engines } from '@/lib/database/testing';
import { TestApi } from '@/lib/service/testing/testing';
import { readContacts } from '../read';
import { filterConditionsSql, LIVE_SQL, resolveRule } from './contact-filter';
import { compileRule, evaluate, type RuleSubject } from './evaluate-rule';
import { type RuleFacts, readRuleFacts } from './rule-facts';

/** Around the changes of clocks in Berlin and New York. */
const times = [
  '2026-02-27T23:30:00.000Z',
  '2026-03-08T06:59:59.999Z',
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00.000Z',
  '2026-03-29T01:00:00.000Z',
  '2026-03-29T22:00:00.000Z',
  '2026-04-01T03:59:00.000Z',
  '2026-10-24T22:00:00.000Z',
  '2026-10-25T22:59:59.999Z',
  '2026-10-25T23:00:00.000Z',
];
const zones = [null, 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'];
const RUNS = Number(process.env.RULE_RUNS ?? 150);
/** At most some of the properties of a record. */
const few = <T extends object>(record: fc.Arbitrary<T>, most: number) =>
  fc.tuple(record, fc.infiniteStream(fc.nat())).map(([all, random]) => {
    const names = Object.keys(all).map((name) => [random.next().value as number, name] as const);
    return Object.fromEntries(
      names
        .sort(([a], [b]) => a - b)
        .slice(0, most)
        .map(([, name]) => [name, all[name as keyof T]]),
    ) as Partial<T>;
  });
const one = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

describe.each(engines)('rules on $name', (engine) => {
  const api = new TestApi(engine);

  /** Contacts of all kinds with their subjects, and what rules of them may ask. */
  async function setUp() {
    const organization = await api.organization();
    const { call } = organization;
    for (const field of [
      { label: 'Plan', type: 'text' },
      { label: 'Score', type: 'number' },
      { label: 'Since', type: 'date' },
      { label: 'Tags', type: 'choices', options: [{ label: 'Red' }, { label: 'Blue' }] },
      { label: 'CRM', type: 'id' },
      { label: 'Active', type: 'boolean' },
    ])
      await organization.post('/fields', field);
    const ids = (await Promise.all(['A', 'B', 'C'].map((title) => organization.segment(title)))).map(
      ({ id }) => id,
    );
    for (const code of ['WELCOME', 'Straße']) await organization.post('/referral-codes', { code });
    const contacts: string[] = [];
    for (let index = 0; index < 48; index++) {
      const { id } = await organization.contact({
        email:
          index % 5 === 0
            ? null
            : `${one(['ana', 'ben', 'jo-an'], index)}${index}@${one(['x.example', 'xn--mnchen-3ya.example'], index)}`,
        phone: index % 4 === 1 && index % 5 ? null : `+49309018${20 + index}`,
        firstname: one([null, 'Ána', '山田太郎', 'محمد'], index),
        company: one([null, 'Acme', 'ÁCME', '株式会社日本商事', '日本', 'L’Oréal'], index),
        jobtitle: one([null, 'Buyer', 'Head of acme accounts', '営業部長'], index >> 1),
        segmentIds: one([[], ids.slice(0, 1), ids.slice(1), ids], index >> 2),
        referralCode: one([undefined, 'welcome', 'straße'], index >> 1),
        fields: {
          plan: one([null, 'pro', '0042', '日本語版'], index),
          score: one([null, '1.50', '-3', '12345678901234567890'], index >> 1),
          since: one([null, '2026-03-29', '2025-12-31'], index >> 2),
          tags: one([null, ['red'], ['red', 'blue']], index),
          crm: index % 3 ? null : `c-${index}`,
          active: one([null, true, false], index >> 3),
        },
      });
      contacts.push(id);
      // Has a former id beside its own.
      if (index % 6 === 0) {
        const fields = { crm: `former-${index}` };
        const { id: from } = await organization.contact({ email: `former-${index}@x.example`, fields });
        await organization.post(`/contacts/${id}/merge`, { from });
      }
      await api.query('update contacts set created_at = $2, updated_at = $3 where id = $1', [
        id,
        one(times, index),
        one(times, Math.max(index % times.length, (index * 7) % times.length)),
      ]);
    }
    for (const [index, id] of contacts.entries())
      if (index % 7 === 0) {
        const [row] = await api.query('select email, phone from contacts where id = $1', [id]);
        const { email, phone } = row as { email: string | null; phone: string | null };
        await organization.post('/contacts/do-not-contact', {
          ...(email ? { email } : { phone }),
          reason: 'asked',
        });
      }
    const context = {
      database: api.database,
      organizationId: organization.id,
      actor: { kind: 'system' as const, id: null, name: 'Test' },
      requestId: null,
    };
    const { stored } = await readContacts(context, [], contacts);
    const redeemed = await api.query(
      'select d.contact_id, r.code from redemptions d join referral_codes r on r.id = d.referral_code_id where d.organization_id = $1',
      [organization.id],
    );
    const searchedKeys = new Set(['crm']);
    const subjects = contacts.map((id): RuleSubject => {
      const contact = stored.contact(id);
      if (!contact) throw new Error('A contact is missing.');
      const codes = redeemed.flatMap((one) => (one.contact_id === id ? [String(one.code)] : []));
      return { contact, codes, searchedKeys };
    });
    return { call, context, subjects, ids, base: await readRuleFacts(context) };
  }

  test('say the same in SQL and in the program, at any time and in any zone', async () => {
    const { context, subjects, ids, base } = await setUp();
    const names = [
      'email',
      'phone',
      'company',
      'jobtitle',
      'fields.plan',
      'fields.score',
      'fields.tags',
    ] as const;
    const days = fc.constantFrom('today', 'last-7-days', 'last-30-days', 'this-month');
    const time = fc.constantFrom(...times);
    const texts = fc.constantFrom('acme', 'L’Oréal', '日本', '株式会社日本商事', 'Buyer', 'nobody');
    const nested = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const gone = '00000000-0000-4000-8000-000000000009';
    const rule = (segments: string[]): fc.Arbitrary<SegmentRule> =>
      few(
        fc.record({
          segmentId: fc.uniqueArray(fc.constantFrom('none', ...ids, ...segments), {
            minLength: 1,
            maxLength: 3,
          }),
          search: fc.constantFrom(
            'ana',
            'an',
            '田太',
            '郎',
            '3090',
            '+4930',
            '0042',
            'münchen',
            'buyer acme',
            'loreal',
            '本語',
            '-',
          ),
          has: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
          lacks: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
          company: fc.array(texts, { minLength: 1, maxLength: 2 }),
          companyContains: fc.constantFrom('cme', '本', '本商', 'l', 'é', '’', 'or'),
          jobtitle: fc.array(texts, { minLength: 1, maxLength: 2 }),
          jobtitleContains: fc.constantFrom('acc', 'of', '部長', 'uye'),
          fields: few(
            fc.record({
              'plan.contains': fc.constantFrom(['RO'], ['本語'], ['04']),
              plan: fc.constantFrom(['pro'], ['0042', '42']),
              score: fc.constantFrom(['1.5'], ['-3', '7']),
              'score.from': fc.constantFrom(['-3.0'], ['1.5'], ['12345678901234567889.9999999999']),
              'score.to': fc.constantFrom(['1.49'], ['12345678901234567890']),
              since: fc.constant(['2026-03-29']),
              'since.from': fc.constant(['2026-01-01']),
              'since.to': fc.constant(['2026-03-29']),
              tags: fc.constantFrom(['blue'], ['red', 'blue']),
              crm: fc.constantFrom(['c-3', 'c-9'], ['former-6'], ['c-3', 'former-12']),
              active: fc.constantFrom(['true'], ['false']),
            }),
            1,
          ),
          created: days,
          updated: days,
          createdFrom: time,
          createdTo: time,
          updatedFrom: time,
          updatedTo: time,
          doNotContact: fc.constantFrom('true', 'false'),
          referralCode: fc.constantFrom('WELCOME', 'STRASSE', 'straße', 'none'),
        }),
        2,
      ).chain((conditions) =>
        fc.constantFrom(...segmentMatches).map((segmentMatch) => ({ ...conditions, segmentMatch })),
      ) as unknown as fc.Arbitrary<SegmentRule>;
    const none: SegmentRule = { segmentMatch: 'any' };
    let members = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(rule([...nested, gone]), rule(nested.slice(1)), rule([])),
        fc.constantFrom(...times),
        fc.constantFrom(...zones),
        async ([asked, inner, innermost], now, timeZone) => {
          const facts: RuleFacts = {
            ...base,
            rules: new Map([
              [nested[0] as string, inner],
              [nested[1] as string, innermost],
            ]),
            hiddenIds: [...nested, gone],
            timeZone,
            now: new Date(now),
          };
          const { values, parameter } = parameters();
          const resolved = resolveRule(asked, facts);
          const conditions = [...LIVE_SQL, ...filterConditionsSql(resolved, parameter)].join(' and ');
          const rows = await runScoped<{ id: string }>(
            context,
            `select c.id from contacts c where ${conditions}`,
            values,
          );
          const found = new Set(rows.map(({ id }) => id));
          members += found.size;
          const matching = (test: (subject: RuleSubject) => boolean) =>
            new Set(subjects.filter(test).map(({ contact }) => contact.id));
          expect(matching(compileRule(resolved))).toEqual(found);
          const isBroken = resolved.own?.some(({ is }) => is === 'none');
          if (!isBroken) expect(matching((subject) => evaluate(asked, subject, facts).in)).toEqual(found);
        },
      ),
      {
        numRuns: RUNS,
        seed: 57,
        examples: [
          [[{ ...none, fields: { crm: ['former-6', 'c-9'] } }, none, none], '2026-04-01T03:59:00.000Z', null],
        ],
      },
    );
    expect(members).toBeGreaterThan(RUNS);
  });
});
