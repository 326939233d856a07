import { describe, expect, test } from 'vitest';
import type { Activity } from '@/lib/contract/activity';
import { engines } from '@/lib/database/testing';
import { verifyActivity } from '../activity/verify-activity';
import { TestApi } from '../testing/testing';
import { textColumns, traces, withoutContacts } from '../testing/testing-traces';
import { places } from './erase-contacts';

describe.each(engines)('purging on $name', (engine) => {
  const api = new TestApi(engine);

  test('knows of each column with text whether it keeps data of contacts', async () => {
    const known = (list: string[]) => (place: string) =>
      list.includes(place) || list.includes(`${place.split('.')[0]}.*`);
    const erased = places.flatMap(({ columns }) => columns);
    const all = await textColumns(api);
    expect(all.filter((place) => !known(erased)(place) && !known(withoutContacts)(place))).toEqual([]);
    // Nothing stands in both lists, and nothing that is gone in either.
    const ofRows = erased.filter((place) => !place.endsWith('.*'));
    expect(withoutContacts.filter((place) => ofRows.includes(place))).toEqual([]);
    const isThere = (place: string) => all.some((one) => known([place])(one));
    expect([...erased, ...withoutContacts].filter((place) => !isThere(place))).toEqual([]);
  });

  test('leaves those alone who uploaded a file when only the trash is emptied', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'old@b.example' });
    await organization.call('DELETE', `/contacts/${id}`);
    await api.query("update contacts set deleted_at = now() - interval '31 days' where id = $1", [id]);
    await organization.contact({ email: 'new@b.example' });
    const data = await organization.importFile('Email\na@b.example\n', []);
    const made = await organization.call<{ id: string }>('POST', '/exports');
    await api.jobs.runAll();
    await api.purgeTrash();
    expect((await organization.call('GET', '/trash')).meta.total).toBe(0);
    expect((await organization.call('POST', `/imports/${data.id}/plan`)).status).toBe(200);
    expect((await organization.call('GET', `/exports/${made.data.id}`)).status).toBe(200);
    await api.jobs.runAll();
  });

  test.each(['merged', 'taken apart again'])('leaves nothing of who was %s', async (how) => {
    const organization = await api.organization();
    const { call } = organization;
    for (const label of ['Nickname', 'Site']) await call('POST', '/fields', { label, type: 'text' });
    const canary = {
      email: 'canary@b.example',
      firstname: 'Canary',
      company: 'Canary Ltd',
      fields: { nickname: 'The canary', site: 'canary.example' },
    };
    const { id: from } = await organization.contact(canary);
    const { id } = await organization.contact({
      email: 'ben@b.example',
      firstname: 'Ben',
      fields: { site: 'ben.example' },
    });
    const { headers } = await call('POST', `/contacts/${id}/merge`, {
      from,
      take: ['company', 'email', 'fields.site'],
    });
    await api.sealActivity();
    const merge = headers.get('Merge-Id');
    if (how !== 'merged') {
      // Entries of the contact that stays have what it had from the other.
      const { data: note } = await call<{ id: string }>('POST', `/contacts/${from}/notes`, {
        text: 'Canary sings',
      });
      await call('DELETE', `/notes/${note.id}`);
      await call('PUT', `/contacts/${id}`, { jobtitle: 'Baker' });
      await call('PUT', `/contacts/${id}`, { jobtitle: 'Cook' });
      await call('POST', `/merges/${merge}/undo`);
    }
    expect(await traces(api)).not.toEqual([]);
    const gone = how === 'merged' ? id : from;
    await call('DELETE', `/contacts/${gone}`);
    expect((await call('DELETE', '/trash', { ids: [gone] })).data).toEqual({ count: 1 });
    expect(await traces(api)).toEqual([]);
    expect((await call('POST', `/merges/${merge}/undo`)).status).toBe(404);
    expect((await call('GET', `/contacts/${from}`)).status).toBe(404);
    expect(await verifyActivity(api.database, organization.id)).toMatchObject({ problem: null });
  });

  test('finds a change that set what the person had before', async () => {
    const organization = await api.organization();
    const { id } = await organization.contact({ email: 'a@b.example', company: 'Canary & Sons' });
    const change = { type: 'field', field: 'company', value: 'Canary & Sons' };
    expect((await organization.call('POST', '/bulk-changes', { change, ids: [id] })).status).toBe(201);
    await api.jobs.runAll();
    await organization.call('DELETE', `/contacts/${id}`);
    expect(await traces(api)).not.toEqual([]);
    await organization.call('DELETE', '/trash', { ids: [id] });
    expect(await traces(api)).toEqual([]);
  });

  test('leaves nothing of the person in any column of any table, except that it was purged', async () => {
    const organization = await api.organization();
    const vip = await organization.segment('VIP');
    await organization.contact({ phone: '+4930901820' });
    await organization.importFile('Email,First name\ncanary@b.example,Canary\nben@b.example,Ben\n');
    const found = await organization.call<{ id: string }[]>('GET', '/contacts?email=canary@b.example');
    const id = found.data[0]?.id as string;
    await organization.call('POST', '/fields', { label: 'Nickname', type: 'text' });
    const fields = { lastname: 'Canary', jobtitle: 'Canary', company: 'Canary Ltd', segmentIds: [vip.id] };
    await organization.call('PUT', `/contacts/${id}`, { ...fields, fields: { nickname: 'Canary bird' } });
    await organization.call('PUT', `/contacts/${id}`, { fields: { nickname: 'Canary again' } });
    await organization.call('PUT', `/contacts/${id}`, { company: 'Old canary' });
    for (const text of ['Called canary', 'Canary hung up'])
      await organization.post(`/contacts/${id}/notes`, { text });
    const { data: notes } = await organization.call<{ id: string }[]>('GET', `/contacts/${id}/notes`);
    await organization.call('DELETE', `/notes/${notes[0]?.id}`);
    // Updated, unchanged, a conflict; and within a plan.
    const head = 'Email,Phone,First name,Company\n';
    await organization.importFile(`${head}canary@b.example,,Canary,Canary & Co\n`);
    await organization.importFile(`${head}canary@b.example,,Canary,\ncanary@b.example,+4930901820,Canary,\n`);
    const waiting = await organization.importFile(
      `${head}canary@b.example,,Canary,Canary again\ncleo@b.example,,Cleo,\n`,
      ['plan'],
    );
    const change = { change: { type: 'segments', add: [], remove: [vip.id] }, ids: [id] };
    const bulk = await organization.call<{ id: string }>('POST', '/bulk-changes', change);
    await api.jobs.runAll();
    await organization.call('POST', `/bulk-changes/${bulk.data.id}/undo`);
    await organization.call('POST', '/referral-codes', { code: 'FRIEND', referrerId: id });
    await api.jobs.runAll();
    await api.sealActivity();
    // Without a plan, stopped in one, waiting beside somebody new, and rejected for another reason.
    const upload = async (text: string) => (await organization.importFile(text, [])).id;
    await upload('E-mail\nCanary@b.example\n');
    const stopped = await upload('E-mail\ncanary@b.example\n');
    await organization.call('POST', `/imports/${stopped}/plan`);
    await organization.call('POST', `/imports/${stopped}/cancel`);
    const other = await upload(`${head} CANARY@b.example,nonsense,Canary,\n`);
    await organization.call('POST', `/imports/${other}/plan`);
    // An export with the person, and one that looks for them.
    await organization.call('POST', '/exports');
    await api.jobs.runAll();
    await organization.call('DELETE', `/contacts/${id}`);
    await organization.call('POST', '/exports?search=canary');
    const view = [organization.id, 'status=x&search=canary%40b.example'];
    await api.query(
      "insert into saved_views (organization_id, id, title, query) values ($1, gen_random_uuid(), 'View', $2)",
      view,
    );
    await api.jobs.runAll();
    expect(await traces(api)).toEqual([
      'activities.after',
      'activities.before',
      'activities.resource',
      'contacts.company',
      'contacts.company_key',
      'contacts.email',
      'contacts.email_key',
      'contacts.fields',
      'contacts.firstname',
      'contacts.jobtitle',
      'contacts.jobtitle_key',
      'contacts.lastname',
      'contacts.name_key',
      'contacts.search_text',
      'import_files.bytes',
      'import_rows.after',
      'import_rows.cells',
      'import_rows.details',
      'import_rows.email',
      'import_rows.request',
      'imported_contacts.before',
      'imports.columns',
      'jobs.input',
      'notes.text',
      'saved_views.query',
    ]);

    expect((await organization.call('DELETE', '/trash', { ids: [id] })).status).toBe(200);
    expect(await traces(api)).toEqual([]);
    const { data } = await organization.call<Activity[]>('GET', `/activity?subjectId=${id}`);
    expect(data[0]).toMatchObject({ action: 'contact.purged', before: null, after: null });
    expect(data.length).toBeGreaterThan(6);
    expect(await verifyActivity(api.database, organization.id)).toMatchObject({ problem: null });

    // An earlier plan must not bring the person back.
    await organization.call('POST', `/imports/${waiting.id}/run`);
    await api.jobs.runAll();
    expect(await traces(api)).toEqual([]);
    const emails = (await organization.call<{ email: string }[]>('GET', '/contacts?sort=email')).data;
    expect(emails.map(({ email }) => email)).toEqual(['ben@b.example', 'cleo@b.example', null]);
  });
});
