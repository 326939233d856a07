import { describe, expect, test } from 'vitest';
import type { Duplicate } from '@/lib/contract/duplicate';
import { engines } from '@/lib/database/testing';
import { pathsOf, TestApi, type TestOrganization } from '../testing/testing';
import { startDueSearches } from './duplicate-search-job';

describe.each(engines)('likely duplicates on $name', (engine) => {
  const api = new TestApi(engine);

  async function search({ call }: TestOrganization) {
    expect((await call('POST', '/duplicates/search')).data).toMatchObject({ searching: true });
    await api.jobs.runAll();
  }
  const list = async ({ call }: TestOrganization, query = '') => {
    const { data, meta } = await call<Duplicate[]>('GET', `/duplicates${query}`);
    return {
      meta,
      pairs: data.map(({ contact, other, reasons }) => [
        ...[contact.email ?? contact.phone, other.email ?? other.phone].sort(),
        ...reasons,
      ]),
    };
  };
  async function furnish() {
    const organization = await api.organization();
    for (const contact of [
      { email: 'jon.smith@b.example', firstname: 'Jon', lastname: 'Smith' },
      { email: 'jonsmith+x@b.example', firstname: 'Jón', lastname: 'SMITH' },
      { email: 'ana@c.example', firstname: 'Ana', lastname: 'Silva', company: 'Acme' },
      { phone: '+4930901820', firstname: 'Ana', lastname: 'Silva', company: 'acme' },
      { phone: '+5511987654321' },
      { phone: '+551187654321' },
      { email: 'ben@d.example', firstname: 'Ben', lastname: 'Silva' },
    ])
      await organization.contact(contact);
    return organization;
  }

  test('are found by a job, best first, page by page', async () => {
    const organization = await furnish();
    expect(await list(organization)).toMatchObject({ pairs: [], meta: { searchedAt: null } });
    await search(organization);
    const { pairs, meta } = await list(organization);
    expect(pairs).toEqual([
      ['jon.smith@b.example', 'jonsmith+x@b.example', 'mailbox', 'name-domain'],
      ['+551187654321', '+5511987654321', 'phone'],
      ['+4930901820', 'ana@c.example', 'name-company'],
    ]);
    expect(meta).toMatchObject({ searching: false, searchedAt: expect.any(String), nextCursor: null });
    const first = await list(organization, '?pageSize=2');
    const second = await list(organization, `?pageSize=2&cursor=${first.meta.nextCursor}`);
    expect([...first.pairs, ...second.pairs]).toEqual(pairs);
  });

  test('leave the list when merged, told apart, deleted or changed', async () => {
    const organization = await furnish();
    const { call } = organization;
    await search(organization);
    const [jon, brazil, ana] = (await call<Duplicate[]>('GET', '/duplicates')).data as [
      Duplicate,
      Duplicate,
      Duplicate,
    ];
    const merged = await call('POST', `/contacts/${jon.contact.id}/merge`, { from: jon.other.id });
    const ids = [brazil.other.id, brazil.contact.id];
    expect((await call('PUT', '/duplicates', { ids, dismissed: true })).data).toEqual({ dismissed: true });
    expect((await list(organization)).pairs).toHaveLength(1);
    await call('PUT', `/contacts/${ana.contact.id}`, { company: 'Globex' });
    await search(organization);
    expect((await list(organization)).pairs).toEqual([]);
    // Told apart for good; a merge that was undone is found again.
    await call('POST', `/merges/${merged.headers.get('Merge-Id')}/undo`);
    await search(organization);
    expect((await list(organization)).pairs).toHaveLength(1);
    await call('PUT', '/duplicates', { ids, dismissed: false });
    await search(organization);
    expect((await list(organization)).pairs).toHaveLength(2);
    const foreign = await (await api.organization()).contact({ email: 'x@b.example' });
    for (const other of [ids[0], foreign.id]) {
      const refused = await call('PUT', '/duplicates', { ids: [ids[0], other], dismissed: true });
      expect([refused.status, pathsOf(refused)]).toEqual([400, ['ids']]);
    }
  });

  test('are looked for again where contacts have changed, but not at once', async () => {
    const organization = await furnish();
    await startDueSearches(api.database);
    await api.jobs.runAll();
    expect((await list(organization)).pairs).toHaveLength(3);
    await organization.contact({ email: 'b.en@d.example' });
    const again = async () => {
      await startDueSearches(api.database);
      await api.jobs.runAll();
      return (await list(organization)).pairs.length;
    };
    expect(await again()).toBe(3);
    await api.query("update jobs set updated_at = updated_at - interval '1 hour' where kind = 'duplicates'");
    expect(await again()).toBe(4);
  });
});
