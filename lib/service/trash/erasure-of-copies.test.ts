import { afterEach, describe, expect, test } from 'vitest';
import type { Contact } from '@/lib/contract/contact';
import type { ContactImport } from '@/lib/contract/import';
import { engines } from '@/lib/database/testing';
import { verifyActivity } from '../activity/verify-activity';
import { answerOnce } from '../shared/answer-once';
import { TestApi, type TestOrganization } from '../testing/testing';
import { textColumns, traces, withoutContacts } from '../testing/testing-traces';
import { TestReceiver } from '../webhooks/testing-receiver';

const EMAIL = 'canary@b.example';
const PERSON = {
  email: EMAIL,
  phone: '+493022777001',
  firstname: 'Canary',
  lastname: 'Canary-Bird',
  jobtitle: 'Keeper of the canary',
  company: 'Canary Ltd',
};
/** Columns of rows that are erased, with words of the program and names of staff. */
const OTHER_WORDS = [
  'contact_ids.field_key',
  'contacts.deleted_by',
  'contacts.deleted_by_kind',
  'idempotent_answers.body_digest',
  'idempotent_answers.key',
  'import_rows.outcome',
  'import_rows.result',
  'imported_contacts.state',
  'imports.created_by',
  'imports.header_key',
  'imports.name',
  'imports.settings',
  'notes.author_kind',
  'notes.author_name',
];
const HEAD = 'Email,Phone,First name,Company,Other\n';

describe.each(engines)('erasing who was copied on $name', (engine) => {
  const api = new TestApi(engine);
  const receiver = new TestReceiver();
  afterEach(async () => {
    receiver.reset();
    await api.query('delete from webhooks');
  });
  /** Columns that had something of the person at some time, by what was done. */
  const reached = new Map<string, string[]>();

  interface World {
    organization: TestOrganization;
    call: TestOrganization['call'];
    /** The person's. */
    id: string;
    /** Of somebody who stays. */
    ben: string;
  }
  /** What copies the person. May return what is done after the erasure. */
  type Operation = (world: World) => Promise<unknown>;

  async function worldWith(person: object): Promise<World> {
    const organization = await api.organization();
    const { id: ben } = await organization.contact({ email: 'ben@b.example', firstname: 'Ben' });
    const { id } = await organization.contact(person);
    return { organization, call: organization.call, id, ben };
  }
  async function erase({ call }: Pick<World, 'call'>, id: string) {
    await call('DELETE', `/contacts/${id}`);
    expect((await call('DELETE', '/trash', { ids: [id] })).data).toEqual({ count: 1 });
  }
  async function merge({ call }: World, id: string, from: string, take: string[]): Promise<string> {
    const { status, headers } = await call('POST', `/contacts/${id}/merge`, { from, take });
    expect(status).toBe(200);
    return headers.get('Merge-Id') ?? '';
  }
  async function undoMerge({ call }: World, merge: string) {
    expect((await call('POST', `/merges/${merge}/undo`)).status).toBe(200);
  }
  async function importFile({ call }: World, text: string, verbs = ['plan', 'run']): Promise<ContactImport> {
    const { data } = await call<ContactImport>('POST', '/imports?name=a.csv', text);
    for (const verb of verbs) await step({ call }, data.id, verb);
    return (await call<ContactImport>('GET', `/imports/${data.id}`)).data;
  }
  async function step({ call }: Pick<World, 'call'>, id: string, verb: string) {
    expect((await call('POST', `/imports/${id}/${verb}`)).status).toBe(200);
    await api.jobs.runAll();
  }
  async function correct({ call }: World, id: string, line: number, column: number, value: string) {
    const body = { rows: [{ line, cells: [{ column, value }] }] };
    expect((await call('POST', `/imports/${id}/corrections`, body)).status).toBe(200);
  }
  async function bulkChange({ call }: World, change: object, ids: string[], undone = false): Promise<string> {
    const { data } = await call<{ id: string }>('POST', '/bulk-changes', { change, ids });
    await api.jobs.runAll();
    if (undone) await undoBulk({ call }, data.id);
    return data.id;
  }
  async function undoBulk({ call }: Pick<World, 'call'>, id: string) {
    expect((await call('POST', `/bulk-changes/${id}/undo`)).status).toBe(200);
    await api.jobs.runAll();
  }
  const setCompany = (value: string) => ({ type: 'field', field: 'company', value });
  /** An endpoint that repeats what it is sent. */
  async function listen({ call }: World) {
    receiver.answer = ({ event }) => ({ status: 200, body: JSON.stringify(event.data) });
    expect((await call('POST', '/webhooks', { url: receiver.url() })).status).toBe(201);
  }

  const operations: Record<string, Operation> = {
    'own fields, taken over by who stays': async (world) => {
      const { organization, call, id, ben } = world;
      await call('POST', '/fields', { label: 'Nickname', type: 'text' });
      await call('POST', '/fields', { label: 'CRM id', type: 'id' });
      await call('PUT', `/contacts/${id}`, { fields: { nickname: 'Canary bird', crm_id: 'canary-42' } });
      await organization.importFile('CRM id,Company\ncanary-42,Canary & Co\n');
      await undoMerge(world, await merge(world, ben, id, []));
      await call('PUT', `/contacts/${id}`, { fields: { nickname: 'Canary' } });
    },
    'a proposal about them, and one of them': async ({ organization, call, ben }) => {
      const answered = await call<{ id: string }>('POST', '/proposals', {
        title: 'One',
        reason: 'They asked.',
        operation: 'createBulkChange',
        input: { change: { type: 'delete' }, ids: [ben] },
      });
      const ada = api.callAs(await organization.consoleToken(), { id: crypto.randomUUID(), name: 'Ada' });
      await ada('declineProposal', { id: answered.data.id, body: { comment: `So wrote ${EMAIL}.` } });

      const said = { title: `Tag ${EMAIL}`, reason: `Asked by ${EMAIL}` };
      const input = { change: { type: 'delete' }, filter: { search: EMAIL } };
      await call('POST', '/proposals', { ...said, operation: 'createBulkChange', input });
      const contacts = [{ ...PERSON, jobtitle: 'Former canary' }, { email: 'ben@b.example' }];
      const proposed = { title: 'Two', reason: 'They asked.', operation: 'upsertContacts' };
      expect((await call('POST', '/proposals', { ...proposed, input: { contacts } })).status).toBe(201);
    },
    'create and update': async ({ call, id }) => {
      await call('PUT', `/contacts/${id}`, { email: 'canary2@b.example', phone: '+493022777002' });
      await call('POST', '/contacts', { email: 'canary2@b.example', company: 'New canary' });
      await call('PUT', `/contacts/${id}`, { jobtitle: null });
    },
    'a repeated request': async ({ call }) => {
      const key = (value: string) => ({ 'Idempotency-Key': value });
      await call('POST', '/contacts', { ...PERSON, jobtitle: 'Canary' }, key('1'));
      await call('POST', '/contacts/batch', { contacts: [PERSON, { email: 'dora@b.example' }] }, key('2'));
    },
    'a repeated request, stored after the erasure': async (world) => {
      const { organization, call, id } = world;
      const [token] = await api.query<{ id: string }>(
        'select id from api_tokens where organization_id = $1',
        [organization.id],
      );
      const context = {
        database: api.database,
        organizationId: organization.id,
        requestId: '1',
        actor: { kind: 'token' as const, id: null, name: 'Test' },
        tokenId: token?.id ?? '',
      };
      await answerOnce(context, 'late', {}, async () => {
        const { data } = await call<Contact>('GET', `/contacts/${id}`);
        await erase(world, id);
        return { data };
      });
    },
    notes: async ({ organization, call, id }) => {
      await organization.post(`/contacts/${id}/notes`, { text: 'The canary sings' });
      const note = await organization.post(`/contacts/${id}/notes`, { text: 'The canary is quiet' });
      await call('DELETE', `/notes/${note}`);
    },
    'a referral code': async ({ organization, id }) => {
      await organization.referralCode({ code: 'FRIEND', referrerId: id });
      await organization.contact({ email: EMAIL, referralCode: 'FRIEND' }).catch(() => {});
      await organization.referralCode({ code: 'OTHER' });
      await organization.contact({ email: EMAIL, referralCode: 'OTHER' });
    },
    'a bulk change': (world) => bulkChange(world, setCompany('Canary & Co'), [world.id]),
    'a bulk change, undone': (world) => bulkChange(world, setCompany('Canary & Co'), [world.id], true),
    'a bulk change of several': async (world) => {
      const change = await bulkChange(world, setCompany('Shared Ltd'), [world.id, world.ben]);
      return () => undoBulk(world, change);
    },
    'a bulk deletion, undone': (world) => bulkChange(world, { type: 'delete' }, [world.id], true),
    'a segment, deleted and restored': async ({ organization, call, id }) => {
      const { id: segment } = await organization.segment('VIP');
      await call('PUT', `/contacts/${id}`, { segmentIds: [segment] });
      await call('DELETE', `/segments/${segment}`);
      await call('POST', `/trash/segments/${segment}/restore`);
    },
    'imports that update, or find nothing to change': async (world) => {
      await importFile(world, `${HEAD}${EMAIL},,Canary,Canary & Sons,Zoë\nnew@b.example,,New,,\n`);
      await importFile(world, `${HEAD}${EMAIL},,,,Zoë the canary\n`);
    },
    'an import, undone': async (world) => {
      const { id } = await importFile(world, `${HEAD}${EMAIL},,Canary,Canary & Sons,\n`);
      await step(world, id, 'undo');
    },
    'an import that is planned': async (world) => {
      const text = `${HEAD}${EMAIL},,,Canary & Sons,\ncleo@b.example,,Cleo,,\n`;
      const { id } = await importFile(world, text, ['plan']);
      return () => step(world, id, 'run');
    },
    'a file without a header': (world) => importFile(world, `${EMAIL},Canary\nzoe@b.example,Zoë\n`),
    'an upload': (world) => importFile(world, `${HEAD}${EMAIL},,,,\n`, []),
    'rows that are held back, and numbers that are not clear': async (world) => {
      await world.organization.contact({ phone: '+4930901820' });
      const rows = [
        `${EMAIL},+4930901820,Canary,,`,
        `${EMAIL},nonsense,Canary,,`,
        `${EMAIL},030 22777001,,,`,
        `${EMAIL},+443022777001,,,`,
      ];
      await importFile(world, `${HEAD}${rows.join('\n')}\n`, ['plan']);
    },
    'rows that were corrected': async (world) => {
      await world.organization.contact({ phone: '+4930901820' });
      const { id } = await importFile(
        world,
        `${HEAD}canary(at)b.example,,Canary,,\ncleo@b.example,,Cleo,,\n`,
        ['plan'],
      );
      await correct(world, id, 2, 0, EMAIL);
      // Rows that once led to the person, and now to somebody else.
      const text = `${HEAD}${EMAIL},+4930901820,,,\n,030 22777001,,,\n`;
      const other = await importFile(world, text, ['plan']);
      await correct(world, other.id, 2, 0, 'ben@b.example');
      await correct(world, other.id, 2, 1, '');
      await correct(world, other.id, 3, 1, '+49 30 901820');
      return () => step(world, other.id, 'run');
    },
    exports: async ({ call, id }) => {
      for (const query of ['', '?format=xlsx']) await call('POST', `/exports${query}`);
      await call('GET', '/contacts.csv?search=canary');
      await call('GET', `/contacts/${id}/export`);
      await api.jobs.runAll();
    },
    'exports that look for the person once they are in the trash': async ({ call, id }) => {
      await call('DELETE', `/contacts/${id}`);
      await call('POST', '/exports?search=canary');
      await api.jobs.runAll();
    },
    'a saved view': ({ organization }) =>
      api.query(
        "insert into saved_views (organization_id, id, title, query) values ($1, gen_random_uuid(), 'View', $2)",
        [organization.id, 'status=x&search=canary%40b.example'],
      ),
    'a webhook': async (world) => {
      await listen(world);
      await world.call('PUT', `/contacts/${world.id}`, { company: 'Canary & Sons' });
      await api.sendWebhooks();
    },
    'a webhook that answers after the erasure': async (world) => {
      await listen(world);
      await world.call('PUT', `/contacts/${world.id}`, { company: 'Canary & Sons' });
      let isErased: Promise<void> | undefined;
      receiver.answer = async ({ event }) => {
        if (event.subjectId === world.id) await (isErased ??= erase(world, world.id));
        return { status: 200, body: JSON.stringify(event.data) };
      };
      await api.sendWebhooks();
      expect(isErased).toBeDefined();
    },
    'a search for duplicates': async ({ organization, call }) => {
      await organization.contact({ email: 'canary@c.example', firstname: 'Canary', lastname: 'Canary-Bird' });
      await call('POST', '/duplicates/search');
      await api.jobs.runAll();
      const { data } = await call<Contact[]>('GET', '/contacts?email=canary@c.example');
      await erase({ call }, data[0]?.id ?? '');
    },
    'a removed former address': async (world) => {
      const { call, id } = world;
      const { id: other } = await world.organization.contact({ email: 'canary2@b.example' });
      await merge(world, id, other, []);
      await call('DELETE', `/contacts/${id}/former-addresses`, { email: 'canary2@b.example' });
    },
  };

  test.each(Object.keys(operations))('leaves nothing of %s', async (name) => {
    const world = await worldWith(PERSON);
    const after = await operations[name]?.(world);
    await api.sealActivity();
    reached.set(name, await traces(api, world.organization.id));
    if ((await world.call('GET', `/trash`)).meta.total + (await isLive(world)) > 0)
      await erase(world, world.id);
    expect(await traces(api, world.organization.id)).toEqual([]);
    if (typeof after === 'function') await after();
    expect(await traces(api, world.organization.id)).toEqual([]);
    const verified = await verifyActivity(api.database, world.organization.id);
    expect(verified.problem).toBeNull();
  });
  const isLive = async ({ call, id }: World) => Number((await call('GET', `/contacts/${id}`)).status === 200);

  /** What copies the values of the contact that stays, while it has some of the person. */
  const ofWhoStays: Record<string, Operation> = {
    'nothing else': async () => {},
    updates: async ({ call, ben }) => {
      await call('PUT', `/contacts/${ben}`, { company: 'Other Ltd', jobtitle: 'Cook' });
      await call('PUT', `/contacts/${ben}`, { phone: '+4930901820' });
    },
    'a bulk change': async (world) => {
      const change = await bulkChange(world, setCompany('Bulk Ltd'), [world.ben]);
      return () => undoBulk(world, change);
    },
    'an import': async (world) => {
      const { id } = await importFile(world, `${HEAD}ben@b.example,,Ben,Import Ltd,\n`);
      return () => step(world, id, 'undo');
    },
    'an import that is planned': async (world) => {
      const { id } = await importFile(world, `${HEAD}ben@b.example,,Ben,Import Ltd,\n`, ['plan']);
      return () => step(world, id, 'run');
    },
    'an import by the former address': (world) => importFile(world, `${HEAD}${EMAIL},,,Import Ltd,\n`),
    'a repeated request': ({ call }) =>
      call('POST', '/contacts', { email: 'ben@b.example', lastname: 'B' }, { 'Idempotency-Key': '1' }),
    'a deleted note': async ({ organization, call, ben }) => {
      const note = await organization.post(`/contacts/${ben}/notes`, { text: 'The canary is quiet' });
      await call('DELETE', `/notes/${note}`);
    },
    'the trash': async ({ call, ben }) => {
      await call('DELETE', `/contacts/${ben}`);
      await call('POST', '/trash/restore', { ids: [ben] });
    },
    'an export': async ({ call }) => {
      await call('POST', '/exports');
      await api.jobs.runAll();
    },
    'a webhook': async (world) => {
      await listen(world);
      await world.call('PUT', `/contacts/${world.ben}`, { lastname: 'B' });
      await api.sendWebhooks();
    },
    'another merge': async (world) => {
      const { id } = await world.organization.contact({ email: 'cleo@b.example' });
      const second = await merge(world, id, world.ben, ['company']);
      await world.call('PUT', `/contacts/${id}`, { company: 'Other Ltd' });
      const change = await bulkChange(world, { type: 'field', field: 'jobtitle', value: 'Cook' }, [id]);
      await undoMerge(world, second);
      return () => undoBulk(world, change);
    },
  };

  test.each(Object.keys(ofWhoStays))('leaves nothing of a merge, %s, and its undo', async (name) => {
    const world = await worldWith(PERSON);
    const { organization, call, id, ben } = world;
    const taken = await merge(world, ben, id, ['company', 'jobtitle', 'phone']);
    const after = await ofWhoStays[name]?.(world);
    await api.sealActivity();
    reached.set(`merge, ${name}`, await traces(api, world.organization.id));
    await undoMerge(world, taken);
    await api.sealActivity();
    await erase(world, id);
    expect(await traces(api, world.organization.id)).toEqual([]);
    if (typeof after === 'function') await after();
    expect(await traces(api, world.organization.id)).toEqual([]);
    expect((await call<Contact>('GET', `/contacts/${ben}`)).data.contact.firstname).toBe('Ben');
    await api.sealActivity();
    expect((await verifyActivity(api.database, organization.id)).problem).toBeNull();
  });

  test('was tried with each column that can have something of a person', async () => {
    const seen = new Set([...reached.values()].flat());
    const isKnown = (place: string) =>
      withoutContacts.includes(place) || withoutContacts.includes(`${place.split('.')[0]}.*`);
    expect((await textColumns(api)).filter((place) => !isKnown(place) && !seen.has(place))).toEqual(
      OTHER_WORDS,
    );
  });
});
