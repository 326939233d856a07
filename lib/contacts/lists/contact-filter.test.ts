import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type * as z from 'zod';
import type { SegmentCounts } from '@/lib/contract/bulk-change';
import type { Contact } from '@/lib/contract/contact';
import {
  type ContactFilter,
  type contactFilter,
  optionalFields,
  segmentMatches,
} from '@/lib/contract/contact-filter';
import { parameters } from '@/lib/database/statement';
import { engines } from '@/lib/database/testing';
import { transaction } from '@/lib/database/transaction';
import { pathsOf, TestApi } from '@/lib/service/testing/testing';
import { filterConditionsSql, LIVE_SQL, resolveFilter } from './contact-filter';

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

type Filter = Omit<z.output<typeof contactFilter>, 'segmentMatch' | 'fields'> &
  Pick<ContactFilter, 'segmentMatch'>;

/** Which contacts a filter means, without SQL. */
function isMatch({ email, phone, contact, segments, createdAt, updatedAt }: Contact, filter: Filter) {
  const { has = [], lacks = [], segmentId = [], segmentMatch = 'any' } = filter;
  const { company, jobtitle } = contact;
  const values = { email, phone, company, jobtitle };
  const is = (text: string | undefined, wanted: string[] | undefined) =>
    !wanted || wanted.some((one) => text?.toLowerCase() === one.toLowerCase());
  const contains = (text: string | undefined, wanted: string | undefined) =>
    !wanted || text?.toLowerCase().includes(wanted.toLowerCase()) === true;
  const tests = segmentId.map((id) =>
    id === 'none' ? segments.length === 0 : segments.some((one) => one.segmentId === id),
  );
  const isIn = segmentMatch === 'all' ? tests.every(Boolean) : tests.some(Boolean);
  return (
    has.every((field) => values[field as 'email']) &&
    lacks.every((field) => !values[field as 'email']) &&
    is(company, filter.company) &&
    is(jobtitle, filter.jobtitle) &&
    contains(company, filter.companyContains) &&
    contains(jobtitle, filter.jobtitleContains) &&
    (!filter.createdFrom || createdAt >= filter.createdFrom) &&
    (!filter.createdTo || createdAt < filter.createdTo) &&
    (!filter.updatedFrom || updatedAt >= filter.updatedFrom) &&
    (!filter.updatedTo || updatedAt < filter.updatedTo) &&
    (!filter.search || email?.includes(filter.search) === true) &&
    (tests.length === 0 || isIn !== (segmentMatch === 'none'))
  );
}

describe.each(engines)('filters of contacts on $name', (engine) => {
  const api = new TestApi(engine);

  /** Contacts of all kinds, some in the segments A, B and C, of which C is deleted and B was, and filters of them. */
  async function setUp() {
    const organization = await api.organization();
    const segments = await Promise.all(['A', 'B', 'C'].map((title) => organization.segment(title)));
    const [a, b, c] = segments.map(({ id }) => id) as [string, string, string];
    for (let index = 0; index < 24; index++) {
      const { id } = await organization.contact({
        email: index % 3 === 0 ? null : `${index % 2 ? 'ana' : 'ben'}${index}@x.example`,
        phone: index % 3 === 1 ? null : `+49309018${20 + index}`,
        company: [null, 'Acme', 'ACME', 'Other'][index % 4],
        jobtitle: [null, 'Buyer', 'Head of acme accounts'][Math.floor(index / 2) % 3],
        segmentIds: [[], [a], [b, c], [a, b], [c]][Math.floor(index / 4) % 5],
      });
      await api.query('update contacts set created_at = $2, updated_at = $3 where id = $1', [
        id,
        day(index),
        day(index * 2),
      ]);
    }
    for (const id of [b, c]) await organization.call('DELETE', `/segments/${id}`);
    await organization.call('POST', `/trash/segments/${b}/restore`, {});
    const all = (await organization.call<Contact[]>('GET', '/contacts?pageSize=100')).data;
    const times = fc.integer({ min: 0, max: 50 }).map(day);
    const filters: fc.Arbitrary<Filter> = fc.record(
      {
        has: fc.uniqueArray(fc.constantFrom(...optionalFields), { maxLength: 2 }),
        lacks: fc.uniqueArray(fc.constantFrom(...optionalFields), { maxLength: 2 }),
        company: fc.constantFrom(['acme'], ['acme', 'Other'], ['nobody']),
        companyContains: fc.constantFrom('cme', 'The', 'nobody'),
        jobtitle: fc.constantFrom(['BUYER'], ['head', 'Head of ACME accounts'], ['head']),
        jobtitleContains: fc.constantFrom('acme acc', 'uye', 'nobody'),
        createdFrom: times,
        createdTo: times,
        updatedFrom: times,
        updatedTo: times,
        search: fc.constantFrom('ana', 'example'),
        segmentId: fc.uniqueArray(fc.constantFrom('none', a, b, c), { maxLength: 4 }),
        segmentMatch: fc.constantFrom(...segmentMatches),
      },
      { requiredKeys: [] },
    );
    const context = {
      database: api.database,
      organizationId: organization.id,
      actor: { kind: 'system' as const, id: null, name: 'Test' },
      requestId: null,
    };
    /** Ids that the conditions find, with these settings of the planner. */
    const found = (filter: Filter, settings: string) =>
      transaction(context, async (client) => {
        await client.query(settings);
        const { values, parameter } = parameters();
        const conditions = filterConditionsSql(
          await resolveFilter({ ...context, client }, filter),
          parameter,
        );
        const text = `select c.id from contacts c where ${[...LIVE_SQL, ...conditions].join(' and ')} order by c.id`;
        const { rows } = await client.query<{ id: string }>(text, [organization.id, ...values]);
        return rows.map(({ id }) => id);
      });
    const expectedOf = (filter: Filter) =>
      all
        .filter((contact) => isMatch(contact, filter))
        .map(({ id }) => id)
        .sort();
    /** Ends of spans, and segments that no contact can be in at once. */
    const examples: [Filter][] = [
      [{ createdFrom: day(5), createdTo: day(7) }],
      [{ updatedFrom: day(10), updatedTo: day(14) }],
      [{ segmentId: ['none', a], segmentMatch: 'all' }],
      [{ segmentId: [a, c], segmentMatch: 'all' }],
      [{ segmentId: [c] }],
    ];
    return { organization, filters, examples, found, expectedOf };
  }

  test('mean the same to an index, to a scan, to the API, to an export, and without SQL', async () => {
    const { organization, filters, examples, found, expectedOf } = await setUp();
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = expectedOf(filter);
        expect(await found(filter, 'set local enable_seqscan = off')).toEqual(expected);
        const scan =
          'set local enable_seqscan = on; set local enable_indexscan = off; set local enable_bitmapscan = off; set local enable_indexonlyscan = off';
        expect(await found(filter, scan)).toEqual(expected);
        const query = Object.entries(filter).flatMap(([name, values]) =>
          [values].flat().map((value) => [name, value]),
        );
        const listed = new URLSearchParams([...query, ['pageSize', '100']]);
        const { data, meta } = await organization.call<Contact[]>('GET', `/contacts?${listed}`);
        expect(data.map(({ id }) => id).sort()).toEqual(expected);
        expect(meta?.total).toBe(expected.length);
        const csv = await organization.call('GET', `/contacts.csv?${new URLSearchParams(query)}`);
        expect(csv.text.trim().split('\r\n')).toHaveLength(expected.length + 1);
        const counts = await organization.call('POST', '/contacts/segment-counts', { filter });
        expect(counts.data).toMatchObject({ total: expected.length });
      }),
      { numRuns: 25, examples },
    );
  });

  test('find text in companies and job titles as it is spelled, from three characters on anywhere', async () => {
    const organization = await api.organization();
    const people = [
      ['Óbidos Cerâmica', 'VP of Sales'],
      ['100% Real_Estate', 'Chief HR officer'],
      ['株式会社日本商事', '営業部長'],
      ['مؤسسة الخليج للتجارة', 'Christian'],
      ['Alder & Finch', 'Account-manager'],
      [null, null],
    ];
    for (const [index, [company, jobtitle]] of people.entries())
      await organization.contact({ email: `${index}@x.example`, company, jobtitle, firstname: 'Obidos HR' });
    for (const [query, ...expected] of [
      ['companyContains=cer%C3%A2m', 0],
      ['companyContains=OBIDOS', 0],
      ['companyContains=100%25', 1],
      ['companyContains=%25'],
      ['companyContains=l_e', 1],
      ['companyContains=日本', 2],
      ['companyContains=社', 2],
      ['companyContains=本商事', 2],
      ['companyContains=الخليج', 3],
      ['companyContains=%26', 4],
      ['jobtitleContains=hr', 1],
      ['jobtitleContains=vp', 0],
      ['jobtitleContains=hri', 3],
      ['jobtitleContains=部長', 2],
      ["companyContains='"],
      ['companyContains=-'],
      ["search='"],
      ['search=-'],
      ['jobtitle=vp'],
      ['jobtitle=account%20manager', 4],
      ['jobtitle=account%20manager&jobtitle=VP%20of%20sales', 0, 4],
      ['lacks=jobtitle&lacks=company', 5],
      ['has=jobtitle&search=obidos&jobtitleContains=manager', 4],
      ['jobtitleContains=manager&segmentMatch=none&segmentId=none'],
    ] as const) {
      const { data } = await organization.call<Contact[]>('GET', `/contacts?sort=email&${query}`);
      expect([query, ...data.map(({ email }) => Number(email?.[0]))]).toEqual([query, ...expected]);
    }
  });

  test('find text among more companies than are compared one by one', async () => {
    const organization = await api.organization();
    await api.query(
      `insert into contacts (organization_id, id, email, company, jobtitle, created_at, updated_at)
       select $1, gen_random_uuid(), n || '@x.example', 'Company ' || n, 'Title ' || n % 7, now(), now()
       from generate_series(1, 320) n`,
      [organization.id],
    );
    const expected = ['31', ...Array.from({ length: 10 }, (_, digit) => `31${digit}`)];
    for (const [query, found] of [
      ['sort=company', expected],
      ['sort=-company', expected.toReversed()],
      ['sort=company&jobtitleContains=title+3', ['31', '311', '318'].filter((n) => Number(n) % 7 === 3)],
      ['sort=company&segmentId=none', expected],
    ] as const) {
      const { data } = await organization.call<Contact[]>(
        'GET',
        `/contacts?companyContains=ny%2031&${query}`,
      );
      expect([query, ...data.map(({ contact }) => contact.company?.split(' ')[1])]).toEqual([
        query,
        ...found,
      ]);
    }
  });

  test('keep days relative to the time of each request, in the time zone that is named', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'ana@x.example' });
    const made = '2026-03-01T22:30:00.000Z';
    await api.query('update contacts set created_at = $2, updated_at = $2 where id = $1', [id, made]);
    const found = async (query: string) =>
      (await organization.call<Contact[]>('GET', `/contacts?${query}`)).data.length;
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime('2026-03-02T08:00:00Z');
      expect(await found('created=today')).toBe(0);
      expect(await found('created=today&timeZone=America/New_York')).toBe(0);
      expect(await found('created=this-month&updated=last-7-days')).toBe(1);
      expect(await found('created=last-7-days&createdFrom=2026-03-02T00:00:00Z')).toBe(0);
      vi.setSystemTime('2026-03-08T02:00:00Z');
      expect(await found('created=last-7-days')).toBe(0);
      expect(await found('created=last-7-days&timeZone=America/New_York')).toBe(1);
      expect(await found('updated=last-30-days')).toBe(1);

      // What is confirmed is what happens: by another day, other contacts match.
      const filter = { created: 'last-7-days', timeZone: 'America/New_York' };
      const counted = await organization.call<SegmentCounts>('POST', '/contacts/segment-counts', { filter });
      const body = { change: { type: 'delete' }, filter, expectedCount: counted.data.total };
      vi.setSystemTime('2026-03-08T09:00:00Z');
      const refused = await organization.call('POST', '/bulk-changes', body);
      expect([refused.status, refused.error.details[0]]).toMatchObject([412, { count: 0 }]);
      vi.setSystemTime('2026-03-08T02:00:00Z');
      expect((await organization.call('POST', '/bulk-changes', body)).status).toBe(201);
      vi.setSystemTime('2026-04-08T09:00:00Z');
      await api.jobs.runAll();
      expect(await found('')).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('name the parameter that is wrong', async () => {
    const { call } = await api.organization();
    const wrong =
      'has=name&lacks=email&lacks=job&company=&jobtitleContains=%20&created=yesterday&timeZone=Mars&createdFrom=2026-01-01&updatedTo=soon&segmentMatch=x';
    expect(pathsOf(await call('GET', `/contacts?${wrong}`))).toEqual([
      'segmentMatch',
      'has.0',
      'lacks.1',
      'company.0',
      'jobtitleContains',
      'created',
      'timeZone',
      'createdFrom',
      'updatedTo',
    ]);
    const ids = '00000000-0000-4000-8000-000000000000';
    expect(pathsOf(await call('GET', `/contacts.csv?ids=${ids}&has=email`))).toEqual(['ids']);
  });
});
