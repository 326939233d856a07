import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Proposal, ProposalCreate } from '@/lib/contract/proposal';
import type { Scope } from '@/lib/contract/token';
import { engines } from '@/lib/database/testing';
import { type Caller, TestApi, type TestOrganization } from '../testing/testing';

type Person = ReturnType<TestApi['callAs']>;

describe.each(engines)('what a proposal cannot do on $name', (engine) => {
  const api = new TestApi(engine);

  async function setting(scopes: Scope[] = ['contacts:read', 'proposals:create']) {
    const organization = await api.organization();
    const assistant = await organization.as(scopes, { name: 'Assistant' });
    const token = await organization.consoleToken();
    const [ada, grace] = ['Ada', 'Grace'].map((name) => api.callAs(token, { id: randomUUID(), name })) as [
      Person,
      Person,
    ];
    return { organization, assistant, ada, grace };
  }
  const propose = (by: Caller, body: Pick<ProposalCreate, 'operation' | 'input'>, reason = 'They asked.') =>
    by<Proposal>('POST', '/proposals', { title: 'A change', reason, ...body });
  const approve = (by: Person, { id, preview }: Proposal, leaveOut: string[] = []) =>
    by('approveProposal', { id, body: { version: preview.version, leaveOut } });
  const rowsOf = async (by: Caller, { id }: Proposal) =>
    (await by<object[]>('GET', `/proposals/${id}/rows`)).data;
  const everybody = async ({ call }: TestOrganization) =>
    (await call<object[]>('GET', '/contacts?pageSize=100&sort=email')).data;
  const removal = (...ids: string[]) => ({
    operation: 'createBulkChange' as const,
    input: { change: { type: 'delete' as const }, ids },
  });
  const contacts = (...given: object[]) => ({
    operation: 'upsertContacts' as const,
    input: { contacts: given },
  });
  const rowsIn = (table: string, organization: TestOrganization) =>
    api.rows(table, 'where organization_id = $1', [organization.id]);

  test('a corrected row is no part of what was shown before', async () => {
    const { organization, assistant, ada } = await setting();
    const file = 'Email,First name\nana@b.example,Ana\nben(at)b.example,Ben';
    const { id } = await organization.importFile(file, ['plan']);
    const { data: proposal } = await propose(assistant, { operation: 'runImport', input: { importId: id } });
    const rows = [{ line: 3, cells: [{ column: 0, value: 'other@b.example' }] }];
    expect((await organization.call('POST', `/imports/${id}/corrections`, { rows })).status).toBe(200);
    expect(await approve(ada, proposal)).toMatchObject({ ok: false, error: { code: 'PRECONDITION_FAILED' } });
  });

  test('marks, notes and codes are shown, and left out with their row', async () => {
    const { organization, assistant, ada } = await setting();
    await organization.referralCode({ code: 'WELCOME' });
    const file = 'Email,First name,Do not contact\nana@b.example,Ana,yes\nben@b.example,Ben,yes';
    const { id } = await organization.importFile(file, ['plan']);
    const { data: marks } = await propose(assistant, { operation: 'runImport', input: { importId: id } });
    expect(await rowsOf(assistant, marks)).toMatchObject(
      [1, 2].map(() => ({ also: ['Marked “Do not contact”'] })),
    );
    expect(await approve(ada, marks, ['3'])).toMatchObject({ ok: true });
    await api.jobs.runAll();
    expect((await rowsIn('do_not_contact', organization)).length).toBe(1);
    const coded = contacts({ email: 'new@b.example', referralCode: 'WELCOME' });
    const { data: redeems } = await propose(assistant, coded);
    expect(await rowsOf(assistant, redeems)).toMatchObject([{ also: ['Redeems WELCOME'] }]);
  });

  test('what is refused leaves everything as it was', async () => {
    const { organization, assistant, ada } = await setting();
    const { id } = await organization.importFile('Email\nana@b.example\n', ['plan']);
    const { data: planned } = await propose(assistant, { operation: 'runImport', input: { importId: id } });
    expect(await approve(ada, planned, ['2'])).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    const [ben, cy] = [
      await organization.contact({ email: 'ben@b.example' }),
      await organization.contact({ phone: '+4930901820' }),
    ];
    const { data: deletion } = await propose(assistant, removal(ben.id));
    const merge = { operation: 'mergeContacts' as const, input: { id: ben.id, from: cy.id } };
    const { data: merged } = await propose(assistant, merge);
    for (const [proposal, key] of [
      [planned, '9'],
      [deletion, randomUUID()],
      [merged, cy.id],
    ] as const)
      expect(await approve(ada, proposal, [key])).toMatchObject({
        error: { details: [{ path: 'leaveOut' }] },
      });
    expect(await approve(ada, planned)).toMatchObject({ ok: true });
    await api.jobs.runAll();
    expect((await everybody(organization)).length).toBe(3);
  });

  test('one new person twice is approved', async () => {
    const { organization, assistant, ada } = await setting();
    const twice = contacts(
      { email: 'x@b.example', firstname: 'Ana' },
      { email: 'x@b.example', lastname: 'Bo' },
    );
    const { data: proposal } = await propose(assistant, twice);
    expect(await approve(ada, proposal)).toMatchObject({ ok: true });
    await api.jobs.runAll();
    expect(await everybody(organization)).toMatchObject([{ contact: { firstname: 'Ana', lastname: 'Bo' } }]);
  });

  test('nothing is read or planned with the scope to propose alone, and titles need segments:read', async () => {
    const { organization, assistant } = await setting(['proposals:create']);
    const { id } = await organization.contact({ email: 'ana@b.example' });
    expect(await propose(assistant, contacts({ email: 'ana@b.example' }))).toMatchObject({ status: 403 });
    const segment = await organization.segment('Secret');
    const reader = await organization.as(['contacts:read', 'proposals:create']);
    const change = { type: 'segments' as const, add: [segment.id], remove: [] };
    const { data } = await propose(reader, { operation: 'createBulkChange', input: { change, ids: [id] } });
    expect(await rowsOf(reader, data)).toMatchObject([{ outcome: 'updated', segmentsAdded: [] }]);
    expect((await reader('GET', `/proposals/${data.id}/rows?after=999999999999`)).status).toBe(400);
  });

  test('what is withdrawn leaves no rows, and a list no thousands of ids', async () => {
    const { organization, assistant } = await setting();
    const { data: proposal } = await propose(assistant, contacts({ email: 'x@b.example' }));
    await assistant('POST', `/proposals/${proposal.id}/withdraw`);
    for (const table of ['import_rows', 'imports', 'jobs'])
      expect(await rowsIn(table, organization)).toEqual([]);
    const { id } = await organization.contact({ email: 'ana@b.example' });
    await propose(assistant, removal(id));
    const { data } = await assistant<Proposal[]>('GET', '/proposals?state=open&limit=1');
    expect(data.map(({ input }) => input)).toEqual([{ change: { type: 'delete' } }]);
  });

  test('an erasure finds an address in the words of both sides, and no longer address', async () => {
    const { organization, assistant, ada } = await setting();
    const ana = await organization.contact({ email: 'ana@b.example' });
    const other = await organization.contact({ email: 'zoe@b.example' });
    const { data: declined } = await propose(assistant, removal(other.id));
    await ada('declineProposal', { id: declined.id, body: { comment: 'So wrote ana@b.example.' } });
    await propose(assistant, removal(other.id), 'joana@b.example asked.');
    await organization.call('DELETE', `/contacts/${ana.id}`);
    await organization.call('DELETE', '/trash', { ids: [ana.id] });
    expect((await assistant<Proposal[]>('GET', '/proposals')).data).toMatchObject([
      { reason: 'joana@b.example asked.' },
    ]);
  });

  test('the approval of the first of two is recorded', async () => {
    const { organization, assistant, ada, grace } = await setting();
    await api.query('update organizations set two_approvers = true where id = $1', [organization.id]);
    const { id } = await organization.contact({ email: 'ana@b.example' });
    const { data: proposal } = await propose(assistant, removal(id));
    for (const person of [ada, grace]) expect(await approve(person, proposal)).toMatchObject({ ok: true });
    const { data } = await organization.call<Activity[]>('GET', '/activity?action=proposal.approved');
    expect(data.map(({ actor, after }) => [actor.name, after?.needsSecond])).toEqual([
      ['Grace', undefined],
      ['Ada', true],
    ]);
  });
});
