import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import { type ContactFilter, optionalFields, segmentMatches } from '@/lib/contract/contact-filter';
import { parameters } from '@/lib/database/statement';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi } from '@/lib/service/testing/testing';
import { conditionOf, filterOf, matching } from './contact-filter';

const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();

/** Which contacts a filter means, without SQL. */
function isMatch({ email, phone, contact, segments, createdAt, updatedAt }: Contact, filter: ContactFilter) {
  const { has = [], lacks = [], segmentId = [], segmentMatch = 'any' } = filter;
  const values = { email, phone, company: contact.company };
  const tests = segmentId.map((id) =>
    id === 'none' ? segments.length === 0 : segments.some((one) => one.segmentId === id),
  );
  const isIn = segmentMatch === 'all' ? tests.every(Boolean) : tests.some(Boolean);
  return (
    has.every((field) => values[field]) &&
    lacks.every((field) => !values[field]) &&
    (!filter.company || contact.company?.toLowerCase() === filter.company.toLowerCase()) &&
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

  test('mean the same to an index, to a scan, to the API, to an export, and without SQL', async () => {
    const organization = await api.organization();
    const segments = await Promise.all(['A', 'B'].map((title) => organization.segment(title)));
    const [a, b] = segments.map(({ id }) => id) as [string, string];
    for (let index = 0; index < 24; index++) {
      const { id } = await organization.contact({
        email: index % 3 === 0 ? null : `${index % 2 ? 'ana' : 'ben'}${index}@x.example`,
        phone: index % 3 === 1 ? null : `+49309018${20 + index}`,
        company: [null, 'Acme', 'ACME', 'Other'][index % 4],
        segmentIds: [[], [a], [b], [a, b]][Math.floor(index / 4) % 4],
      });
      await api.query('update contacts set created_at = $2, updated_at = $3 where id = $1', [
        id,
        day(index),
        day(index * 2),
      ]);
    }
    const all = (await organization.call<Contact[]>('GET', '/contacts?pageSize=100')).data;
    const times = fc.integer({ min: 0, max: 50 }).map(day);
    const filters: fc.Arbitrary<ContactFilter> = fc.record(
      {
        has: fc.uniqueArray(fc.constantFrom(...optionalFields), { maxLength: 2 }),
        lacks: fc.uniqueArray(fc.constantFrom(...optionalFields), { maxLength: 2 }),
        company: fc.constantFrom('acme', 'Other', 'nobody'),
        createdFrom: times,
        createdTo: times,
        updatedFrom: times,
        updatedTo: times,
        search: fc.constantFrom('ana', 'example'),
        segmentId: fc.uniqueArray(fc.constantFrom('none', a, b), { maxLength: 3 }),
        segmentMatch: fc.constantFrom(...segmentMatches),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const expected = all
          .filter((contact) => isMatch(contact, filter))
          .map(({ id }) => id)
          .sort();
        const found = async (sql: (parameter: (value: unknown) => string) => string) => {
          const { values, parameter } = parameters();
          const text = `select array(select id from (${sql(parameter)}) c order by id) as ids`;
          const [row] = await api.query<{ ids: string[] }>(text, [organization.id, ...values]);
          return row?.ids;
        };
        const meant = filterOf(filter);
        const live = 'contacts c where c.organization_id = $1 and c.deleted_at is null';
        expect(await found((parameter) => matching(meant, 'c.id', parameter))).toEqual(expected);
        expect(
          await found((parameter) => `select c.id from ${live}${conditionOf(meant, parameter)}`),
        ).toEqual(expected);
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
      { numRuns: 60 },
    );
  });

  test('name the parameter that is wrong', async () => {
    const { call } = await api.organization();
    const wrong =
      'has=name&lacks=email&lacks=job&company=&createdFrom=2026-01-01&updatedTo=soon&segmentMatch=x';
    expect(pathsOf(await call('GET', `/contacts?${wrong}`))).toEqual([
      'segmentMatch',
      'has.0',
      'lacks.1',
      'company',
      'createdFrom',
      'updatedTo',
    ]);
    const ids = '00000000-0000-4000-8000-000000000000';
    expect(pathsOf(await call('GET', `/contacts.csv?ids=${ids}&has=email`))).toEqual(['ids']);
  });
});
