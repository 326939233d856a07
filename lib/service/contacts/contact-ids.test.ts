import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { ContactData } from '@/lib/contract/contact-data';
import type { FormerAddress } from '@/lib/contract/merge';
import { engines } from '@/lib/database/testing';
import { caller, pathsOf, TestApi, type TestOrganization } from '../testing/testing';

const crm = { label: 'CRM id', type: 'id', key: 'crm_id' };
const shop = { label: 'Shop id', type: 'id', key: 'shop_id' };

describe.each(engines)('ids of other systems on $name', (engine) => {
  const api = new TestApi(engine);

  async function organizationWithIds() {
    const organization = await api.organization();
    for (const field of [crm, shop, { label: 'Note', type: 'text', key: 'note' }])
      await organization.post('/fields', field);
    return organization;
  }
  /** The ids that lead to a contact, by the table and by the rows: both say the same of live contacts. */
  async function heldIds({ id: organizationId }: TestOrganization) {
    const held = await api.query<{ value: string }>(
      `select i.value, coalesce(m.merged_into, m.id) as contact from contact_ids i
       join contacts m on m.organization_id = i.organization_id and m.id = i.contact_id
       where i.organization_id = $1 and i.held order by i.value`,
      [organizationId],
    );
    const missing = await api.query(
      `select c.id, v.value from contacts c cross join lateral jsonb_each_text(c.fields) v
       join fields f on f.organization_id = $1 and f.key = v.key and f.type = 'id'
       where c.organization_id = $1 and c.deleted_at is null and not exists (
         select from contact_ids i join contacts m on m.organization_id = $1 and m.id = i.contact_id
         where i.organization_id = $1 and i.held and i.field_key = v.key and i.value = v.value
           and coalesce(m.merged_into, m.id) = c.id)`,
      [organizationId],
    );
    expect(missing).toEqual([]);
    return held.map(({ value }) => value);
  }

  test('find contacts first, then email and phone do', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: ' 0042 ' } });
    expect(ana.fields).toEqual({ crm_id: '0042' });
    // By its id alone, and with an email that nobody has.
    const named = await call<Contact>('POST', '/contacts', { fields: { crm_id: '0042' }, firstname: 'Ana' });
    expect([named.status, named.data.id, named.data.contact.firstname]).toEqual([200, ana.id, 'Ana']);
    const moved = await call<Contact>('POST', '/contacts', {
      email: 'ana@new.example',
      fields: { crm_id: '0042', shop_id: 's' },
    });
    expect(moved.data).toMatchObject({ id: ana.id, email: 'ana@new.example', fields: { shop_id: 's' } });
    // Exactly as given: another case or fewer zeros are other ids.
    for (const crm_id of ['42', '0042x']) {
      const other = await call<Contact>('POST', '/contacts', {
        email: `${crm_id}@b.example`,
        fields: { crm_id },
      });
      expect(other.status).toBe(201);
    }
    const found = await call<Contact[]>('GET', '/contacts?fields.crm_id=0042');
    expect(found.data.map(({ id }) => id)).toEqual([ana.id]);
    expect(await heldIds(organization)).toEqual(['0042', '0042x', '42', 's']);
    // Given up, it is free for others.
    await call('PUT', `/contacts/${ana.id}`, { fields: { crm_id: null, shop_id: 't' } });
    expect(await heldIds(organization)).toEqual(['0042x', '42', 't']);
    const next = await call<Contact>('POST', '/contacts', {
      email: 'ben@b.example',
      fields: { crm_id: '0042' },
    });
    expect(next.status).toBe(201);
  });

  test('of a new contact need an email or phone, and values must fit', async () => {
    const { call } = await organizationWithIds();
    for (const path of ['/contacts', '/contacts/preview']) {
      const unknown = await call('POST', path, { fields: { crm_id: 'nope' } });
      expect([unknown.status, pathsOf(unknown)]).toEqual([400, ['email']]);
      const text = await call('POST', path, { fields: { note: 'x', nope: 'y' } });
      expect([text.status, pathsOf(text)]).toEqual([400, ['email', 'fields.nope']]);
      const both = await call('POST', path, { email: 'no', fields: { crm_id: 'x' } });
      expect([both.status, pathsOf(both)]).toEqual([400, ['email']]);
      const none = await call('POST', path, { fields: { crm_id: ' ' }, nope: 1 });
      expect([none.status, pathsOf(none)]).toEqual([400, ['nope', 'email']]);
    }
    const long = { email: 'a@b.example', fields: { crm_id: 'x'.repeat(201), shop_id: 7 } };
    expect(pathsOf(await call('POST', '/contacts', long))).toEqual(['fields.crm_id', 'fields.shop_id']);
    const fits = { email: 'a@b.example', fields: { crm_id: `Ä${'x'.repeat(199)}` } };
    expect((await call('POST', '/contacts', fits)).status).toBe(201);
  });

  test('that lead to another contact than email, phone or a second id are conflicts that name both', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1' } });
    const ben = await organization.contact({
      email: 'ben@b.example',
      phone: '+4930901820',
      fields: { shop_id: '2' },
    });
    const cases: [body: object, owners: Record<string, string>][] = [
      [
        { email: 'ben@b.example', fields: { crm_id: '1' } },
        { 'fields.crm_id': ana.id, email: ben.id },
      ],
      [
        { phone: '+4930901820', fields: { crm_id: '1' } },
        { 'fields.crm_id': ana.id, phone: ben.id },
      ],
      [{ fields: { crm_id: '1', shop_id: '2' } }, { 'fields.crm_id': ana.id, 'fields.shop_id': ben.id }],
    ];
    for (const [body, owners] of cases) {
      const answer = await call('POST', '/contacts', body);
      expect([
        answer.status,
        answer.error.details.map(({ path, message }) => [path, message.slice(-37, -1)]),
      ]).toEqual([409, Object.entries(owners)]);
      const preview = await call<{ outcome: string; conflicts: Record<string, Contact> }>(
        'POST',
        '/contacts/preview',
        body,
      );
      expect(preview.data.outcome).toBe('conflict');
      expect(
        Object.fromEntries(Object.entries(preview.data.conflicts).map(([path, { id }]) => [path, id])),
      ).toEqual(owners);
    }
    const taken = await call('PUT', `/contacts/${ben.id}`, { fields: { crm_id: '1' } });
    expect([taken.status, pathsOf(taken)]).toEqual([409, ['fields.crm_id']]);
    expect(taken.error.details[0]?.message).toBe(`This id belongs to contact ${ana.id}.`);
    expect(await organization.get(ben.id)).toMatchObject(ben);
    const { data } = await call<{ results: { outcome: string; contact: Contact | null }[] }>(
      'POST',
      '/contacts/batch',
      {
        contacts: [
          { email: 'cleo@b.example', fields: { crm_id: '3' } },
          { fields: { crm_id: '3' }, firstname: 'Cleo' },
          { email: 'ana@b.example', fields: { crm_id: '3' } },
          { email: 'ana@b.example', fields: { crm_id: '4' } },
          { email: 'dan@b.example', fields: { crm_id: '1' } },
        ],
      },
    );
    expect(data.results.map(({ outcome }) => outcome)).toEqual([
      'created',
      'updated',
      'failed',
      'updated',
      'created',
    ]);
    expect(await heldIds(organization)).toEqual(['1', '2', '3', '4']);
  });

  test('are free while the contact is in the trash, and keep it there if taken', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1', shop_id: '9' } });
    await call('DELETE', `/contacts/${ana.id}`);
    expect(await heldIds(organization)).toEqual([]);
    expect((await call<Contact[]>('GET', '/contacts?fields.crm_id=1')).data).toEqual([]);
    await call('POST', '/trash/restore', { ids: [ana.id] });
    expect(await heldIds(organization)).toEqual(['1', '9']);
    await call('DELETE', `/contacts/${ana.id}`);
    const ben = await organization.contact({ email: 'ben@b.example', fields: { crm_id: '1' } });
    const { data } = await call<{ count: number; conflicts: object[] }>('POST', '/trash/restore', {
      ids: [ana.id],
    });
    expect(data).toEqual({
      count: 0,
      conflicts: [
        {
          id: ana.id,
          path: 'fields.crm_id',
          contactId: ben.id,
          message: `This id belongs to contact ${ben.id}.`,
        },
      ],
    });
    // Of two in the trash with one id, the last deleted returns.
    await call('DELETE', `/contacts/${ben.id}`);
    const both = await call<{ count: number }>('POST', '/trash/restore', { ids: [ana.id, ben.id] });
    expect(both.data.count).toBe(1);
    expect((await call('GET', `/contacts/${ben.id}`)).status).toBe(200);
    expect(await heldIds(organization)).toEqual(['1']);
    await call('DELETE', `/contacts/${ben.id}`);
    await call('DELETE', '/trash', { ids: [ana.id, ben.id] });
    expect(await api.rows('contact_ids', 'where organization_id = $1', [organization.id])).toEqual([]);
  });

  test('of a merged contact lead to the one that stays, through the trash and back, until the merge is undone', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1' } });
    const ann = await organization.contact({ email: 'ann@b.example', fields: { crm_id: '2', shop_id: 's' } });
    const merged = await call<Contact>('POST', `/contacts/${ana.id}/merge`, { from: ann.id });
    expect(merged.data.fields).toEqual({ crm_id: '1', shop_id: 's' });
    for (const fields of [{ crm_id: '1' }, { crm_id: '2' }, { shop_id: 's' }]) {
      const { data } = await call<Contact>('POST', '/contacts', { fields });
      expect([data.id, data.fields]).toEqual([ana.id, { crm_id: '1', shop_id: 's' }]);
      const [[key, value] = []] = Object.entries(fields);
      const listed = await call<Contact[]>('GET', `/contacts?fields.${key}=${value}`);
      expect(listed.data.map(({ id }) => id)).toEqual([ana.id]);
    }
    expect((await call('GET', '/contacts?fields.crm_id.from=1')).status).toBe(400);
    const stranger = await call('POST', '/contacts', { email: 'x@b.example', fields: { crm_id: '2' } });
    expect([stranger.status, pathsOf(stranger)]).toEqual([409, ['fields.crm_id']]);
    await call('DELETE', `/contacts/${ana.id}`);
    expect(await heldIds(organization)).toEqual([]);
    await call('POST', '/trash/restore', { ids: [ana.id] });
    expect(await heldIds(organization)).toEqual(['1', '2', 's']);
    const { data: exported } = await call<ContactData>('GET', `/contacts/${ana.id}/export`);
    expect(exported.formerIds).toEqual([{ field: 'fields.crm_id', value: '2' }]);
    // The contact takes its former id, and then another one.
    await call('PUT', `/contacts/${ana.id}`, { fields: { crm_id: '2' } });
    expect(await heldIds(organization)).toEqual(['2', 's']);
    await call('PUT', `/contacts/${ana.id}`, { fields: { crm_id: '3' } });
    expect(await heldIds(organization)).toEqual(['3', 's']);
    const undone = await call<{ contact: Contact; restored: Contact }>(
      'POST',
      `/merges/${merged.headers.get('Merge-Id')}/undo`,
    );
    expect(undone.data.contact.fields).toEqual({ crm_id: '3' });
    expect(undone.data.restored.fields).toEqual({ crm_id: '2', shop_id: 's' });
    expect(await heldIds(organization)).toEqual(['2', '3', 's']);
    const { data } = await call<Contact>('POST', '/contacts', { fields: { shop_id: 's' } });
    expect(data.id).toBe(ann.id);
  });

  test('of a merged contact are listed, and free once removed, also for the undo of the merge', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1', shop_id: 'a' } });
    const ann = await organization.contact({ email: 'ann@b.example', fields: { crm_id: '2', shop_id: 's' } });
    const body = { from: ann.id, take: ['fields.shop_id'] };
    const { headers } = await call('POST', `/contacts/${ana.id}/merge`, body);
    const path = `/contacts/${ana.id}/former-addresses`;
    const { data } = await call<FormerAddress[]>('GET', path);
    expect(data.map(({ field, value }) => [field, value])).toEqual([
      ['email', 'ann@b.example'],
      ['fields.crm_id', '2'],
      ['fields.shop_id', 'a'],
    ]);
    // Its own id is none of them.
    for (const query of ['fields.crm_id=1', 'fields.shop_id=s', 'fields.crm_id=a'])
      expect((await call('DELETE', `${path}?${query}`)).status).toBe(404);
    for (const query of ['fields.crm_id=2', 'fields.shop_id=a']) {
      const left = await call<FormerAddress[]>('DELETE', `${path}?${query}`);
      expect(left.data.map(({ field }) => field)).not.toContain(query.split('=')[0]);
    }
    expect(await heldIds(organization)).toEqual(['1', 's']);
    const undo = () => call('POST', `/merges/${headers.get('Merge-Id')}/undo`);
    const cleo = await organization.contact({ email: 'cleo@b.example', fields: { crm_id: '2' } });
    expect(pathsOf(await undo())).toEqual(['fields.crm_id']);
    await call('PUT', `/contacts/${cleo.id}`, { fields: { crm_id: null } });
    expect((await undo()).status).toBe(200);
    expect(await heldIds(organization)).toEqual(['1', '2', 'a', 's']);
  });

  test('that others have by now, or that both would have, stop the undo of a merge', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1' } });
    const ann = await organization.contact({ email: 'ann@b.example', fields: { crm_id: '2' } });
    const merge = await call('POST', `/contacts/${ana.id}/merge`, { from: ann.id, take: ['fields.crm_id'] });
    const undo = () => call('POST', `/merges/${merge.headers.get('Merge-Id')}/undo`);
    expect(await heldIds(organization)).toEqual(['1', '2']);
    await call('PUT', `/contacts/${ana.id}`, { fields: { crm_id: '1' } });
    const ben = await organization.contact({ email: 'ben@b.example', fields: { crm_id: '2' } });
    const refused = await undo();
    expect([refused.status, pathsOf(refused)]).toEqual([409, ['fields.crm_id']]);
    await call('PUT', `/contacts/${ben.id}`, { fields: { crm_id: null } });
    expect((await undo()).status).toBe(200);
    expect(await heldIds(organization)).toEqual(['1', '2']);
    expect((await organization.get(ann.id)).fields).toEqual({ crm_id: '2' });
  });

  test('of archived fields are kept, and go with the field', async () => {
    const organization = await organizationWithIds();
    const { call } = organization;
    const { data: fields } = await call<{ id: string }[]>('GET', '/fields');
    const ana = await organization.contact({ email: 'ana@b.example', fields: { crm_id: '1' } });
    const ann = await organization.contact({ email: 'ann@b.example', fields: { crm_id: '2' } });
    await call('POST', `/contacts/${ana.id}/merge`, { from: ann.id });
    await call('PUT', `/contacts/${ana.id}`, { fields: { crm_id: null } });
    await call('PUT', `/fields/${fields[0]?.id}`, { archived: true });
    expect(await heldIds(organization)).toEqual(['2']);
    expect((await call('DELETE', `/fields/${fields[0]?.id}`)).status).toBe(200);
    expect(await heldIds(organization)).toEqual([]);
  });

  const step = fc.record({
    what: fc.constantFrom('post', 'post', 'put', 'delete', 'restore', 'merge', 'undo'),
    at: fc.nat(3),
    other: fc.nat(3),
    email: fc.boolean(),
    crm_id: fc.constantFrom('1', '2', '3', null, undefined),
    shop_id: fc.constantFrom('1', '2', undefined),
  });
  test('lead to one contact each, after any sequence of changes, merges and undos', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const organization = await organizationWithIds();
      const { call } = organization;
      const people: string[] = [];
      for (const at of [0, 1, 2, 3])
        people.push(
          (await organization.contact({ email: `p${at}@b.example`, fields: { crm_id: `p${at}` } })).id,
        );
      const merges: string[] = [];
      for (const { what, at, other, email, ...given } of steps) {
        const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const [id, from] = [people[at], people[other]] as [string, string];
        if (what === 'post') {
          const answer = await call<Contact>('POST', '/contacts', {
            ...(email && { email: `p${at}@b.example` }),
            fields,
          });
          expect([200, 201, 400, 409]).toContain(answer.status);
          if (answer.status === 201) people[at] = answer.data.id;
          // An id that leads to a contact keeps leading to it.
          if (answer.status < 300)
            for (const [key, value] of Object.entries(fields).filter(([, value]) => value !== null)) {
              const again = await call<Contact>('POST', '/contacts', { fields: { [key]: value } });
              expect([again.status, again.data.id]).toEqual([200, answer.data.id]);
            }
        } else if (what === 'put')
          expect([200, 404, 409]).toContain((await call('PUT', `/contacts/${id}`, { fields })).status);
        else if (what === 'delete') await call('DELETE', `/contacts/${id}`);
        else if (what === 'restore') {
          const { status } = await call('POST', '/trash/restore', { ids: [...new Set([id, from])] });
          expect(status).toBe(200);
        } else if (what === 'merge') {
          const take = email ? ['fields.crm_id'] : [];
          const { status, headers } = await call('POST', `/contacts/${id}/merge`, { from, take });
          expect([200, 400, 404]).toContain(status);
          if (status === 200) merges.push(headers.get('Merge-Id') ?? '');
        } else if (merges.length > 0) {
          const { status } = await call('POST', `/merges/${merges.at(-1 - (at % merges.length))}/undo`);
          expect([200, 409]).toContain(status);
        }
        await heldIds(organization);
      }
    });
    await fc.assert(property, { numRuns: 20, seed: 56 });
  }, 120_000);

  test('of two callers who race over two instances make one contact', async () => {
    const organization = await organizationWithIds();
    const instances = [api.over(api.database), api.over(api.database)].map((one) =>
      caller(one, organization.token),
    );
    for (let round = 0; round < 50; round++) {
      const answers = await Promise.all(
        [...instances, ...instances].map((call, index) =>
          call<Contact>('POST', '/contacts', {
            email: `${round}.${index}@race.example`,
            fields: { crm_id: `${round}` },
          }),
        ),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 201]);
      expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    }
    expect(await organization.totals()).toMatchObject({ contacts: 50 });
    expect(await heldIds(organization)).toHaveLength(50);
  });

  test('lead to one contact each, however many change, delete, restore and merge at once', async () => {
    const organization = await organizationWithIds();
    const instances = [api.over(api.database), api.over(api.database)].map((one) =>
      caller(one, organization.token),
    );
    for (let round = 0; round < 10; round++) {
      const people: Contact[] = [];
      for (const at of [0, 1, 2])
        people.push(
          await organization.contact({
            email: `${round}.${at}@b.example`,
            fields: { shop_id: `${round}.${at}` },
          }),
        );
      const [one, two, three] = people.map(({ id }) => id);
      const take = { fields: { crm_id: `${round}` } };
      const answers = await Promise.all(
        instances.flatMap((call) => [
          call('PUT', `/contacts/${one}`, take),
          call('PUT', `/contacts/${two}`, take),
          call('POST', '/contacts', { email: `${round}.2@b.example`, ...take }),
          call('POST', '/contacts', { email: `${round}.new@b.example`, ...take }),
          call('DELETE', `/contacts/${one}`),
          call('POST', '/trash/restore', { ids: [one] }),
          call('POST', `/contacts/${two}/merge`, { from: three }),
        ]),
      );
      for (const { status } of answers) expect([200, 201, 404, 409]).toContain(status);
      await heldIds(organization);
      const last = await organization.call<Contact>('POST', '/contacts', {
        email: `${round}.z@b.example`,
        ...take,
      });
      expect([200, 201, 409]).toContain(last.status);
    }
  });
});
