import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import type { Contact } from '@/lib/contract/contact';
import type { Event } from '@/lib/contract/event';
import type { ContactImport } from '@/lib/contract/import';
import { backupLines, backupTo } from '@/lib/database/backup-file';
import { restoreBackup } from '@/lib/database/restore';
import { emptied, engines } from '@/lib/database/testing';
import { caller, TestApi, type TestOrganization } from '../testing/testing';

const PATH = '/contacts/do-not-contact';
const EMAIL = 'ana@b.example';
const PHONE = '+4930901820';

interface Marked {
  organization: TestOrganization;
  /** The marked contact, with this email and phone. */
  id: string;
}

/** Ways in which a mark could be lost: each ends with a contact that has the email, whose mark must be there. */
const ways: Record<string, (marked: Marked) => Promise<unknown>> = {
  'an upsert': ({ organization: { call } }) => call('POST', '/contacts', { email: EMAIL, firstname: 'Ana' }),
  'an upsert with another email, and back': async ({ organization: { call } }) => {
    await call('POST', '/contacts', { email: 'new@b.example', phone: PHONE });
    await expectMark(call, 'new@b.example');
    await call('POST', '/contacts', { email: EMAIL, phone: PHONE });
  },
  'an update of the email and phone': async ({ organization: { call }, id }) => {
    await call('PUT', `/contacts/${id}`, { email: 'new@b.example', phone: null });
    await expectMark(call, 'new@b.example');
    await call('PUT', `/contacts/${id}`, { email: EMAIL });
  },
  'a batch': ({ organization: { call } }) =>
    call('POST', '/contacts/batch', {
      contacts: [
        { email: EMAIL, firstname: 'A' },
        { email: EMAIL, phone: PHONE },
      ],
    }),
  'an import': ({ organization }) =>
    organization.importFile(`Email,Phone,First name\n${EMAIL},${PHONE},Ana\n`),
  'an import and its undo': ({ organization }) =>
    organization.importFile(`Email,Phone,First name\nnew@b.example,${PHONE},Ana\n`, ['plan', 'run', 'undo']),
  'the undo of the import that created the contact': async ({ organization }) => {
    const { call } = organization;
    await call('PUT', `/contacts/${(await find(call, EMAIL))?.id}`, { email: 'first@b.example' });
    await organization.importFile(`Email\n${EMAIL}\n`, ['plan', 'run', 'undo']);
    await call('POST', '/contacts', { email: EMAIL });
  },
  'a merge of another contact into it': async ({ organization, id }) => {
    const other = await organization.contact({ email: 'other@b.example' });
    await organization.call('POST', `/contacts/${id}/merge`, { from: other.id });
  },
  'a merge that takes the email of the other': async ({ organization, id }) => {
    const other = await organization.contact({ email: 'other@b.example' });
    await organization.call('POST', `/contacts/${id}/merge`, { from: other.id, take: ['email', 'phone'] });
    await expectMark(organization.call, 'other@b.example');
  },
  'a merge into another contact': async ({ organization, id }) => {
    const other = await organization.contact({ email: 'other@b.example' });
    await organization.call('POST', `/contacts/${other.id}/merge`, { from: id });
    await expectMark(organization.call, 'other@b.example');
    await organization.call('DELETE', `/contacts/${other.id}/former-addresses?email=${EMAIL}`);
    await expectMark(organization.call, 'other@b.example');
    await organization.contact({ email: EMAIL });
  },
  'a merge and its undo': async ({ organization, id }) => {
    const { call } = organization;
    const other = await organization.contact({ email: 'other@b.example' });
    const { headers } = await call('POST', `/contacts/${other.id}/merge`, { from: id, take: ['phone'] });
    expect((await call('POST', `/merges/${headers.get('Merge-Id')}/undo`)).status).toBe(200);
  },
  'the trash and a restoration': async ({ organization: { call }, id }) => {
    await call('DELETE', `/contacts/${id}`);
    expect((await call('GET', '/trash')).data).toMatchObject([{ doNotContact: { reason: 'asked' } }]);
    expect((await call('POST', '/trash/restore', { ids: [id] })).data).toMatchObject({ count: 1 });
  },
  'the trash and a new contact': async ({ organization, id }) => {
    await organization.call('DELETE', `/contacts/${id}`);
    const created = await organization.contact({ email: EMAIL, firstname: 'Ana' });
    expect(created).toMatchObject({ doNotContact: { reason: 'asked' } });
  },
  'an erasure and a new import': async ({ organization, id }) => {
    await organization.call('DELETE', `/contacts/${id}`);
    await organization.call('DELETE', '/trash', { ids: [id] });
    const rest = await organization.api.rows('do_not_contact', 'where organization_id = $1', [
      organization.id,
    ]);
    expect(JSON.stringify(rest)).not.toContain('ana');
    await organization.importFile(`Email,First name\n${EMAIL},Ana\n`);
  },
  'a bulk deletion and its undo': async ({ organization: { api, call }, id }) => {
    const { data } = await call<{ id: string }>('POST', '/bulk-changes', {
      change: { type: 'delete' },
      ids: [id],
    });
    await api.jobs.runAll();
    await call('POST', `/bulk-changes/${data.id}/undo`);
    await api.jobs.runAll();
  },
  'a milder reason': ({ organization: { call } }) => call('POST', PATH, { email: EMAIL, reason: 'imported' }),
};

type Call = TestOrganization['call'];
const find = async (call: Call, email: string) =>
  (await call<Contact[]>('GET', `/contacts?email=${email}`)).data[0];

/** Expects the mark in every answer and filter, and in no other contact's. */
async function expectMark(call: Call, email: string) {
  const contact = await find(call, email);
  const mark = { doNotContact: { reason: 'asked', by: { kind: 'token' } } };
  expect(contact).toMatchObject(mark);
  expect((await call('GET', `/contacts/${contact?.id}`)).data).toMatchObject(mark);
  const ids = async (is: boolean) =>
    (await call<Contact[]>('GET', `/contacts?doNotContact=${is}`)).data.map(({ id }) => id);
  expect(await ids(true)).toContain(contact?.id);
  expect(await ids(false)).not.toContain(contact?.id);
}

describe.each(engines)('Do not contact on $name', (engine) => {
  const api = new TestApi(engine);

  const mark = async (): Promise<Marked> => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: EMAIL, phone: PHONE });
    expect((await organization.call('POST', PATH, { email: EMAIL, reason: 'asked' })).status).toBe(200);
    return { organization, id };
  };

  test.each(Object.entries(ways))('outlives %s', async (_, way) => {
    const marked = await mark();
    await way(marked);
    await expectMark(marked.organization.call, EMAIL);
  });

  test('outlives a backup and its restoration into another database', async () => {
    const { organization, id } = await mark();
    await organization.call('DELETE', `/contacts/${id}`);
    await organization.call('DELETE', '/trash', { ids: [id] });
    const origin = { version: '1.2.3', secret: 'of the test' };
    const file = join(await mkdtemp(join(tmpdir(), 'mark-')), 'a.backup');
    await backupTo(file, api.database, origin);
    const database = await emptied(engine);
    try {
      await restoreBackup(database, backupLines(file));
      const call = caller(api.over(database), organization.token);
      await call('POST', '/contacts', { email: EMAIL });
      await expectMark(call, EMAIL);
    } finally {
      await database.close();
    }
  });

  test('is removed by those who may, with a reason', async () => {
    const { organization, id } = await mark();
    const { call } = organization;
    const write = await organization.as(['contacts:read', 'contacts:write']);
    const body = { phone: '+49 30 901820', reason: 'Signed up again' };
    expect((await write('DELETE', PATH, body)).status).toBe(403);
    expect((await call('DELETE', PATH, { email: EMAIL })).status).toBe(400);
    const { etag } = await organization.get(id);
    expect((await call('DELETE', PATH, body)).data).toEqual({ contactId: id, removed: true });
    expect((await call('DELETE', PATH, body)).data).toEqual({ contactId: id, removed: false });
    const contact = await organization.get(id);
    expect([contact.doNotContact, contact.etag === etag]).toEqual([undefined, false]);
    const { data } = await call<Activity[]>('GET', `/activity?subjectId=${id}`);
    expect(data.map(({ before, after }) => [before, after])).toEqual([
      [{ doNotContact: 'asked' }, { removalReason: 'Signed up again' }],
      [{}, { doNotContact: 'asked' }],
      [null, { email: EMAIL, phone: PHONE }],
    ]);
    const { data: events } = await call<Event[]>('GET', '/events');
    expect(events.map(({ data }) => (data as Contact).doNotContact?.reason)).toEqual([
      undefined,
      'asked',
      undefined,
    ]);
    expect(events[1]?.changes).toEqual([{ field: 'doNotContact', before: null, after: 'asked' }]);
    expect((await call<Contact[]>('GET', '/contacts?doNotContact=true')).data).toEqual([]);
  });

  test('is told again without an effect, and a stricter reason replaces another one', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const tell = async (body: object) => (await call('POST', PATH, body)).data;
    const nobody = { contactId: null, doNotContact: { reason: 'bounced', by: { kind: 'token' } } };
    const first = await tell({ email: 'Gone@B.example', reason: 'bounced' });
    expect(first).toMatchObject(nobody);
    expect(await tell({ email: 'gone@b.example', reason: 'imported' })).toEqual(first);
    expect((await call<Activity[]>('GET', '/activity')).data).toHaveLength(1);
    const created = await organization.contact({ email: 'gone@b.example', phone: PHONE });
    expect(created.doNotContact).toEqual((first as typeof nobody).doNotContact);
    // Its phone is marked, too.
    expect(await tell({ phone: PHONE, reason: 'bounced' })).toMatchObject({ contactId: created.id });
    expect((await organization.get(created.id)).updatedAt).toBe(created.updatedAt);
    await tell({ phone: PHONE, reason: 'complained' });
    expect((await organization.get(created.id)).doNotContact?.reason).toBe('complained');
    const { data } = await call<Event[]>('GET', '/events');
    expect(data.map(({ changes }) => changes.filter(({ field }) => field === 'doNotContact'))).toEqual([
      [{ field: 'doNotContact', before: null, after: 'bounced' }],
      [{ field: 'doNotContact', before: 'bounced', after: 'complained' }],
    ]);
    for (const body of [
      { reason: 'asked' },
      { email: 'a@b.example', phone: PHONE, reason: 'asked' },
      { email: 'a@b.example', reason: 'no' },
      { phone: '+49', reason: 'asked' },
    ])
      expect((await call('POST', PATH, body)).status).toBe(400);
  });

  test('spreads to the email that the undo of an import brings back', async () => {
    const organization = await api.organization();
    const { call } = organization;
    await organization.post('/fields', { label: 'CRM', type: 'id' });
    const { id } = await organization.contact({ email: 'old@b.example', fields: { crm: '1' } });
    const { id: imported } = await organization.importFile('CRM,Email\n1,new@b.example\n', ['plan', 'run']);
    await call('POST', '/contacts/do-not-contact', { email: 'new@b.example', reason: 'asked' });
    await call('POST', `/imports/${imported}/undo`);
    await api.jobs.runAll();
    const { data } = await call<Contact>('GET', `/contacts/${id}`);
    expect([data.email, data.doNotContact?.reason]).toEqual(['old@b.example', 'asked']);
  });

  test('is set by an import of people who left, and kept by its undo', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const ben = await organization.contact({ email: 'ben@b.example' });
    await organization.contact({ email: 'cleo@b.example', firstname: 'Cleo' });
    const rows = [
      ['ana@b.example', 'Ana', 'true', 'Active'],
      ['ben@b.example', '', 'false', 'Cancelled'],
      ['cleo@b.example', 'Cleo', 'false', 'Active'],
      ['dan@b.example', 'Dan', '', 'Complained'],
      ['eve@b.example', 'Eve', '', 'No email'],
    ];
    const head = 'Email,First name,email_disabled,Subscriber status';
    const file = [head, ...rows.map((cells) => cells.join())].join('\n');
    const planned = await organization.importFile(file, ['plan']);
    expect(planned.settings.targets).toEqual(['email', 'firstname', 'doNotContact', 'doNotContact']);
    expect(planned.plan).toMatchObject({ doNotContact: 4, created: 3, updated: 1, unchanged: 1 });
    expect((await call('GET', '/contacts?doNotContact=true')).meta.total).toBe(0);
    for (const verb of ['run', 'undo']) {
      expect((await call('POST', `/imports/${planned.id}/${verb}`)).status).toBe(200);
      await api.jobs.runAll();
      const { data } = await call<Contact[]>('GET', '/contacts?doNotContact=true&sort=email');
      const names = data.map(({ email }) => email?.split('@')[0]);
      expect(names).toEqual(verb === 'run' ? ['ana', 'ben', 'dan', 'eve'] : ['ben']);
      expect(data.every((one) => one.doNotContact?.reason === 'imported')).toBe(true);
    }
    expect((await organization.get(ben.id)).doNotContact?.reason).toBe('imported');
    expect(await organization.contact({ email: 'dan@b.example' })).toHaveProperty('doNotContact');
    const none = await organization.importFile('Email,First name\nfay@b.example,Fay\n');
    expect(none.plan).not.toHaveProperty('doNotContact');
  });

  test('is set for rows that an import skips or holds back, and for no rejected ones', async () => {
    const organization = await api.organization();
    const { call } = organization;
    const [ben, cleo] = [
      await organization.contact({ email: 'ben@b.example', phone: '+4930901821' }),
      await organization.contact({
        email: 'cleo@b.example',
        phone: PHONE,
        firstname: 'Cleo',
        lastname: 'Roy',
      }),
    ];
    const run = async (file: string, mode: string) => {
      const { id } = await organization.importFile(file, []);
      const { settings } = (await call<ContactImport>('GET', `/imports/${id}`)).data;
      await call('PUT', `/imports/${id}`, { settings: { ...settings, mode } });
      for (const verb of ['plan', 'run', 'undo']) {
        await call('POST', `/imports/${id}/${verb}`);
        await api.jobs.runAll();
      }
      return (await call<ContactImport>('GET', `/imports/${id}`)).data;
    };
    const head = 'Email,Phone,First name,Last name,email_disabled';
    const skipped = await run(`${head}\nben@b.example,,,,true\n,,Nobody,,true`, 'create');
    expect(skipped.plan).toMatchObject({ skipped: 1, rejected: 1, doNotContact: 1 });
    expect(skipped.run).toMatchObject({ rows: 0, total: 0, undone: 0 });
    expect((await organization.get(ben.id)).doNotContact?.reason).toBe('imported');
    expect(await organization.contact({ phone: '+4930901821' })).toHaveProperty('doNotContact');
    expect((await organization.get(cleo.id)).doNotContact).toBeUndefined();
    const unknown = await run(`${head}\ndan@b.example,,,,true`, 'update');
    expect(unknown.plan).toMatchObject({ skipped: 1, doNotContact: 1 });
    expect(await organization.contact({ email: 'dan@b.example' })).toHaveProperty('doNotContact');
    const held = await run(`${head}\nzoe@b.example,${PHONE},Zoe,Zink,true`, 'both');
    expect(held.plan).toMatchObject({ shared: 1, doNotContact: 1 });
    expect(await organization.contact({ email: 'zoe@b.example' })).toHaveProperty('doNotContact');
    expect((await organization.get(cleo.id)).doNotContact?.reason).toBe('imported');
    const { data } = await call<Event[]>('GET', '/events?limit=100');
    const told = data.filter(({ changes }) => changes.some(({ field }) => field === 'doNotContact'));
    expect(told.map(({ type, subjectId }) => type === 'contact.updated' && subjectId)).toEqual(
      expect.arrayContaining([ben.id, cleo.id]),
    );
    const { data: entries } = await call<Activity[]>('GET', '/activity?action=organization.updated');
    expect(entries.map(({ after }) => after)).toEqual([1, 2].map(() => ({ doNotContact: 'imported' })));
  });

  test('is of one organization, and shown nowhere without marks', async () => {
    await mark();
    const other = await api.organization();
    const contact = await other.contact({ email: EMAIL, phone: PHONE });
    expect(contact).not.toHaveProperty('doNotContact');
    await other.call('POST', PATH, { email: 'gone@b.example', reason: 'asked' });
    expect(await other.get(contact.id)).not.toHaveProperty('doNotContact');
    expect((await other.call('GET', '/contacts?doNotContact=false')).meta.total).toBe(1);
    const change = { type: 'delete' };
    const filter = { doNotContact: true };
    expect((await other.call('POST', '/bulk-changes', { change, filter, expectedCount: 1 })).status).toBe(
      412,
    );
  });
});
